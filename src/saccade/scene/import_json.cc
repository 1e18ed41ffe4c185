#include "saccade/scene/trial_file.h"
#include "saccade/scene/trial_formats.h"

namespace saccade {

void ImportTrialJson(TrialFormat::Paths files, TrialImport& import) {
  for (const std::filesystem::path& path : files) {
    TrialFile file = ReadTrialFile(path, {.lenient = import.options().lenient,
                                          .screen = import.options().columns.screen,
                                          .scanpaths_optional = true,
                                          .allow_repeats = true});
    import.Understood("screen",
                      fmt::format("{} frame ({})", FrameName(file.frame()), file.frame_found));
    for (const auto& [reason, count] : file.skipped) {
      import.LeftOut("trials: " + reason, static_cast<std::size_t>(count));
    }
    for (const auto& [note, count] : file.notes) {
      import.Note("trials " + note, static_cast<std::size_t>(count));
    }
    if (file.longer_durations > 0) {
      import.Note("trials whose T is longer than X: T was cut",
                  static_cast<std::size_t>(file.longer_durations));
    }
    std::size_t index = 0;
    for (TrialOnScreen& trial : TrialsOnScreen(std::move(file))) {
      import.Add(std::move(trial), path, fmt::format("trial {}", index++));
    }
  }
}

}  // namespace saccade
