#include "saccade/testing/shared_data.h"

#include <cstdlib>
#include <stdexcept>

namespace saccade::testing {

std::filesystem::path SharedData(const std::string& relative) {
  const char* folder = std::getenv("SACCADE_DATA");
  return std::filesystem::path(folder != nullptr ? folder : SACCADE_SHARED_DATA) / relative;
}

std::filesystem::path ProjectFile(const std::string& relative) {
  return std::filesystem::path(SACCADE_PROJECT_FOLDER) / relative;
}

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "saccade-test-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace saccade::testing
