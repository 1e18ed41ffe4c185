#include "saccade/cli/output_check.h"

#include <algorithm>
#include <filesystem>
#include <span>
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
constexpr std::string_view kOutputs[] = {
    "--out",     "--json", "--plot",         "--per-trial",     "--draw",         "--heat",
    "--out-dir", "--page", "--save-columns", "--feature-cache", "--split-random", "--reward"};
// Of these the folders that are filled with names of the command's own.
constexpr std::string_view kFilled[] = {"--draw", "--out-dir",      "--page",
                                        "--maps", "--split-random", "--reward"};

// Words that are no names of files, though files may be called so: --to csv --out csv.
constexpr std::string_view kWords[] = {"--to", "--format"};

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

bool IsAmong(std::string_view name, std::span<const std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

bool IsSame(const fs::path& a, const fs::path& b) {
  if (IsSameFile(a, b)) return IsFile(a);
  std::error_code error;
  const auto whole = [&](const fs::path& path) {
    return fs::weakly_canonical(fs::absolute(path, error), error);
  };
  const bool exist = fs::exists(a, error) || fs::exists(b, error);
  return !exist && whole(a) == whole(b) && !error;
}

// Whether results may take the place of the input, which is there: under its name, or in its
// folder.
bool Endangers(const Named& output, const Named& input) {
  if (IsSameFile(output.path, input.path) && IsFile(input.path)) return true;
  return IsAmong(output.option, kFilled) && IsFile(input.path) &&
         IsSameFile(fs::absolute(input.path).parent_path(), output.path);
}

}  // namespace

void CheckOutputs(CLI::App& app) {
  std::vector<Named> read, written;
  for (const CLI::App* command : ChosenCommands(app)) {
    for (const CLI::Option* option : command->get_options()) {
      const std::string name = DisplayName(*option);
      if (IsAmong(name, kWords)) continue;
      const bool is_output =
          IsAmong(name, kOutputs) || (name == "--maps" && command->get_name() == "predict");
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
      if (!Endangers(output, input)) continue;
      throw InputError(output.path, "", "{} would write over what {} reads; give another",
                       output.option, input.option);
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (!IsSame(output.path, written[j].path)) continue;
      throw InputError(output.path, "", "is written by {} and by {}; give each a name of its own",
                       written[j].option, output.option);
    }
  }
}

}  // namespace saccade::cli
