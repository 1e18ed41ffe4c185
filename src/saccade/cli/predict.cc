#include <fmt/format.h>

#include <memory>

#include "saccade/app/photo_drawing.h"
#include "saccade/app/predict_folder.h"
#include "saccade/app/predict_pairs.h"
#include "saccade/app/predict_photo.h"
#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/base/log.h"
#include "saccade/base/stopwatch.h"
#include "saccade/cli/command.h"
#include "saccade/cli/command_tree.h"
#include "saccade/cli/option_list.h"
#include "saccade/cli/table.h"
#include "saccade/cli/words.h"
#include "saccade/image/picture_file.h"
#include "saccade/image/search_animation.h"
#include "saccade/search/installed_models.h"

namespace saccade::cli {
namespace {

using nlohmann::ordered_json;

struct PredictCommand {
  app::PredictPairsOptions options;
  app::PredictFolderOptions photos;  // what `options` does not have
  std::string image;
  Frame frame = Frame::kImage;
  std::string maps;
  std::string reward;
  std::string heat;
  std::string out;
  JsonOutput json;
};

void RunPairs(const PredictCommand& command) {
  if (!command.heat.empty()) throw InputError("--heat belongs to --image; leave it out");
  if (command.out.empty()) throw InputError("--pairs needs --out: the file for the scanpaths");
  if (command.json.wanted) {
    throw InputError("--json belongs to --image; the scanpaths are in --out");
  }
  const auto& images = command.options.features.images;
  const app::PredictPairsResult result = app::PredictPairs(command.options);
  app::WriteScanpaths(command.out, result.scanpaths, command.frame);
  LogInfo("{}: {} scanpaths for {} searches", command.out, result.scanpaths.size(),
          result.searches.size());
  if (!command.maps.empty()) {
    app::WriteMaps(command.maps, result.maps);
    LogInfo("{}: {} maps", command.maps, result.maps.keys.size());
  }
  if (const auto& draw = command.photos.draw; !draw.empty()) {
    app::DrawSearches(draw, images, result);
  }
  if (!command.reward.empty()) app::DrawRewards(command.reward, images, result);
}

struct StageSeconds {
  double load = 0;  // the searching model and the parser
  PhotoTiming photo;
  double search = 0;
  double draw = 0;
};

ordered_json SecondsJson(const StageSeconds& seconds) {
  const ParseTiming& parse = seconds.photo.parse;
  return {{"load", seconds.load},       {"read", seconds.photo.read}, {"fit", seconds.photo.fit},
          {"features", parse.features}, {"things", parse.things},     {"stuff", parse.stuff},
          {"merge", parse.merge},       {"grid", seconds.photo.grid}, {"search", seconds.search},
          {"draw", seconds.draw}};
}

void Report(const PredictCommand& command, const ParsedPhoto& photo,
            std::span<const app::PhotoScanpath> scanpaths, const StageSeconds& seconds) {
  Table table{.columns = {{"target"}, {"scanpaths"}, {"found"}, {"on target"}, {"saccades", 2}},
              .rows = {}};
  for (const app::TargetOutcome& outcome : app::OutcomesOf(photo, scanpaths)) {
    const std::string_view target = kTaskNames[outcome.task];
    table.rows.push_back(
        {target, outcome.scanpaths, outcome.found, outcome.on_box, outcome.saccades});
    if (!outcome.seen) {
      LogWarning("{}: the parser did not see one, so it is never found", target);
    }
  }
  const ordered_json stages = SecondsJson(seconds);
  std::string line;
  for (const auto& [stage, value] : stages.items()) {
    if (value < 0.0005) continue;
    line += fmt::format("{}{} {:.3f}", line.empty() ? "" : ", ", stage, value.get<double>());
  }
  LogInfo("parser: {}", photo.parser);
  LogInfo("seconds: {}", line);
  ordered_json document = app::PredictionJson(photo, scanpaths);
  document["seconds"] = stages;
  if (!WriteJson(command.json, document)) PrintTable(table);
}

// What belongs to --pairs says nothing of a photo.
void RefuseForPhotos(const PredictCommand& command) {
  const auto refuse = [](bool given, const char* option) {
    if (given) throw InputError(fmt::format("{} belongs to --pairs; leave it out", option));
  };
  refuse(!command.options.beliefs.empty(), "--beliefs");
  refuse(command.options.searches != 0, "--searches");
  refuse(command.frame != Frame::kImage, "--frame");
  refuse(!command.maps.empty(), "--maps");
  refuse(!command.reward.empty(), "--reward");
  refuse(!command.options.features.images.empty(), "--images");
}

void DrawPhotoTo(const PredictCommand& command, const ParsedPhoto& photo,
                 std::span<const app::PhotoScanpath> scanpaths) {
  const std::filesystem::path& draw = command.photos.draw;
  if (draw.extension() != ".webp") return WritePicture(draw, app::DrawPhoto(photo, scanpaths));
  const app::PhotoFigure drawing = app::FigureOf(photo, scanpaths);
  WriteFileAtomically(draw, SearchAnimation(drawing.ground, drawing.figure));
}

void RunPhoto(const PredictCommand& command) {
  const app::PredictPhotoOptions& options = command.photos.predict;
  options.Check();
  RefuseForPhotos(command);
  const bool draws = !command.photos.draw.empty();
  if (command.out.empty() && !draws && command.heat.empty() && !command.json.wanted) {
    throw InputError("--image needs --draw OUT.png, --heat OUT.png, --out OUT.json or --json");
  }
  StageSeconds seconds;
  Stopwatch watch;
  const app::PhotoSearcher searcher = app::OpenPhotoSearcher(command.photos.searcher);
  seconds.load = watch.Lap();
  const ParsedPhoto photo = searcher.Parse(command.image);
  seconds.photo = photo.timing;
  watch.Lap();
  const auto scanpaths = searcher.Search(photo, options);
  seconds.search = watch.Lap();
  if (draws) DrawPhotoTo(command, photo, scanpaths);
  if (!command.heat.empty()) WritePicture(command.heat, app::DrawHeat(photo, scanpaths));
  seconds.draw = watch.Lap();
  if (!command.out.empty()) {
    WriteFileAtomically(command.out, app::ToJson(photo, scanpaths).dump(1) + "\n");
  }
  Report(command, photo, scanpaths, seconds);
}

void RunFolder(const PredictCommand& command) {
  if (!command.heat.empty()) throw InputError("--heat belongs to --image; leave it out");
  if (command.json.wanted) throw InputError("--json belongs to --image; use --out or --out-dir");
  const app::PredictFolderOptions& options = command.photos;
  if (command.out.empty() && options.out_folder.empty() && options.draw.empty()) {
    throw InputError("a folder of photos needs --out OUT.json, --out-dir DIR or --draw");
  }
  if (!command.out.empty() && !options.out_folder.empty()) {
    throw InputError("--out and --out-dir exclude each other");
  }
  PredictCommand photo = command;
  photo.options.features.images.clear();
  RefuseForPhotos(photo);
  const app::PredictFolderResult result = app::PredictFolder(options);
  if (!command.out.empty()) {
    WriteFileAtomically(command.out, ordered_json(result.photos).dump(1) + "\n");
  }
  LogInfo("{} photos searched, {} there from an earlier run, {} left out", result.searched,
          result.kept, result.skipped);
}

void Run(PredictCommand command, const Invocation& invocation) {
  app::PredictPairsOptions& options = command.options;
  app::PredictFolderOptions& photos = command.photos;
  options.predict.seed = invocation.seed;
  options.maps = !command.maps.empty();
  options.rewards = !command.reward.empty();
  options.Check();
  photos.images = options.features.images;
  photos.searcher = {options.model, options.parsing};
  photos.predict.predict = options.predict;
  photos.predict.without = options.without;
  const bool pairs = !app::IsEmpty(options.pairs), photo = !command.image.empty();
  const bool names_target = !photos.predict.targets.empty() || photos.predict.all_targets;
  const bool folder = !pairs && !photo && !photos.images.empty() && names_target;
  if (!folder && pairs == photo) {
    throw InputError(
        "predict: give --image PHOTO or --images DIR with --target, or --pairs F.json, the (task, "
        "picture) pairs to search, with --beliefs S.beliefs or --images DIR");
  }
  if ((photos.lenient || !photos.out_folder.empty()) && !folder) {
    throw InputError("--lenient and --out-dir belong to --images DIR --target X; leave them out");
  }
  if (folder) return RunFolder(command);
  photo ? RunPhoto(command) : RunPairs(command);
}

// What --model takes beside folders.
std::vector<std::string> ModelWords() {
  std::vector<std::string> words = InstalledModels();
  for (const BuiltInModel& model : BuiltInModels()) {
    if (!model.name.starts_with(kRewardPrefix)) words.push_back(model.name);
  }
  return words;
}

}  // namespace

void AddPredict(CLI::App& app, Invocation& invocation) {
  const auto command = std::make_shared<PredictCommand>();
  CLI::App* predict =
      app.add_subcommand("predict", "Scanpaths for a photo, or for the searches of a data set");
  OptionList options = OptionsOf(command->options), photos = OptionsOf(command->photos);
  options.Drop({"maps", "rewards", "seed"});
  AddOption(*predict, options.Take("model"))->check(Suggest(ModelWords()));
  predict->add_option("--image", command->image, "A photo to search in");
  AddOption(*predict, photos.Take("target"));
  AddOption(*predict, photos.Take("all-targets-present"));
  AddOptions(*predict, options);
  AddWord(*predict, "--frame", command->frame, kFrameWords,
          "Of the points written: image or display")
      ->default_str("image");
  predict->add_option("--maps", command->maps,
                      "Folder for the maps of the next fixation that evaluate --maps reads");
  predict->add_option("--reward", command->reward, "Folder for pictures of the learned reward");
  AddOption(*predict, photos.Take("draw"));
  predict->add_option("--heat", command->heat,
                      "With --image: draw where all of the scanpaths went, as a heat map");
  predict->add_option("--out", command->out,
                      "File for the scanpaths (JSON); with --image in the photo's own pixels");
  AddOption(*predict, photos.Take("out-dir"));
  AddOption(*predict, photos.Take("lenient"));
  AddJsonOption(*predict, command->json);
  std::string built_in = "Built-in models:\n";
  for (const BuiltInModel& model : BuiltInModels()) {
    built_in += fmt::format("  {:<16}{}\n", model.name, model.description);
  }
  predict->footer(
      built_in +
      "\nExamples:\n"
      "  saccade predict --image samples/kitchen.jpg --target microwave --draw out.png\n"
      "  saccade predict --images photos --target cup,bowl --out-dir searched --draw sheet.jpg\n"
      "  saccade predict --model models/coco-search18-irl --beliefs pictures.beliefs \\\n"
      "      --pairs valid.json --samples 10 --out predictions.json\n"
      "  saccade predict --images photos --pairs valid.json --searches 12 --draw sheet.png \\\n"
      "      --out sheet.json\n"
      "  saccade predict --model runs/detector/model --images pictures --features-from resnet50.pt "
      "\\\n"
      "      --pairs valid.json --out predictions.json");
  predict->callback([command, &invocation] {
    invocation.run = [command, &invocation] { Run(*command, invocation); };
  });
}

}  // namespace saccade::cli
