#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "saccade/app/libtorch.h"
#include "saccade/base/log.h"
#include "saccade/cli/command.h"
#include "saccade/cli/table.h"
#include "saccade/search/model_exchange.h"

namespace saccade::cli {
namespace {

using Json = nlohmann::ordered_json;

// The authors call the policy generator.
const std::map<std::string, NetworkKind> kImportKinds = {
    {"discriminator", NetworkKind::kDiscriminator}, {"generator", NetworkKind::kPolicy}};
const std::map<std::string, NetworkKind> kNetworks = {
    {"policy", NetworkKind::kPolicy}, {"discriminator", NetworkKind::kDiscriminator}};
const std::map<std::string, ExportFormat> kFormats = {{"pytorch", ExportFormat::kPyTorch},
                                                      {"torchscript", ExportFormat::kTorchScript},
                                                      {"onnx", ExportFormat::kOnnx}};

// An option whose words stand for values.
template <typename T>
CLI::Option* AddWord(CLI::App& command, const std::string& name,
                     const std::map<std::string, T>& known, std::function<void(T)> set,
                     const std::string& description) {
  return command
      .add_option_function<std::string>(
          name, [&known, set](const std::string& word) { set(known.at(word)); }, description)
      ->check(CLI::IsMember(known));
}

struct ImportOptions {
  std::vector<std::string> files;
  std::string out;
  std::optional<NetworkKind> kind;
  bool half = false;
};

void RunImport(const ImportOptions& options) {
  const std::vector<std::filesystem::path> files(options.files.begin(), options.files.end());
  const Model model = ImportAuthorsModel(files, options.kind);
  WriteModelFolder(options.out, model, options.half ? Precision::kHalf : Precision::kFloat);
  LogInfo("{}: {} tensors written", options.out, model.tensors.size());
}

void AddImport(CLI::App& model, Invocation& invocation) {
  auto options = std::make_shared<ImportOptions>();
  CLI::App* command =
      model.add_subcommand("import", "Make a model of the authors' PyTorch checkpoints");
  command
      ->add_option("FILE", options->files,
                   "trained_generator.pkg, trained_discriminator.pkg, or both")
      ->required()
      ->expected(1, 2)
      ->check(CLI::ExistingFile);
  command->add_option("--out", options->out, "Folder of the model")->required();
  AddWord<NetworkKind>(
      *command, "--kind", kImportKinds, [options](NetworkKind kind) { options->kind = kind; },
      "What the file must be (default: found from its tensors)");
  command->add_flag("--half", options->half, "Store weights with 16 bits");
  command->footer(
      "Example:\n  saccade model import trained_discriminator.pkg --out models/released");
  command->callback(
      [options, &invocation] { invocation.run = [options] { RunImport(*options); }; });
}

struct ExportCall {
  std::string model;
  std::string out;
  ExportOptions options;
};

void AddExport(CLI::App& model, Invocation& invocation) {
  auto call = std::make_shared<ExportCall>();
  CLI::App* command =
      model.add_subcommand("export", "Write a network for PyTorch, TorchScript or ONNX");
  command->add_option("MODEL", call->model, "Folder of the model")
      ->required()
      ->check(CLI::ExistingDirectory);
  AddWord<ExportFormat>(
      *command, "--format", kFormats,
      [call](ExportFormat format) { call->options.format = format; },
      "pytorch (a state dict for the authors' classes), torchscript or onnx")
      ->required();
  command->add_option("--out", call->out, "File to write")->required();
  AddWord<NetworkKind>(
      *command, "--network", kNetworks, [call](NetworkKind kind) { call->options.network = kind; },
      "Which network (default: the policy, if the model has one)");
  command->add_flag("--checkpoint", call->options.as_checkpoint,
                    "With pytorch: the dictionary that the authors' utils.load() expects");
  command->footer(
      "Example:\n  saccade model export models/coco-search18-irl --format onnx --out policy.onnx");
  command->callback([call, &invocation] {
    invocation.run = [call] {
      ExportModel(call->model, call->out, app::WithTorchScript(call->options));
    };
  });
}

std::string ShapeText(const HostTensor& tensor) {
  return fmt::format("{}", fmt::join(tensor.shape, " x "));
}

std::int64_t Parameters(const NamedTensors& tensors) {
  std::int64_t count = 0;
  for (const auto& [name, tensor] : tensors) count += ElementCount(tensor.shape);
  return count;
}

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
          {"scores", model.scores},
          {"created_by", model.created_by},
          {"license", model.license}};
}

Json InfoJson(const std::string& path, const WeightsFile& file) {
  Json document = {{"path", path}, {"format", file.format}};
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

void PrintDescription(const ModelDescription& model) {
  Table table;
  table.columns = {{"model"}, {model.name.empty() ? model.kind : model.name}};
  table.rows = {{"kind", model.kind},
                {"preset", model.preset},
                {"targets", fmt::format("{}", fmt::join(model.targets, ", "))},
                {"input", fmt::format("{} belief maps on {} x {} cells", model.channels,
                                      model.columns, model.rows)},
                {"beliefs", fmt::format("rule {}, blurred with sigma {:g}", model.beliefs.rule,
                                        model.beliefs.blur_sigma)},
                {"seed", fmt::format("{}", model.seed)}};
  for (const auto& [name, value] : model.settings) table.rows.push_back({name, value});
  for (const auto& [name, value] : model.calibration) {
    table.rows.push_back({name, fmt::format("{:g}", value)});
  }
  for (const TrainingFile& file : model.training) {
    table.rows.push_back(
        {fmt::format("from {}", file.role), fmt::format("{} ({:016x})", file.name, file.checksum)});
  }
  table.rows.push_back({"made by", model.created_by});
  if (!model.license.empty()) table.rows.push_back({"licence", model.license});
  PrintTable(table);
  fmt::print("\n");
}

void PrintScores(const ModelDescription& model) {
  if (model.scores.empty()) return;
  Table table;
  table.columns = {{"scored on"}, {"metric"}, {"value", 4}};
  for (const auto& [what, values] : model.scores) {
    for (const auto& [metric, value] : values) table.rows.push_back({what, metric, value});
  }
  PrintTable(table);
  fmt::print("\n");
}

void PrintTensors(const std::string& path, const WeightsFile& file) {
  Table table;
  table.title = {fmt::format("{} ({}), {} tensors, {} parameters, XXH3 {:016x}", path, file.format,
                             file.tensors.size(), Parameters(file.tensors), file.checksum)};
  table.columns = {{"tensor"}, {"shape"}, {"parameters"}};
  for (const auto& [name, tensor] : file.tensors) {
    table.rows.push_back({name, ShapeText(tensor), ElementCount(tensor.shape)});
  }
  PrintTable(table);
}

struct InfoOptions {
  std::string path;
  JsonOutput json;
};

void RunInfo(const InfoOptions& options) {
  const WeightsFile file = ReadWeightsFile(options.path);
  if (WriteJson(options.json, InfoJson(options.path, file))) return;
  if (file.description) {
    PrintDescription(*file.description);
    PrintScores(*file.description);
  }
  PrintTensors(options.path, file);
}

void AddInfo(CLI::App& model, Invocation& invocation) {
  auto options = std::make_shared<InfoOptions>();
  CLI::App* command =
      model.add_subcommand("info", "Layers, shapes, preset, training data and checksum");
  command
      ->add_option("MODEL", options->path,
                   "Folder of a model, a safetensors file or a PyTorch file")
      ->required()
      ->check(CLI::ExistingPath);
  AddJsonOption(*command, options->json);
  command->footer("Example:\n  saccade model info trained_discriminator.pkg");
  command->callback([options, &invocation] { invocation.run = [options] { RunInfo(*options); }; });
}

struct DescribeOptions {
  std::string model;
  std::string name;
  std::string license;
  std::string notes;
  std::optional<double> blur_sigma;
  std::string rule;
};

// Changes what a model's card says; the weights stay as they are.
void RunDescribe(const DescribeOptions& options) {
  ModelDescription card = ReadModelDescription(options.model);
  if (!options.name.empty()) card.name = options.name;
  if (!options.license.empty()) card.license = options.license;
  if (!options.notes.empty()) card.notes = ReadFile(options.notes);
  if (!options.rule.empty()) card.beliefs.rule = options.rule;
  if (options.blur_sigma) card.beliefs.blur_sigma = *options.blur_sigma;
  ReplaceDescription(options.model, card);
}

void AddDescribe(CLI::App& model, Invocation& invocation) {
  auto options = std::make_shared<DescribeOptions>();
  CLI::App* command = model.add_subcommand("describe", "Change what a model's card says");
  command->add_option("MODEL", options->model, "Folder of a model")
      ->required()
      ->check(CLI::ExistingDirectory);
  command->add_option("--name", options->name, "Title of the card");
  command->add_option("--license", options->license, "Licence of the weights");
  command->add_option("--notes", options->notes, "Markdown file: data, limits, how it was chosen");
  command->add_option("--rule", options->rule, "Rule of the beliefs it was trained on");
  command->add_option("--blur", options->blur_sigma, "Sigma of their blurred layer, pixels")
      ->check(CLI::Range(0.0, 100.0));
  command->footer(
      "Example:\n  saccade model describe models/mine --name \"My model\" --license MIT");
  command->callback(
      [options, &invocation] { invocation.run = [options] { RunDescribe(*options); }; });
}

}  // namespace

void AddModel(CLI::App& app, Invocation& invocation) {
  CLI::App* model = app.add_subcommand("model", "Import, export and describe trained models");
  model->footer("Example:\n  saccade model info models/coco-search18-irl");
  model->require_subcommand(1);
  AddImport(*model, invocation);
  AddExport(*model, invocation);
  AddInfo(*model, invocation);
  AddDescribe(*model, invocation);
}

}  // namespace saccade::cli
