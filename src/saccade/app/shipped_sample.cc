#include "saccade/app/shipped_sample.h"

#include "saccade/base/installed.h"

namespace saccade::app {

namespace fs = std::filesystem;

std::optional<fs::path> ShippedSample() {
  for (const fs::path& models : ModelFolders()) {
    const fs::path file = models.parent_path() / "samples/kitchen.jpg";
    std::error_code none;
    if (fs::is_regular_file(file, none)) return file;
  }
  return std::nullopt;
}

}  // namespace saccade::app
