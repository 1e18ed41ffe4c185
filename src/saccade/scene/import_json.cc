#include <algorithm>

#include "saccade/base/error.h"
#include "saccade/formats/json_document.h"
#include "saccade/scene/trial_fields.h"
#include "saccade/scene/trial_file.h"
#include "saccade/scene/trial_formats.h"

namespace saccade {
namespace {

// One picture's entry of a ViSioNS file. Points are pixels of the picture; the box is
// [top, left, bottom, right], counted likewise.
class VisionsTrial {
 public:
  VisionsTrial(TrialFields& fields, TrialImport& import) : fields_(fields), import_(import) {}

  TrialOnScreen Read(std::string name, const Identifier& by_file) {
    TrialOnScreen trial;
    trial.name = std::move(name);
    const Identifier subject = fields_.Name("subject");
    trial.subject = subject.known() ? subject : by_file;
    const std::string object = fields_.Text("target_object").value_or("");
    // "TBD" stands where nobody named the target; it was shown as a piece of the picture.
    trial.task = object.empty() || object == "TBD" ? kUnnamedTarget : object;
    if (trial.task == kUnnamedTarget)
      import_.Note("trials whose target has no name: called \"target\"");
    const auto found = fields_.Flag("target_found");
    trial.answer_known = found.has_value();
    trial.correct = found.value_or(true);
    trial.fixated_target = found;
    trial.viewing = ReadViewing();
    ReadScanpath(trial);
    ReadBox(trial);
    return trial;
  }

 private:
  double Size(std::string_view key, double otherwise) {
    const double size = fields_.Number(key).value_or(otherwise);
    if (!(size >= 1 && size <= kFarthestPoint)) Bad("no picture's size", "{} is {}", key, size);
    return size;
  }

  Viewing ReadViewing() {
    const FrameSize picture{Size("image_width", 0), Size("image_height", 0)};
    Screen screen{{Size("screen_width", picture.width), Size("screen_height", picture.height)}};
    if (screen.size.width < picture.width || screen.size.height < picture.height) {
      import_.Note("trials whose picture is larger than their screen: the picture is taken for it");
      screen.size = picture;
    }
    return Centered(screen, picture);
  }

  void ReadScanpath(TrialOnScreen& trial) {
    std::vector<double> x, y, t;
    fields_.Numbers("X", x);
    fields_.Numbers("Y", y);
    const bool timed = fields_.Numbers("T", t);
    if (x.size() != y.size()) {
      Bad("X and Y of different length", "X has {} entries and Y has {}; they must be equal",
          x.size(), y.size());
    }
    if (timed && t.size() > x.size()) import_.Note("trials whose T is longer than X: T was cut");
    if (timed && t.size() < x.size()) {
      import_.Note("trials whose T is shorter than X: without durations");
    }
    const BoxOnScreen area = trial.viewing->Area();
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double duration = timed && t.size() >= x.size() ? t[i] : 0;
      trial.scanpath.push_back({{area.x + x[i], area.y + y[i]}, duration});
    }
  }

  void ReadBox(TrialOnScreen& trial) {
    std::vector<double> box;
    if (!fields_.Numbers("target_bbox", box)) return;
    if (box.size() != 4) {
      Bad("wrong type", "target_bbox has {} entries; top, left, bottom, right are expected",
          box.size());
    }
    const BoxOnScreen area = trial.viewing->Area();
    trial.target = BoxOnScreen{area.x + box[1], area.y + box[0], box[3] - box[1], box[2] - box[0]};
  }

  TrialFields& fields_;
  TrialImport& import_;
};

void ImportVisionsFile(const std::filesystem::path& path, TrialImport& import) {
  const JsonDocument document = JsonDocument::Read(path);
  simdjson::dom::object pictures;
  if (document.root().get_object().get(pictures) != simdjson::SUCCESS) {
    throw InputError(path, "", "holds {}; an object of pictures is expected",
                     KindOf(document.root()));
  }
  Identifier by_file;
  const std::string stem = path.stem().string();
  if (stem.starts_with("subj")) by_file = Identifier(stem.substr(4, stem.find('_') - 4));
  for (const auto& [name, value] : pictures) {
    const std::string where = "picture " + std::string(name);
    TrialOnScreen trial;
    try {
      simdjson::dom::object entry;
      if (value.get_object().get(entry) != simdjson::SUCCESS) {
        Bad("wrong type", "is {}; an object is expected", KindOf(value));
      }
      TrialFields fields(entry);
      trial = VisionsTrial(fields, import).Read(std::string(name), by_file);
    } catch (const BadTrial& bad) {
      if (!import.options().lenient) {
        throw InputError(path, where, "{}; --lenient leaves out what is wrong", bad.what());
      }
      import.LeftOut("trials: " + bad.reason);
      continue;
    }
    import.Add(std::move(trial), path, where);
  }
}

}  // namespace

void ImportVisions(TrialFormat::Paths files, TrialImport& import) {
  import.Understood("screen", "each trial says its own");
  import.Understood("picture", "each trial says its size; in the middle of the screen");
  import.Understood("points", "pixels of the picture");
  import.Understood("durations", "in ms");
  for (const std::filesystem::path& path : files) ImportVisionsFile(path, import);
}

void ImportTrialJson(TrialFormat::Paths files, TrialImport& import) {
  for (const std::filesystem::path& path : files) {
    TrialFile file = ReadTrialFile(path, {.lenient = import.options().lenient,
                                          .screen = import.options().columns.screen,
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
