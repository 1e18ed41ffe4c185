#include "saccade/app/trial_input.h"

namespace saccade::app {

namespace fs = std::filesystem;

bool IsEmpty(const TrialInput& input) {
  return std::visit([](const auto& trials) { return trials.empty(); }, input);
}

std::string NameOf(const TrialInput& input) {
  const auto* const file = std::get_if<fs::path>(&input);
  return file != nullptr ? file->string() : "trials";
}

std::vector<TrialInImage> TrialsOf(const TrialInput& input, const TrialFileOptions& reading) {
  const auto* const file = std::get_if<fs::path>(&input);
  return file != nullptr ? ReadTrialsInImage(*file, reading)
                         : std::get<std::vector<TrialInImage>>(input);
}

OptionText TrialTextOf(TrialInput& input) {
  return {[&input] {
            const auto* const file = std::get_if<fs::path>(&input);
            return file != nullptr ? file->string() : std::string();
          },
          [&input](const std::string& text) { input = fs::path(text); }};
}

NamedPath ParseNamedPath(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals != std::string::npos && equals > 0 && !fs::exists(text)) {
    return {text.substr(0, equals), text.substr(equals + 1)};
  }
  const fs::path path(text);
  const fs::path last = path.has_filename() ? path : path.parent_path();
  return {last.stem().string(), path};
}

}  // namespace saccade::app
