#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "saccade/app/beliefs.h"
#include "saccade/cli/beliefs.h"
#include "saccade/cli/words.h"

namespace saccade::cli {
namespace {

struct BuildCommand {
  app::BuildBeliefsOptions options;
  std::vector<std::string> parser;
  JsonOutput json;
};

const Words<DownsampleRule> kRuleWords = {{"corner", DownsampleRule::kCorner},
                                          {"center", DownsampleRule::kCenter},
                                          {"majority", DownsampleRule::kMajority},
                                          {"area", DownsampleRule::kArea}};
const Words<BeliefValues> kValuesWords = {{"byte", BeliefValues::kByte},
                                          {"half", BeliefValues::kHalf}};

void Run(const BuildCommand& command) {
  app::BuildBeliefsOptions options = command.options;
  options.parsing.parser.assign(command.parser.begin(), command.parser.end());
  const BuildReport report = app::BuildBeliefs(options);
  if (WriteJson(command.json, app::ToJson(report, options.out))) return;
  fmt::print("{}: {} pictures, {:.2f} MB, {:.1f} s{}\n", options.out.string(), report.pictures,
             static_cast<double>(report.bytes) / 1e6, report.seconds,
             report.reused == 0
                 ? ""
                 : fmt::format(" ({} taken over from a run that was stopped)", report.reused));
}

void AddInputs(CLI::App& command, BuildCommand& call) {
  app::BuildBeliefsOptions& options = call.options;
  command
      .add_option(
          "--sharp", options.sharp,
          "COCO panoptic JSON of the sharp pictures; its PNGs lie in the folder of the same "
          "name without .json")
      ->type_name("FILE");
  command
      .add_option("--blurred", options.blurred,
                  "The same of the blurred pictures (the paper: sigma 2 at 512x320)")
      ->type_name("FILE");
  command
      .add_option("--boxes", options.boxes,
                  "Without segmentations: COCO instances JSON with boxes in the photos' pixels")
      ->type_name("FILE");
  command
      .add_option("--detections", options.detections,
                  "With --boxes: take the boxes from this list of COCO results with scores")
      ->type_name("FILE");
  command
      .add_option("--blurred-detections", options.blurred_detections,
                  "With --boxes: detections in the blurred pictures (default: as the sharp ones)")
      ->type_name("FILE");
  command
      .add_option("--dcbs", options.dcbs,
                  "The authors' folder of precomputed beliefs, {HR,LR}/<task>/<name>.pth.tar")
      ->type_name("DIR");
  command
      .add_option("--images", options.images,
                  "Photos to parse with --model, sharp and blurred: every picture of the folder")
      ->type_name("DIR");
  command
      .add_option("--model", call.parser,
                  "With --images: model file(s) that parse them (default: what make models "
                  "installed)")
      ->type_name("FILE");
  command
      .add_option("--input-size", options.parsing.input_size,
                  "With --images: the parser's input size; 0 is the model's own")
      ->capture_default_str()
      ->check(CLI::Range(0, 4096));
  command
      .add_option("--blur", options.parsing.blur,
                  "With --images: sigma of the blurred view at 512x320")
      ->default_str("2")
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
  AddWord(*app, "--rule", command->options.rule, kRuleWords,
          "How 16x16 pixels become a cell: the pixel at its corner or center, the class of "
          "the majority, or every class with its area")
      ->default_str(std::string(RuleName(kDefaultDownsampleRule)));
  app->add_flag("--things-only", command->options.things_only,
                "Leave stuff out, as a parser of things alone would");
  app->add_option("--saliency", command->options.saliency,
                  "Saliency as channel 135: a folder of .npy, .png or .jpg by picture, or one .npy "
                  "[pictures, rows, columns]")
      ->type_name("PATH");
  app->add_option("--saliency-names", command->options.saliency_names,
                  "For one .npy: the pictures' names, one a line")
      ->type_name("FILE");
  AddWord(*app, "--values", command->options.values, kValuesWords,
          "How values are stored: 1/255 steps, or half floats")
      ->default_str("byte");
  app->add_option("--out", command->options.out, "The store to write")
      ->required()
      ->type_name("FILE");
  AddJsonOption(*app, command->json);
  app->callback([command, &invocation] { invocation.run = [command] { Run(*command); }; });
}

}  // namespace saccade::cli
