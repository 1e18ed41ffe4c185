#include "saccade/cli/predict.h"

#include <fmt/format.h>

#include <memory>
#include <set>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/base/log.h"
#include "saccade/base/parallel.h"
#include "saccade/cli/command_tree.h"
#include "saccade/cli/map_file.h"
#include "saccade/image/geometry.h"
#include "saccade/image/heat_map.h"
#include "saccade/image/picture_file.h"
#include "saccade/metrics/conditional.h"
#include "saccade/scene/trial_file.h"
#include "saccade/search/hidden_channels.h"
#include "saccade/search/installed_models.h"

namespace saccade::cli {
namespace {

namespace fs = std::filesystem;

// Maps of the next fixation for the trials of --pairs, as `evaluate --maps` reads them.
void WriteNextFixationMaps(const PredictCommand& command, const ScanpathModel& model,
                           std::span<const Search> searches, std::span<const TrialInImage> trials) {
  std::map<std::pair<int, std::string>, const Search*> by_pair;
  for (const Search& search : searches) by_pair[{search.task, search.name}] = &search;
  struct Wanted {
    const Search* search;
    metrics::NextFixation next;
  };
  std::vector<MapKey> keys;
  std::vector<Wanted> wanted;
  for (const TrialInImage& trial :
       metrics::HumanTrialsUsed(trials, metrics::ProtocolByName("paper"))) {
    for (metrics::NextFixation& next : metrics::NextFixations(trial.scanpath)) {
      keys.push_back({trial.task, trial.name, trial.subject, next.step});
      wanted.push_back({by_pair.at({*TaskIndex(trial.task), trial.name}), std::move(next)});
    }
  }
  std::vector<float> values(keys.size() * Grid::kCells);
  ParallelFor(keys.size(), [&](std::size_t i) {
    const auto map = model.NextFixation(*wanted[i].search, wanted[i].next.past);
    if (map.empty()) throw InputError("--maps: " + model.name() + " gives no map of fixations");
    std::ranges::copy(map, &values[i * Grid::kCells]);
  });
  WriteMaps(command.maps, keys, values, Grid::kRows, Grid::kColumns);
  LogInfo("{}: {} maps", command.maps, keys.size());
}

// The reward of every cell at the start of each search, as a heat map over the picture.
void DrawRewards(const PredictCommand& command, const ScanpathModel& model,
                 std::span<const Search> searches) {
  fs::create_directories(command.reward);
  const std::vector<Cell> start = {Grid::Center()};
  ParallelFor(searches.size(), [&](std::size_t i) {
    const auto map = model.RewardMap(searches[i], start);
    if (map.empty()) {
      throw InputError("--reward: " + model.name() + " has learned no reward; train irl does");
    }
    const std::vector<float> values(map.begin(), map.end());
    Picture picture(512, 320, {40, 40, 40});
    if (!command.features.images.empty()) {
      picture = FitToImage(ReadPicture(fs::path(command.features.images) / searches[i].name));
    }
    WritePng(fs::path(command.reward) / fmt::format("{}_{}.png",
                                                    fs::path(searches[i].name).stem().string(),
                                                    kTaskNames[searches[i].task]),
             DrawHeatMap(picture, GridMap(values), {.label = "reward log D"}));
  });
}

// As many of the (task, picture) pairs as wanted, spread evenly over all.
std::vector<TrialInImage> SomePairs(std::vector<TrialInImage> trials, std::size_t wanted) {
  std::set<std::pair<std::string, std::string>> pairs;
  for (const TrialInImage& trial : trials) pairs.emplace(trial.task, trial.name);
  if (wanted == 0 || wanted >= pairs.size()) return trials;
  std::set<std::pair<std::string, std::string>> kept;
  std::size_t place = 0;
  for (const auto& pair : pairs) {
    if (place * wanted / pairs.size() != (place + 1) * wanted / pairs.size()) kept.insert(pair);
    ++place;
  }
  std::erase_if(trials, [&](const TrialInImage& trial) {
    return !kept.contains({trial.task, trial.name});
  });
  return trials;
}

BeliefLibrary LibraryOf(const PredictCommand& command, const ScanpathModel& model,
                        std::span<const TrialInImage> trials) {
  if (!model.NeedsBeliefs()) return {};
  if (!command.beliefs.empty()) return BeliefLibrary(BeliefStore::Open(command.beliefs));
  if (command.features.images.empty()) {
    throw InputError("model " + model.name() +
                     " searches beliefs: add --beliefs S.beliefs, or --images DIR to parse the "
                     "pictures of --pairs");
  }
  std::set<std::string> names;
  for (const TrialInImage& trial : trials) names.insert(trial.name);
  return BeliefLibrary(ParsePictures(command, {names.begin(), names.end()}));
}

void PredictPairs(const PredictCommand& command, const ScanpathModel& model) {
  if (!command.without.empty() && !model.NeedsBeliefs()) {
    throw InputError("--without: " + model.name() + " searches pictures, not belief maps");
  }
  if (command.out.empty()) throw InputError("--pairs needs --out: the file for the scanpaths");
  if (command.json.wanted)
    throw InputError("--json belongs to --image; the scanpaths are in --out");
  const std::vector<TrialInImage> trials =
      SomePairs(ReadTrialsInImage(command.pairs, {.allow_repeats = true}), command.searches);
  const BeliefLibrary library = LibraryOf(command, model, trials);
  SearchSet set =
      model.NeedsBeliefs() ? MakeSearchSet(trials, library, {}) : MakeSearchSet(trials, {});
  Hide(set.searches, command.without);
  const std::vector<TrialInImage> predicted = model.Predict(set.searches, command.options);
  if (command.frame == "display") {
    std::vector<TrialInDisplay> in_display;
    for (const TrialInImage& trial : predicted) in_display.push_back(ToDisplay(trial));
    WriteTrials(command.out, in_display);
  } else {
    WriteTrials(command.out, predicted);
  }
  LogInfo("{}: {} scanpaths for {} searches", command.out, predicted.size(), set.searches.size());
  if (!command.maps.empty()) WriteNextFixationMaps(command, model, set.searches, trials);
  if (!command.draw.empty()) DrawSearches(command, set.searches, predicted);
  if (!command.reward.empty()) DrawRewards(command, model, set.searches);
}

void Run(PredictCommand command, const Invocation& invocation) {
  command.options.seed = invocation.seed;
  if (command.options.samples < 1) throw InputError("--samples must be at least 1");
  if (command.pairs.empty() == command.image.empty()) {
    throw InputError(
        "predict: give either --image PHOTO, or --pairs F.json, the (task, picture) "
        "pairs to search, with --beliefs S.beliefs or --images DIR");
  }
  command.model = ResolveModel(command.model.empty() ? kDefaultModel : command.model);
  if (command.image.empty()) {
    PredictPairs(command, *OpenModel(command.model, OpenFeatures(command.features)));
  } else {
    PredictFromPhoto(command);
  }
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
  predict
      ->add_option("--model", command->model,
                   "Model folder, installed or built-in model (below); default: the one that comes "
                   "with saccade")
      ->check(Suggest(ModelWords()));
  predict->add_option("--image", command->image, "A photo to search in");
  predict
      ->add_option("--target", command->targets, "What to search in the photo; several with commas")
      ->delimiter(',')
      ->allow_extra_args(false);
  predict->add_flag("--all-targets-present", command->all_targets,
                    "Search for every target that the scene parser saw in the photo");
  predict->add_option("--parser", command->parser,
                      "Model file(s) that parse photos; by default what make models installed");
  predict
      ->add_option("--input-size", command->input_size,
                   "The parser's input size; 0 is the model's own")
      ->capture_default_str();
  predict
      ->add_option("--blur", command->blur,
                   "Sigma of the parsed photos' blurred view at 512x320 (default: the model's own)")
      ->check(CLI::Range(0.0, 100.0));
  predict->add_option("--beliefs", command->beliefs, "Belief store of the pictures");
  predict
      ->add_option("--without", command->without,
                   "Classes whose belief maps are emptied, with commas: names, or target, "
                   "other-things, stuff, saliency, history")
      ->delimiter(',')
      ->allow_extra_args(false);
  predict->add_option("--pairs", command->pairs,
                      "Trials (JSON) that name the (task, picture) pairs to search");
  predict
      ->add_option("--searches", command->searches,
                   "With --pairs: only so many of them, spread evenly; 0 is all")
      ->capture_default_str();
  predict->add_option("--samples", command->options.samples, "Scanpaths a search")
      ->capture_default_str();
  predict
      ->add_option("--max-fixations", command->options.max_fixations, "Fixations after the start")
      ->capture_default_str()
      ->check(CLI::Range(1, 60));
  predict->add_flag("--greedy", command->options.greedy, "Always the likeliest cell");
  predict->add_flag("--until-target", command->options.until_target,
                    "End a scanpath when it is on the target; in a photo: when the target is in "
                    "the fovea by the parser's own sharp view");
  predict
      ->add_option("--temperature", command->options.temperature,
                   "Of every draw, instead of the model's calibrated ones")
      ->check(CLI::Range(0.01, 100.0));
  predict->add_option("--frame", command->frame, "Of the points written: image or display")
      ->capture_default_str()
      ->check(CLI::IsMember({"image", "display"}));
  predict->add_option("--maps", command->maps,
                      "Folder for the maps of the next fixation that evaluate --maps reads");
  predict->add_option("--reward", command->reward, "Folder for pictures of the learned reward");
  AddFeatureOptions(*predict, command->features);
  predict->add_option(
      "--draw", command->draw,
      "Draw the scanpaths: a picture with --image; else a folder, or a picture for 12 "
      "of the searches on one sheet");
  predict->add_option("--out", command->out,
                      "File for the scanpaths (JSON); with --image in the photo's own pixels");
  AddJsonOption(*predict, command->json);
  std::string built_in = "Built-in models:\n";
  for (const BuiltInModel& model : BuiltInModels()) {
    built_in += fmt::format("  {:<16}{}\n", model.name, model.description);
  }
  predict->footer(
      built_in +
      "\nExamples:\n"
      "  saccade predict --image kitchen.jpg --target microwave --draw out.png\n"
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
