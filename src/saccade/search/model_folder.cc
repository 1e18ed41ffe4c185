#include "saccade/search/model_folder.h"

#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "saccade/base/atomic_folder.h"
#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/base/json.h"

namespace saccade {
namespace {

using Json = nlohmann::ordered_json;
using Path = std::filesystem::path;

constexpr const char* kDescriptionFile = "model.json";
constexpr const char* kCardFile = "README.md";
constexpr const char* kFormat = "saccade-model";
constexpr int kVersion = 1;

std::string Hex(std::uint64_t value) { return fmt::format("{:016x}", value); }

// Not-a-number has no place in JSON; what was not measured is absent.
std::map<std::string, double> FiniteOnly(const std::map<std::string, double>& values) {
  std::map<std::string, double> finite = values;
  std::erase_if(finite, [](const auto& entry) { return !std::isfinite(entry.second); });
  return finite;
}

Json ToJson(const ModelDescription& model, std::uint64_t weights_checksum) {
  Json files = Json::array();
  for (const TrainingFile& file : model.training) {
    files.push_back({{"role", file.role}, {"name", file.name}, {"xxh3", Hex(file.checksum)}});
  }
  Json scores = Json::object();
  for (const auto& [what, values] : model.scores) scores[what] = FiniteOnly(values);
  return {{"format", kFormat},
          {"version", kVersion},
          {"kind", model.kind},
          {"preset", model.preset},
          {"name", model.name},
          {"targets", model.targets},
          {"channels", model.channels},
          {"grid", {{"columns", model.columns}, {"rows", model.rows}}},
          {"beliefs", {{"rule", model.beliefs.rule}, {"blur_sigma", model.beliefs.blur_sigma}}},
          {"training", {{"seed", model.seed}, {"files", files}}},
          {"settings", model.settings},
          {"calibration", FiniteOnly(model.calibration)},
          {"durations", model.durations},
          {"scores", scores},
          {"weights", {{"file", kWeightsFile}, {"xxh3", Hex(weights_checksum)}}},
          {"created_by", model.created_by},
          {"license", model.license},
          {"notes", model.notes}};
}

// One object of model.json; errors name the field with the objects around it: "grid.rows".
class Fields {
 public:
  Fields(const Path& file, const nlohmann::json& object, std::string prefix = "")
      : file_(file), object_(object), prefix_(std::move(prefix)) {
    if (!object.is_object()) {
      throw InputError(file_, prefix_, "is {}, expected an object", object.type_name());
    }
  }

  template <typename T>
  T Get(const char* name) const {
    const nlohmann::json& value = At(name);
    try {
      return value.get<T>();
    } catch (const nlohmann::json::exception&) {
      throw InputError(file_, Where(name), "is {}, which is not of the right type",
                       JsonText(value));
    }
  }

  // Like Get, for fields that a hand-written description may leave out.
  template <typename T>
  T GetOr(const char* name, T absent) const {
    return object_.contains(name) ? Get<T>(name) : absent;
  }

  Fields Object(const char* name) const { return Fields(file_, At(name), Where(name) + "."); }

  std::uint64_t GetHex(const char* name) const {
    const auto text = Get<std::string>(name);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
    if (error != std::errc() || end != text.data() + text.size()) {
      throw InputError(file_, Where(name), "is '{}', expected a hexadecimal checksum", text);
    }
    return value;
  }

  std::string Where(const char* name) const { return prefix_ + name; }
  const Path& file() const { return file_; }

 private:
  const nlohmann::json& At(const char* name) const {
    const auto found = object_.find(name);
    if (found == object_.end()) throw InputError(file_, Where(name), "is missing");
    return *found;
  }

  const Path& file_;
  const nlohmann::json& object_;
  std::string prefix_;
};

std::vector<TrainingFile> ReadTrainingFiles(const Path& file, const nlohmann::json& array) {
  std::vector<TrainingFile> files;
  for (const nlohmann::json& entry : array) {
    const Fields fields(file, entry, fmt::format("training.files[{}].", files.size()));
    files.push_back(
        {fields.Get<std::string>("role"), fields.Get<std::string>("name"), fields.GetHex("xxh3")});
  }
  return files;
}

void CheckDescription(const Path& file, const ModelDescription& model) {
  if (model.kind.empty()) throw InputError(file, "kind", "is empty");
  if (model.targets.empty()) throw InputError(file, "targets", "is empty");
  const std::set<std::string> different(model.targets.begin(), model.targets.end());
  if (different.size() != model.targets.size()) {
    throw InputError(file, "targets", "names a target twice: {}", fmt::join(model.targets, ", "));
  }
  if (model.channels < 1) throw InputError(file, "channels", "is {}", model.channels);
  if (model.columns < 1 || model.rows < 1) {
    throw InputError(file, "grid", "is {} x {}", model.columns, model.rows);
  }
  for (const auto& [name, value] : model.calibration) {
    if (name.ends_with("temperature") && !(value > 0)) {
      throw InputError(file, "calibration." + name, "is {}; it must be positive", value);
    }
  }
}

ModelDescription FromJson(const Path& file, const nlohmann::json& document) {
  const Fields fields(file, document);
  if (fields.Get<std::string>("format") != kFormat) {
    throw InputError(file, "format", "is '{}', expected '{}'", fields.Get<std::string>("format"),
                     kFormat);
  }
  if (fields.Get<int>("version") > kVersion) {
    throw InputError(file, "version", "is {}, this program reads up to {}; use a newer saccade",
                     fields.Get<int>("version"), kVersion);
  }
  ModelDescription model;
  model.kind = fields.Get<std::string>("kind");
  model.preset = fields.GetOr<std::string>("preset", "");
  model.name = fields.GetOr<std::string>("name", "");
  model.targets = fields.Get<std::vector<std::string>>("targets");
  model.channels = fields.Get<int>("channels");
  model.columns = fields.Object("grid").Get<int>("columns");
  model.rows = fields.Object("grid").Get<int>("rows");
  model.beliefs.rule = fields.Object("beliefs").Get<std::string>("rule");
  model.beliefs.blur_sigma = fields.Object("beliefs").Get<double>("blur_sigma");
  const Fields training = fields.Object("training");
  model.seed = training.GetOr<std::uint64_t>("seed", 0);
  model.training =
      ReadTrainingFiles(file, training.GetOr<nlohmann::json>("files", nlohmann::json::array()));
  model.settings = fields.GetOr<decltype(model.settings)>("settings", {});
  model.calibration = fields.GetOr<decltype(model.calibration)>("calibration", {});
  model.durations = fields.GetOr<decltype(model.durations)>("durations", {});
  model.scores = fields.GetOr<decltype(model.scores)>("scores", {});
  model.created_by = fields.GetOr<std::string>("created_by", "");
  model.license = fields.GetOr<std::string>("license", "");
  model.notes = fields.GetOr<std::string>("notes", "");
  CheckDescription(file, model);
  return model;
}

nlohmann::json ReadDescriptionFile(const Path& folder) {
  const Path file = folder / kDescriptionFile;
  if (!std::filesystem::is_directory(folder)) {
    throw InputError(folder, "", "is no model: a folder with {} is expected", kDescriptionFile);
  }
  if (!std::filesystem::exists(file)) {
    throw InputError(folder, "", "is no model: it has no {}", kDescriptionFile);
  }
  return ReadJson(file);
}

void RefuseToReplaceOtherThings(const Path& folder) {
  if (!std::filesystem::exists(folder)) return;
  if (!std::filesystem::is_directory(folder)) {
    throw InputError(folder, "", "is a file; give the name of a folder for the model");
  }
  if (!std::filesystem::is_empty(folder) && !std::filesystem::exists(folder / kDescriptionFile)) {
    throw InputError(folder, "", "holds other things than a model; give another name");
  }
}

std::int64_t ParameterCount(const NamedTensors& tensors) {
  std::int64_t count = 0;
  for (const auto& [name, tensor] : tensors) count += ElementCount(tensor.shape);
  return count;
}

std::string ScoreTable(const ModelDescription& model) {
  std::set<std::string> metrics;
  for (const auto& [what, values] : model.scores) {
    for (const auto& [metric, value] : values) metrics.insert(metric);
  }
  if (metrics.empty()) return "";
  std::string heads = "| |";
  std::string rule = "|---|";
  for (const auto& [what, values] : model.scores) {
    heads += fmt::format(" {} |", what);
    rule += "---|";
  }
  std::string text = "\n## Scores\n" + heads + "\n" + rule + "\n";
  for (const std::string& metric : metrics) {
    text += fmt::format("| {} |", metric);
    for (const auto& [what, values] : model.scores) {
      const auto found = values.find(metric);
      text += found == values.end() ? " |" : fmt::format(" {:.4g} |", found->second);
    }
    text += '\n';
  }
  return text;
}

std::string TrainingText(const ModelDescription& model) {
  if (model.training.empty()) return "";
  std::string text =
      fmt::format("\n## Learned from\nSeed {}.\n\n| | file | XXH3 |\n|---|---|---|\n", model.seed);
  for (const TrainingFile& file : model.training) {
    text += fmt::format("| {} | `{}` | `{}` |\n", file.role, file.name, Hex(file.checksum));
  }
  return text;
}

// `write_weights` is given the file that they go to.
template <typename WriteWeights>
void WriteFolder(const Path& folder, const Model& model, const WriteWeights& write_weights) {
  ModelDescription description = model.description;
  if (description.created_by.empty()) description.created_by = "saccade " SACCADE_VERSION;
  CheckDescription(folder / kDescriptionFile, description);
  RefuseToReplaceOtherThings(folder);
  AtomicFolder part(folder);
  const Path weights = part.path() / kWeightsFile;
  write_weights(weights);
  const Json document = ToJson(description, Checksum(MappedFile(weights).bytes()));
  WriteFileAtomically(part.path() / kDescriptionFile, document.dump(2) + "\n");
  WriteFileAtomically(part.path() / kCardFile, ModelCard(description, model.tensors));
  part.Commit();
}

}  // namespace

TrainingFile DescribeTrainingFile(const std::string& role, const Path& path) {
  return {role, path.filename().string(), Checksum(MappedFile(path).bytes())};
}

ModelDescription ReadModelDescription(const Path& folder) {
  return FromJson(folder / kDescriptionFile, ReadDescriptionFile(folder));
}

Model ReadModelFolder(const Path& folder) {
  const Path file = folder / kDescriptionFile;
  const nlohmann::json document = ReadDescriptionFile(folder);
  Model model{FromJson(file, document), {}};
  const std::uint64_t noted = Fields(file, document).Object("weights").GetHex("xxh3");
  const Path weights = folder / kWeightsFile;
  const std::uint64_t found = Checksum(MappedFile(weights).bytes());
  if (found != noted) {
    throw InputError(weights, "", "has checksum {}, model.json says {}; copy the model again",
                     Hex(found), Hex(noted));
  }
  model.tensors = ReadSafetensors(weights);
  return model;
}

void WriteModelFolder(const Path& folder, const Model& model, Precision precision) {
  WriteFolder(folder, model,
              [&](const Path& weights) { WriteSafetensors(weights, model.tensors, precision); });
}

void ReplaceDescription(const Path& folder, const ModelDescription& description) {
  const Model model{description, ReadModelFolder(folder).tensors};
  WriteFolder(folder, model, [&](const Path& weights) {
    WriteFileAtomically(weights, ReadFile(folder / kWeightsFile));
  });
}

std::string ModelCard(const ModelDescription& model, const NamedTensors& tensors) {
  std::string text = fmt::format("# {}\n\n", model.name.empty() ? model.kind : model.name);
  text += "| | |\n|---|---|\n";
  const auto row = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) text += fmt::format("| {} | {} |\n", name, value);
  };
  row("kind", model.kind);
  row("preset", model.preset);
  row("targets", fmt::format("{}", fmt::join(model.targets, ", ")));
  // A model that was trained on features says of which network; it sees no beliefs.
  const bool sees_features = model.settings.contains("features");
  row("input", fmt::format("{} {} maps on {} x {} cells", model.channels,
                           sees_features ? "feature" : "belief", model.columns, model.rows));
  if (!sees_features) {
    row("beliefs", fmt::format("rule {}, blurred with sigma {:g}", model.beliefs.rule,
                               model.beliefs.blur_sigma));
  }
  row("parameters", fmt::format("{}", ParameterCount(tensors)));
  for (const auto& [name, value] : model.settings) row(name, value);
  for (const auto& [name, value] : model.calibration) row(name, fmt::format("{:g}", value));
  row("fixation durations", model.durations.empty() ? ""
                                                    : "learned: log-normal, by step, saccades "
                                                      "and belief in the target");
  row("made by", model.created_by);
  row("licence", model.license);
  text += ScoreTable(model);
  text += TrainingText(model);
  if (!model.notes.empty()) text += "\n" + model.notes + (model.notes.ends_with('\n') ? "" : "\n");
  return text;
}

}  // namespace saccade
