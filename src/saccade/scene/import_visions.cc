#include <algorithm>
#include <cmath>
#include <map>

#include "saccade/base/error.h"
#include "saccade/formats/json_document.h"
#include "saccade/scene/trial_fields.h"
#include "saccade/scene/trial_formats.h"

namespace saccade {
namespace {

// What trials_properties.json says of a picture's target, where a person's file does not.
struct VisionsProperty {
  std::string target_object{};
  std::optional<BoxOnScreen> target{};  // in the picture
};
using VisionsProperties = std::map<std::string, VisionsProperty, std::less<>>;

// "TBD" stands where nobody named it.
bool IsTargetName(const std::string& object) { return !object.empty() && object != "TBD"; }

// Beside the file or in the folder above; nothing where there is none, or it is of another kind.
VisionsProperties ReadProperties(const std::filesystem::path& path) {
  VisionsProperties properties;
  const std::filesystem::path folder = path.parent_path();
  for (const auto& place : {folder, folder / ".."}) {
    const std::filesystem::path file = place / "trials_properties.json";
    if (!std::filesystem::exists(file)) continue;
    const JsonDocument document = JsonDocument::Read(file);
    simdjson::dom::array entries;
    if (document.root().get_array().get(entries) != simdjson::SUCCESS) return properties;
    for (const simdjson::dom::element entry : entries) {
      simdjson::dom::object object;
      if (entry.get_object().get(object) != simdjson::SUCCESS) continue;
      TrialFields fields(object);
      try {
        VisionsProperty& property = properties[fields.Text("image").value_or("")];
        property.target_object = fields.Text("target_object").value_or("");
        const auto x = fields.Number("target_matched_column");
        const auto y = fields.Number("target_matched_row");
        const auto width = fields.Number("target_width"), height = fields.Number("target_height");
        if (x && y && width && height) property.target = BoxOnScreen{*x, *y, *width, *height};
      } catch (const BadTrial& bad) {
        throw InputError(file, "", "{}", bad.what());
      }
    }
    return properties;
  }
  return properties;
}

// One picture's entry of a ViSioNS file. Points are pixels of the picture; the box is
// [top, left, bottom, right], counted likewise.
class VisionsTrial {
 public:
  VisionsTrial(TrialFields& fields, const VisionsProperties& properties, TrialImport& import)
      : fields_(fields), properties_(properties), import_(import) {}

  TrialOnScreen Read(std::string name, const Identifier& by_file) {
    TrialOnScreen trial;
    trial.name = std::move(name);
    const Identifier subject = fields_.Name("subject");
    trial.subject = subject.known() ? subject : by_file;
    const auto known = properties_.find(trial.name);
    std::string object = fields_.Text("target_object").value_or("");
    if (!IsTargetName(object) && known != properties_.end()) object = known->second.target_object;
    // It was shown as a piece of the picture where nobody named it.
    trial.task = IsTargetName(object) ? object : kUnnamedTarget;
    if (trial.task == kUnnamedTarget)
      import_.Note("trials whose target has no name: called \"target\"");
    const auto found = fields_.Flag("target_found");
    trial.answer_known = found.has_value();
    trial.correct = found.value_or(true);
    trial.fixated_target = found;
    trial.viewing = ReadViewing();
    ReadScanpath(trial);
    ReadBox(trial);
    if (!trial.target && known != properties_.end() && known->second.target) {
      const BoxOnScreen area = trial.viewing->Area();
      trial.target = known->second.target;
      trial.target->x += area.x;
      trial.target->y += area.y;
    }
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
    fields_.NumbersOrNaN("X", x);
    fields_.NumbersOrNaN("Y", y);
    bool timed = fields_.NumbersOrNaN("T", t);
    if (x.size() != y.size()) {
      Bad("X and Y of different length", "X has {} entries and Y has {}; they must be equal",
          x.size(), y.size());
    }
    if (timed && t.size() > x.size()) import_.Note("trials whose T is longer than X: T was cut");
    if (timed && t.size() < x.size()) {
      import_.Note("trials whose T is shorter than X: without durations");
      timed = false;
    }
    if (timed && std::ranges::any_of(t, [](double ms) { return std::isnan(ms); })) {
      import_.Note("trials in which some durations are missing: without durations");
      timed = false;
    }
    const BoxOnScreen area = trial.viewing->Area();
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (std::isnan(x[i]) || std::isnan(y[i])) {
        import_.LeftOut("fixations without coordinates");
      } else {
        trial.scanpath.push_back({{area.x + x[i], area.y + y[i]}, timed ? t[i] : 0});
      }
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
  const VisionsProperties& properties_;
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
  const VisionsProperties properties = ReadProperties(path);
  for (const auto& [name, value] : pictures) {
    const std::string where = "picture " + std::string(name);
    TrialOnScreen trial;
    try {
      simdjson::dom::object entry;
      if (value.get_object().get(entry) != simdjson::SUCCESS) {
        Bad("wrong type", "is {}; an object is expected", KindOf(value));
      }
      TrialFields fields(entry);
      trial = VisionsTrial(fields, properties, import).Read(std::string(name), by_file);
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

}  // namespace saccade
