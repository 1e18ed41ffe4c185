#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "saccade/app/libtorch.h"
#include "saccade/base/error.h"
#include "saccade/beliefs/store_builder.h"
#include "saccade/cli/beliefs.h"
#include "saccade/perception/parser_registry.h"
#include "saccade/perception/photo_beliefs.h"

namespace saccade::cli {
namespace {

struct BuildCommand {
  std::string sharp;
  std::string blurred;
  std::string boxes;
  std::string detections;
  std::string blurred_detections;
  std::string dcbs;
  std::string images;
  std::vector<std::string> parser;
  int input_size = 0;
  double blur = 2;
  std::string rule{RuleName(kDefaultDownsampleRule)};
  bool things_only = false;
  std::string saliency;
  std::string saliency_names;
  std::string values = "byte";
  std::string out;
  JsonOutput json;
};

std::optional<std::filesystem::path> PathIfGiven(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return text;
}

BeliefSource SourceOf(const BuildCommand& command) {
  const int kinds = (command.sharp.empty() && command.blurred.empty() ? 0 : 1) +
                    (command.boxes.empty() ? 0 : 1) + (command.dcbs.empty() ? 0 : 1) +
                    (command.images.empty() ? 0 : 1);
  if (kinds != 1) {
    throw InputError(
        "give one kind of input: --sharp with --blurred, or --images, or --boxes, or --dcbs");
  }
  const DownsampleRule rule = DownsampleRuleOf(command.rule);
  if (!command.dcbs.empty()) return DcbSource(command.dcbs);
  if (!command.images.empty()) {
    // Pictures are parsed in parallel, each on one thread.
    ParserOptions options{.models = {command.parser.begin(), command.parser.end()},
                          .input_size = command.input_size,
                          .threads = 1};
    return PhotoSource(command.images, OpenParser(app::WithTorchScript(options)),
                       {.sigma = command.blur, .rule = rule});
  }
  if (!command.boxes.empty()) {
    return BoxSource({command.boxes, PathIfGiven(command.detections),
                      PathIfGiven(command.blurred_detections), rule});
  }
  if (command.sharp.empty() || command.blurred.empty()) {
    throw InputError("--sharp and --blurred belong together: the fovea's and the periphery's view");
  }
  return PanopticSource(command.sharp, command.blurred, rule);
}

void Run(const BuildCommand& command) {
  BeliefSource source = SourceOf(command);
  if (command.things_only) source = ThingsOnly(std::move(source));
  if (!command.saliency.empty()) {
    source = WithSaliency(std::move(source), command.saliency, PathIfGiven(command.saliency_names));
  }
  const BuildReport report = BuildBeliefStore(
      command.out, source, command.values == "half" ? BeliefValues::kHalf : BeliefValues::kByte);
  const nlohmann::ordered_json json = {{"store", command.out},
                                       {"pictures", report.pictures},
                                       {"reused", report.reused},
                                       {"bytes", report.bytes},
                                       {"seconds", report.seconds}};
  if (WriteJson(command.json, json)) return;
  fmt::print("{}: {} pictures, {:.2f} MB, {:.1f} s{}\n", command.out, report.pictures,
             static_cast<double>(report.bytes) / 1e6, report.seconds,
             report.reused == 0
                 ? ""
                 : fmt::format(" ({} taken over from a run that was stopped)", report.reused));
}

void AddInputs(CLI::App& app, BuildCommand& command) {
  app.add_option("--sharp", command.sharp,
                 "COCO panoptic JSON of the sharp pictures; its PNGs lie in the folder of the same "
                 "name without .json")
      ->type_name("FILE");
  app.add_option("--blurred", command.blurred,
                 "The same of the blurred pictures (the paper: sigma 2 at 512x320)")
      ->type_name("FILE");
  app.add_option("--boxes", command.boxes,
                 "Without segmentations: COCO instances JSON with boxes in the photos' pixels")
      ->type_name("FILE");
  app.add_option("--detections", command.detections,
                 "With --boxes: take the boxes from this list of COCO results with scores")
      ->type_name("FILE");
  app.add_option("--blurred-detections", command.blurred_detections,
                 "With --boxes: detections in the blurred pictures (default: as the sharp ones)")
      ->type_name("FILE");
  app.add_option("--dcbs", command.dcbs,
                 "The authors' folder of precomputed beliefs, {HR,LR}/<task>/<name>.pth.tar")
      ->type_name("DIR");
  app.add_option("--images", command.images,
                 "Photos to parse with --model, sharp and blurred: every picture of the folder")
      ->type_name("DIR");
  app.add_option("--model", command.parser,
                 "With --images: model file(s) that parse them (default: what make models "
                 "installed)")
      ->type_name("FILE");
  app.add_option("--input-size", command.input_size,
                 "With --images: the parser's input size; 0 is the model's own")
      ->capture_default_str()
      ->check(CLI::Range(0, 4096));
  app.add_option("--blur", command.blur, "With --images: sigma of the blurred view at 512x320")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 100.0));
}

}  // namespace

void AddBeliefsBuild(CLI::App& beliefs, Invocation& invocation) {
  CLI::App* app = beliefs.add_subcommand("build", "Build a belief store");
  app->footer(
      "Examples:\n"
      "  saccade beliefs build --sharp sharp.json --blurred blurred.json --out s.beliefs\n"
      "  saccade beliefs build --boxes instances.json --detections yolo.json --out s.beliefs\n"
      "  saccade beliefs build --dcbs DCBs --out s.beliefs\n\n"
      "Finished pictures are kept in OUT.part until the store is complete; run the same\n"
      "command again after an interruption and it continues.");
  const auto command = std::make_shared<BuildCommand>();
  AddInputs(*app, *command);
  app->add_option("--rule", command->rule,
                  "How 16x16 pixels become a cell: the pixel at its corner or center, the class of "
                  "the majority, or every class with its area")
      ->check(CLI::IsMember({"corner", "center", "majority", "area"}))
      ->capture_default_str();
  app->add_flag("--things-only", command->things_only,
                "Leave stuff out, as a parser of things alone would");
  app->add_option("--saliency", command->saliency,
                  "Saliency as channel 135: a folder of .npy, .png or .jpg by picture, or one .npy "
                  "[pictures, rows, columns]")
      ->type_name("PATH");
  app->add_option("--saliency-names", command->saliency_names,
                  "For one .npy: the pictures' names, one a line")
      ->type_name("FILE");
  app->add_option("--values", command->values, "How values are stored: 1/255 steps, or half floats")
      ->check(CLI::IsMember({"byte", "half"}))
      ->capture_default_str();
  app->add_option("--out", command->out, "The store to write")->required()->type_name("FILE");
  AddJsonOption(*app, command->json);
  app->callback([command, &invocation] { invocation.run = [command] { Run(*command); }; });
}

}  // namespace saccade::cli
