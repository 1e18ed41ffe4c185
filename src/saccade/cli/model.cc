#include "saccade/app/model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "saccade/base/log.h"
#include "saccade/cli/command.h"
#include "saccade/cli/option_list.h"
#include "saccade/cli/table.h"

namespace saccade::cli {
namespace {

using app::Parameters;

void AddImport(CLI::App& model, Invocation& invocation) {
  const auto call = std::make_shared<app::ImportModelOptions>();
  CLI::App* command =
      model.add_subcommand("import", "Make a model of the authors' PyTorch checkpoints");
  OptionList options = OptionsOf(*call);
  AddOption(*command, options.Take("files"), "FILE")
      ->required()
      ->expected(1, 2)
      ->check(CLI::ExistingFile);
  AddOption(*command, options.Take("out"))->required();
  AddOptions(*command, options);
  command->footer(
      "Example:\n  saccade model import trained_discriminator.pkg --out models/released  "
      "# needs the authors' checkpoint");
  command->callback([call, &invocation] {
    invocation.run = [call] {
      const Model made = app::ImportModel(*call);
      LogInfo("{}: {} tensors written", call->out.string(), made.tensors.size());
    };
  });
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
  OptionList options = OptionsOf(call->options);
  AddOption(*command, options.Take("format"))->default_str("")->required();
  command->add_option("--out", call->out, "File to write")->required();
  AddOptions(*command, options);
  command->footer(
      "Example:\n  saccade model export models/coco-search18-irl --format onnx --out policy.onnx");
  command->callback([call, &invocation] {
    invocation.run = [call] { app::ExportModelFile(call->model, call->out, call->options); };
  });
}

std::string ShapeText(const HostTensor& tensor) {
  return fmt::format("{}", fmt::join(tensor.shape, " x "));
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
  if (WriteJson(options.json, app::ToJson(file, options.path))) return;
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
  command->footer("Example:\n  saccade model info models/coco-search18-irl");
  command->callback([options, &invocation] { invocation.run = [options] { RunInfo(*options); }; });
}

void AddDescribe(CLI::App& model, Invocation& invocation) {
  auto options = std::make_shared<app::DescribeModelOptions>();
  CLI::App* command = model.add_subcommand("describe", "Change what a model's card says");
  OptionList list = OptionsOf(*options);
  AddOption(*command, list.Take("model"), "MODEL")->required()->check(CLI::ExistingDirectory);
  AddOptions(*command, list);
  command->footer(
      "Example:\n  saccade model describe models/mine --name \"My model\" --license MIT");
  command->callback(
      [options, &invocation] { invocation.run = [options] { app::DescribeModel(*options); }; });
}

void PrintDurations(const Durations& durations) {
  Table table;
  table.title = {"log(ms) of a fixation whose next is known"};
  table.columns = {{"fixation"},
                   {"ms, saccades of 64 pixels", 0},
                   {"came from, per log pixel", 3},
                   {"goes to", 3},
                   {"on target", 3},
                   {"spread", 3}};
  constexpr std::array<const char*, 3> kNames = {"start", "first", "later"};
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    const DurationTerms& w = durations.going_on[i];
    table.rows.push_back({kNames[i], std::exp(w.log_ms + (w.came + w.goes) * std::log1p(64)),
                          w.came, w.goes, w.target, w.spread});
  }
  PrintTable(table);
}

void AddDurationsCommand(CLI::App& model, Invocation& invocation) {
  auto options = std::make_shared<app::LearnDurationsOptions>();
  CLI::App* command = model.add_subcommand(
      "durations", "Learn from people how long fixations last; the model then predicts it too");
  OptionList list = OptionsOf(*options);
  AddOption(*command, list.Take("model"), "MODEL")->required()->check(CLI::ExistingDirectory);
  AddOptions(*command, list);
  for (const char* file : {"--fixations", "--beliefs"}) {
    command->get_option(file)->required()->check(CLI::ExistingFile);
  }
  command->footer(
      "Example:\n  saccade model durations models/mine --fixations train.json "
      "--beliefs pictures.beliefs");
  command->callback([options, &invocation] {
    invocation.run = [options] { PrintDurations(app::AddDurations(*options)); };
  });
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
  AddDurationsCommand(*model, invocation);
}

}  // namespace saccade::cli
