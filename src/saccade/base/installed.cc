#include "saccade/base/installed.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>

namespace saccade {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRuntime = "libonnxruntime.so.1";

fs::path Variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Folder of the program or of the shared library that this code was linked into.
fs::path OwnFolder() {
  Dl_info info;
  link_map* map = nullptr;
  std::error_code none;
  const auto* here = reinterpret_cast<const void*>(&OwnFolder);
  if (dladdr1(here, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) != 0 &&
      map->l_name[0] != '\0') {
    return fs::canonical(map->l_name, none).parent_path();
  }
  return fs::read_symlink("/proc/self/exe", none).parent_path();
}

fs::path UserData() {
  if (const fs::path data = Variable("XDG_DATA_HOME"); data.is_absolute()) return data / "saccade";
  if (const fs::path home = Variable("HOME"); !home.empty()) return home / ".local/share/saccade";
  return {};
}

// PREFIX/bin/saccade, PREFIX/lib/libsaccade.so, PREFIX/lib/x86_64-linux-gnu/libsaccade.so.
std::vector<fs::path> Prefixes() {
  const fs::path own = OwnFolder();
  std::vector<fs::path> prefixes;
  if (!own.empty()) prefixes.push_back(own.parent_path());
  if (own.parent_path().filename() == "lib") {
    prefixes.push_back(own.parent_path().parent_path());
  }
  for (const char* system : {"/usr/local", "/usr"}) {
    if (std::ranges::find(prefixes, system) == prefixes.end()) prefixes.emplace_back(system);
  }
  return prefixes;
}

// The source tree around a build folder; empty for an installed program.
fs::path SourceTree() {
  std::error_code none;
  for (fs::path folder = OwnFolder(); folder != folder.root_path(); folder = folder.parent_path()) {
    if (fs::exists(folder / "src/saccade/CMakeLists.txt", none)) return folder;
  }
  return {};
}

}  // namespace

std::vector<fs::path> ModelFolders() {
  std::vector<fs::path> folders;
  if (const fs::path named = Variable("SACCADE_MODELS"); !named.empty()) folders.push_back(named);
  if (const fs::path data = UserData(); !data.empty()) folders.push_back(data / "models");
  for (const fs::path& prefix : Prefixes()) folders.push_back(prefix / "share/saccade/models");
  if (const fs::path source = SourceTree(); !source.empty()) folders.push_back(source / "models");
  return folders;
}

std::vector<fs::path> OnnxRuntimeFiles() {
  if (const fs::path named = Variable("SACCADE_ONNXRUNTIME"); !named.empty()) {
    std::error_code none;
    if (!fs::is_directory(named, none)) return {named};
    return {named / kRuntime, named / "lib" / kRuntime};
  }
  std::vector<fs::path> files;
  if (const fs::path data = UserData(); !data.empty()) {
    files.push_back(data / "onnxruntime/lib" / kRuntime);
  }
  for (const fs::path& prefix : Prefixes()) files.push_back(prefix / "lib/saccade" / kRuntime);
  files.emplace_back(kRuntime);
  return files;
}

std::string ListOfPaths(const std::vector<fs::path>& paths) {
  std::string text;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == paths.size() ? " and " : ", ") + paths[i].string();
  }
  return text;
}

}  // namespace saccade
