#include "saccade/app/shipped_model.h"

#include <system_error>

#include "saccade/base/error.h"

namespace saccade::app {

namespace fs = std::filesystem;

fs::path ShippedModel() {
  std::error_code none;
  const fs::path program = fs::read_symlink("/proc/self/exe", none);
  const fs::path folder = program.parent_path().parent_path() / "models/coco-search18-irl";
  if (!fs::is_directory(folder)) {
    throw InputError("--model is needed: the one that comes with saccade is not in " +
                     folder.string());
  }
  return folder;
}

}  // namespace saccade::app
