#include <cstdio>

#include "saccade/base/file.h"
#include "saccade/cli/command.h"

namespace saccade::cli {

void AddJsonOption(CLI::App& command, JsonOutput& output) {
  command
      .add_option_function<std::vector<std::string>>(
          "--json",
          [&output](const std::vector<std::string>& values) {
            output.wanted = true;
            if (!values.empty()) output.file = values.front();
          },
          "Write the results as JSON to FILE, or to stdout instead of the table")
      ->expected(0, 1)
      ->type_name("[FILE]");
}

bool WriteJson(const JsonOutput& output, const nlohmann::ordered_json& document) {
  if (!output.wanted) return false;
  const std::string text = document.dump(2) + "\n";
  if (output.file.empty()) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    return true;
  }
  WriteFileAtomically(output.file, text);
  return false;
}

}  // namespace saccade::cli
