#include "json_mutator.h"
#include "saccade/base/error.h"
#include "saccade/search/model_folder.h"
#include "scratch_folder.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ScratchFolder folder;
  folder.Write("model.json", {reinterpret_cast<const char*>(data), size});
  try {
    const auto model = saccade::ReadModelDescription(folder.path());
    saccade::ModelCard(model, {});
  } catch (const saccade::InputError&) {
    // Refusing an input is what a reader is for.
  }
  return 0;
}
