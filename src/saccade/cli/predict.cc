#include <fmt/format.h>

#include <memory>

#include "saccade/app/merge.h"
#include "saccade/base/error.h"
#include "saccade/base/log.h"
#include "saccade/cli/command_tree.h"
#include "saccade/cli/option_list.h"
#include "saccade/cli/predict_command.h"
#include "saccade/cli/shard_option.h"
#include "saccade/image/picture_file.h"
#include "saccade/search/installed_models.h"

namespace saccade::cli {

void Refuse(std::initializer_list<GivenOption> options, const char* belong_to) {
  for (const GivenOption& option : options) {
    if (!option.given) continue;
    throw InputError(fmt::format("{} belongs to {}; leave it out", option.name, belong_to));
  }
}

namespace {

void RunPairs(const PredictCommand& command) {
  const app::PredictPhotoOptions& photo = command.photos.predict;
  Refuse({{!command.heat.empty(), "--heat"}, {!command.after.empty(), "--after"}}, "--image");
  Refuse({{!photo.targets.empty(), "--target"}, {photo.all_targets, "--all-targets-present"}},
         "--image PHOTO or --images DIR");
  const app::ParsingOptions& parsing = command.options.parsing;
  if (!command.options.beliefs.empty()) {
    Refuse({{!parsing.parser.empty(), "--parser"},
            {parsing.input_size != 0, "--input-size"},
            {parsing.blur.has_value(), "--blur"}},
           "pictures that are parsed, and --beliefs has been");
  }
  if (command.out.empty()) throw InputError("--pairs needs --out: the file for the scanpaths");
  if (command.json.wanted) {
    throw InputError("--json belongs to --image; the scanpaths are in --out");
  }
  if (command.share && app::IsShareWritten(*command.share)) return;
  const auto& images = command.options.features.images;
  const app::PredictPairsResult result = app::PredictPairs(command.options);
  if (!command.share) {
    app::WriteScanpaths(command.out, result.scanpaths, command.frame);
    LogInfo("{}: {} scanpaths for {} searches", command.out, result.scanpaths.size(),
            result.searches.size());
  }
  if (!command.maps.empty()) {
    app::WriteMaps(command.maps, result.maps);
    LogInfo("{}: {} maps", command.maps, result.maps.keys.size());
  }
  if (const auto& draw = command.photos.draw; !draw.empty()) {
    app::DrawSearches(draw, images, result);
  }
  if (!command.reward.empty()) app::DrawRewards(command.reward, images, result);
  // Last: a share that is there is done.
  if (command.share) {
    app::WriteShare(*command.share, app::kScanpathShare, {}, app::ShareOf(result, command.frame));
  }
}

// A folder of JSONs, --out-dir, is filled by all shares and needs no merging.
void SetShare(PredictCommand& command, const CLI::App& app) {
  const auto& folder = command.photos.out_folder;
  command.share = ShareCallOf(app, command.shard, folder.empty() ? command.out : folder.string(),
                              {app::NameOf(command.options.pairs)}, {"--maps"});
  if (!command.share) return;
  command.options.shard = command.photos.shard = command.share->shard;
  const std::filesystem::path& draw = command.photos.draw;
  if (IsPictureName(draw.filename().string())) {
    throw InputError(draw, "", "is a sheet of several shares' pictures; --draw a folder");
  }
}

void Run(PredictCommand command, const CLI::App& app, const Invocation& invocation) {
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
  if (photo) {
    Refuse({{!command.shard.empty(), "--shard"}}, "--pairs, and to --images DIR");
  } else {
    SetShare(command, app);
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
  options.Drop({"maps", "rewards", "seed", "shard"});
  AddOption(*predict, options.Take("model"))->check(Suggest(ModelWords()));
  predict->add_option("--image", command->image, "A photo to search in");
  AddOption(*predict, photos.Take("target"));
  AddOption(*predict, photos.Take("all-targets-present"));
  AddOptions(*predict, options);
  AddOption(*predict, {"frame",
                       ChoiceOf(command->frame, {"display", "image"}),
                       {},
                       "Of the points written: image or display"});
  predict->add_option("--maps", command->maps,
                      "Folder for maps of the next fixation: with --pairs those that evaluate "
                      "--maps reads, with --image arrays and pictures, of the belief too");
  predict->add_option("--reward", command->reward,
                      "Folder for pictures of the learned reward, with --image as arrays too");
  predict
      ->add_option("--after", command->after,
                   "With --image and --maps or --reward: fixations before them, as X,Y in the "
                   "photo's pixels")
      ->type_name("X,Y");
  AddOption(*predict, photos.Take("draw"));
  predict->add_option("--heat", command->heat,
                      "With --image: draw where all of the scanpaths went, as a heat map");
  predict->add_option("--out", command->out,
                      "File for the scanpaths (JSON); with --image in the photo's own pixels");
  AddOption(*predict, photos.Take("out-dir"));
  AddOption(*predict, photos.Take("lenient"));
  AddShardOption(*predict, command->shard);
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
      "  saccade predict --images pictures --pairs valid.json --searches 12 --draw sheet.png \\\n"
      "      --out sheet.json  # needs a parser: make models\n"
      "  saccade predict --model runs/detector/model --images pictures --features-from resnet50.pt "
      "\\\n"
      "      --pairs valid.json --out predictions.json  # needs ResNet-50's weights");
  predict->callback([command, predict, &invocation] {
    invocation.run = [command, predict, &invocation] { Run(*command, *predict, invocation); };
  });
}

}  // namespace saccade::cli
