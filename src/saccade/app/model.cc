#include "saccade/app/model.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "saccade/app/libtorch.h"
#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/base/options.h"
#include "saccade/beliefs/belief_store.h"
#include "saccade/scene/trial_file.h"

namespace saccade::app {
namespace {

using Json = nlohmann::ordered_json;

Json DescriptionJson(const ModelDescription& model) {
  Json files = Json::array();
  for (const TrainingFile& file : model.training) {
    files.push_back({{"role", file.role},
                     {"name", file.name},
                     {"xxh3", fmt::format("{:016x}", file.checksum)}});
  }
  return {{"kind", model.kind},
          {"preset", model.preset},
          {"targets", model.targets},
          {"channels", model.channels},
          {"grid", {{"columns", model.columns}, {"rows", model.rows}}},
          {"beliefs", {{"rule", model.beliefs.rule}, {"blur_sigma", model.beliefs.blur_sigma}}},
          {"seed", model.seed},
          {"training", files},
          {"settings", model.settings},
          {"calibration", model.calibration},
          {"durations", model.durations},
          {"scores", model.scores},
          {"created_by", model.created_by},
          {"license", model.license}};
}

}  // namespace

OptionList OptionsOf(ImportModelOptions& o) {
  OptionList list;
  list.Add("files", TextsOf(o.files), "trained_generator.pkg, trained_discriminator.pkg, or both",
           "FILE")
      // The authors call the policy generator.
      .Add("kind", ChoiceOf(o.kind, {"generator", "discriminator"}),
           "What the file must be (default: found from its tensors)")
      .Add("half", o.half, "Store weights with 16 bits")
      .Add("out", TextOf(o.out), "Folder of the model", "FOLDER");
  return list;
}

OptionList OptionsOf(DescribeModelOptions& o) {
  OptionList list;
  list.Add("model", TextOf(o.model), "Folder of a model", "MODEL")
      .Add("name", o.name, "Title of the card")
      .Add("license", o.license, "Licence of the weights")
      .Add("notes", TextOf(o.notes), "Markdown file: data, limits, how it was chosen", "FILE")
      .Add("blur", o.blur_sigma, {0, 100}, "Sigma of their blurred layer, pixels")
      .Add("rule", o.rule, "Rule of the beliefs it was trained on");
  return list;
}

OptionList OptionsOf(LearnDurationsOptions& o) {
  OptionList list;
  list.Add("model", TextOf(o.model), "Folder of a model", "MODEL")
      .Add("fixations", TextOf(o.fixations), "Trials to learn from", "FILE")
      .Add("beliefs", TextOf(o.beliefs), "Belief store of their pictures", "STORE");
  return list;
}

Model ImportModel(const ImportModelOptions& options) {
  Model model = ImportAuthorsModel(options.files, options.kind);
  WriteModelFolder(options.out, model, options.half ? Precision::kHalf : Precision::kFloat);
  return model;
}

void ExportModelFile(const std::filesystem::path& model, const std::filesystem::path& out,
                     const ExportOptions& options) {
  ExportModel(model, out, WithTorchScript(options));
}

std::int64_t Parameters(const NamedTensors& tensors) {
  std::int64_t count = 0;
  for (const auto& [name, tensor] : tensors) count += ElementCount(tensor.shape);
  return count;
}

Json ToJson(const WeightsFile& file, const std::filesystem::path& path) {
  Json document = {{"path", path.string()}, {"format", file.format}};
  if (file.description) document.update(DescriptionJson(*file.description));
  document["xxh3"] = fmt::format("{:016x}", file.checksum);
  document["parameters"] = Parameters(file.tensors);
  Json tensors = Json::array();
  for (const auto& [name, tensor] : file.tensors) {
    tensors.push_back(
        {{"name", name}, {"shape", tensor.shape}, {"parameters", ElementCount(tensor.shape)}});
  }
  document["tensors"] = std::move(tensors);
  return document;
}

void DescribeModel(const DescribeModelOptions& options) {
  ModelDescription card = ReadModelDescription(options.model);
  if (!options.name.empty()) card.name = options.name;
  if (!options.license.empty()) card.license = options.license;
  if (!options.notes.empty()) card.notes = ReadFile(options.notes);
  if (!options.rule.empty()) card.beliefs.rule = options.rule;
  if (options.blur_sigma) card.beliefs.blur_sigma = *options.blur_sigma;
  ReplaceDescription(options.model, card);
}

Durations AddDurations(const LearnDurationsOptions& options) {
  ModelDescription card = ReadModelDescription(options.model);
  if (card.settings.contains("features")) {
    throw InputError(options.model, "", "sees pictures and no beliefs, by which durations go");
  }
  const BeliefLibrary library(BeliefStore::Open(options.beliefs));
  const Durations durations = LearnDurations(ReadTrialsInImage(options.fixations), library);
  card.durations = DurationsByName(durations);
  ReplaceDescription(options.model, card);
  return durations;
}

}  // namespace saccade::app
