#include "saccade/perception/onnx_runtime.h"

#include <dlfcn.h>

#include <cstdlib>
#include <stdexcept>
#include <string>

#include "saccade/base/error.h"
#include "saccade/base/installed.h"

namespace saccade::onnx {
namespace {

constexpr std::uint32_t kVersion = 14;

struct ApiBase {
  const void* const* (*get_table)(std::uint32_t version);
  const char* (*get_version)();
};

const void* const* Open() {
  // Otherwise it reports to its maker and leaves a file in the working folder.
  setenv("ORT_DISABLE_TELEMETRY", "1", /*overwrite=*/1);
  const std::vector<std::filesystem::path> places = OnnxRuntimeFiles();
  std::string damaged;
  void* library = nullptr;
  for (const auto& file : places) {
    library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library != nullptr) break;
    // What is there and cannot be opened is the news, not where else nothing was.
    const char* const why = dlerror();
    std::error_code none;
    if (damaged.empty() && std::filesystem::exists(file, none)) {
      damaged = why == nullptr ? "" : why;
    }
  }
  constexpr const char* kWhatToDo =
      "install it with scripts/install-onnxruntime.sh of saccade's source, or name its library in "
      "SACCADE_ONNXRUNTIME (docs/models.md)";
  if (library == nullptr && !damaged.empty()) {
    throw InputError(fmt::format("ONNX Runtime cannot be opened: {}; {}", damaged, kWhatToDo));
  }
  if (library == nullptr) {
    throw InputError(fmt::format("photos are read with ONNX Runtime, which is not in {}; {}",
                                 ListOfPaths(places), kWhatToDo));
  }
  const auto get_base = reinterpret_cast<const ApiBase* (*)()>(dlsym(library, "OrtGetApiBase"));
  const void* const* const table = get_base == nullptr ? nullptr : get_base()->get_table(kVersion);
  if (table == nullptr) {
    throw InputError(
        fmt::format("the ONNX Runtime found is older than 1.{}; {}", kVersion, kWhatToDo));
  }
  return table;
}

}  // namespace

const void* const* Table() {
  // Not kept when it throws: the library may be installed while the program runs.
  static const void* const* const table = Open();
  return table;
}

void Check(Status* status) {
  if (status == nullptr) return;
  const std::string message = GetErrorMessage::Call(Table(), status);
  ReleaseStatus::Call(Table(), status);
  throw std::runtime_error(message);
}

}  // namespace saccade::onnx
