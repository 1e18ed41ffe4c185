#include "saccade/cli/output_check.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/cli/command_tree.h"

namespace saccade::cli {
namespace {

namespace fs = std::filesystem;

// What commands write to; every other option may name what they read.
constexpr std::string_view kOutputs[] = {"--out",    "--json",      "--plot",        "--draw",
                                         "--reward", "--per-trial", "--feature-cache"};

struct Named {
  std::string option;
  fs::path path;
};

// Both --predictions FILE and --predictions NAME=FILE.
std::vector<fs::path> PathsIn(const std::string& value) {
  std::vector<fs::path> paths = {value};
  const std::size_t equals = value.find('=');
  if (equals != std::string::npos) paths.emplace_back(value.substr(equals + 1));
  return paths;
}

// Files only: folders are filled, and devices take what they get.
bool IsFile(const fs::path& path) {
  std::error_code none;
  return fs::is_regular_file(path, none);
}

bool IsSame(const fs::path& a, const fs::path& b) {
  if (IsSameFile(a, b)) return IsFile(a);
  std::error_code error;
  const bool exist = fs::exists(a, error) || fs::exists(b, error);
  return !exist && fs::weakly_canonical(a, error) == fs::weakly_canonical(b, error) && !error;
}

}  // namespace

void CheckOutputs(CLI::App& app) {
  std::vector<Named> read, written;
  for (const CLI::App* command : ChosenCommands(app)) {
    for (const CLI::Option* option : command->get_options()) {
      const std::string name = DisplayName(*option);
      const bool is_output = std::ranges::find(kOutputs, name) != std::end(kOutputs) ||
                             (name == "--maps" && command->get_name() == "predict");
      for (const std::string& value : option->results()) {
        if (value.empty()) continue;
        for (fs::path& path : PathsIn(value)) {
          (is_output ? written : read).push_back({name, std::move(path)});
        }
      }
    }
  }
  for (std::size_t i = 0; i < written.size(); ++i) {
    const Named& output = written[i];
    for (const Named& input : read) {
      if (!IsSame(output.path, input.path)) continue;
      throw InputError(output.path, "", "is read by {} and would be overwritten by {}; give another",
                       input.option, output.option);
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (!IsSame(output.path, written[j].path)) continue;
      throw InputError(output.path, "", "is written by {} and by {}; give each a name of its own",
                       written[j].option, output.option);
    }
  }
}

}  // namespace saccade::cli
