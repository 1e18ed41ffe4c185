#include "saccade/app/evaluate.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

#include "saccade/app/explain.h"
#include "saccade/app/label_maps.h"
#include "saccade/app/placement.h"
#include "saccade/base/error.h"
#include "saccade/base/interrupt.h"
#include "saccade/base/log.h"
#include "saccade/base/progress.h"
#include "saccade/study/picture_rows.h"
#include "saccade/study/row_source.h"

namespace saccade::app {
namespace {

using namespace metrics;

void AddRow(std::vector<Row>& rows, Row row) {
  if (std::ranges::find(rows, row.name, &Row::name) != rows.end()) {
    throw InputError(fmt::format(
        "--predictions: two rows are called \"{}\"; name them with NAME=FILE", row.name));
  }
  rows.push_back(std::move(row));
}

Row& RowCalled(std::vector<Row>& rows, const std::string& name) {
  const auto row = std::ranges::find(rows, name, &Row::name);
  if (row != rows.end()) return *row;
  rows.emplace_back().name = name;
  return rows.back();
}

void ReportGaps(const Row& row, const HumanSet& humans) {
  if (row.unknown_scanpaths > 0) {
    LogWarning(
        "{}: {} predicted scanpaths belong to no target-present pair of the human trials; "
        "they are left out",
        row.name, row.unknown_scanpaths);
  }
  if (row.unused_scanpaths > 0) {
    LogInfo(
        "{}: {} predicted scanpaths belong to pairs of which no human trial is used; they are "
        "left out",
        row.name, row.unused_scanpaths);
  }
  if (row.pairs < humans.pairs.size()) {
    LogWarning("{}: no predictions for {} of {} pairs; its row is over the others only", row.name,
               humans.pairs.size() - row.pairs, humans.pairs.size());
  }
  if (row.zero_length_paths > 0) {
    LogInfo("{}: {} scanpaths of length zero have no scanpath ratio", row.name,
            row.zero_length_paths);
  }
}

// What of predictions was scored.
void SayWhatIsUsed(const Row& row, std::span<const TrialInImage> checked, Understood& understood) {
  understood.used = row.scanpaths.size();
  const auto leave_out = [&](const char* reason, std::size_t count) {
    if (count > 0) understood.left_out[reason] += count;
  };
  leave_out("of pairs that people's trials do not have", row.unknown_scanpaths);
  leave_out("of pairs of which no human trial is used", row.unused_scanpaths);
  if (checked.empty()) return;
  const std::size_t fixations =
      std::transform_reduce(checked.begin(), checked.end(), std::size_t{0}, std::plus<>(),
                            [](const TrialInImage& trial) { return trial.scanpath.size(); });
  if (fixations > understood.fixations) understood.start += ": the centre is put before each";
  if (fixations < understood.fixations) understood.start += ": left out";
}

// The rows one after the other, each told to whoever watches.
class Scorer {
 public:
  // `people` are their trials with the start that the file has.
  Scorer(const EvaluateOptions& options, const ScoredTrials& on,
         std::span<const TrialInImage> people, std::vector<Understood>& understood)
      : options_(options),
        on_(on),
        people_(people),
        understood_(understood),
        progress_("rows",
                  options.models.size() + options.predictions.size() + options.maps.size()) {}

  const std::vector<Table>& explained() const { return explained_; }

  std::vector<Row> Score() {
    for (const std::string_view model : kRowsOfAnyData) {
      if (std::ranges::find(options_.models, model) == options_.models.end()) continue;
      AddModel(std::string(model));
      Next();
    }
    for (const NamedTrials& named : options_.predictions) {
      const TrialFileOptions reading{
          .lenient = options_.lenient, .frame = options_.predictions_frame, .allow_repeats = true};
      UnderstoodTrials read = ReadUnderstood(named.trials, named.name, reading);
      if (const std::size_t moved = PlaceAsPeople(people_, read.trials); moved > 0) {
        read.understood.notes["whose picture has other sides than people's: placed by its shares"] =
            moved;
      }
      const std::vector<TrialInImage> checked =
          CheckedPredictions(people_, named.name, std::move(read.trials), options_.start);
      AddRow(rows_,
             ScorePredictions(on_.humans, named.name, checked, on_.humans.protocol.predicted_cell));
      Explain(checked, on_.humans.protocol.predicted_cell);
      ReportGaps(rows_.back(), on_.humans);
      understood_.push_back(std::move(read.understood));
      SayWhatIsUsed(rows_.back(), checked, understood_.back());
      Next();
    }
    if (!options_.maps.empty()) AddMaps();
    return std::move(rows_);
  }

 private:
  void Next() {
    progress_.Step();
    StopIfAsked();
  }

  void AddModel(const std::string& name) {
    const RowRequest request{.title = name,
                             .predict = {.samples = options_.samples, .seed = options_.seed},
                             .measure_rate = false};
    ShownPictures shown;
    std::map<std::string, TaskPrior> priors;
    if (!IsEmpty(options_.train)) {
      priors = Priors();
      shown.priors = &priors;
    }
    auto source = OpenPictureRow(name, options_.images);
    if (source == nullptr) source = OpenRowSource(name, {});
    SourcedRow sourced = source->Score(on_, &shown, request);
    rows_.push_back(std::move(sourced.row));
    Explain(sourced.scanpaths, CellPoint::kCenter);
    if (!rows_.back().human) ReportGaps(rows_.back(), on_.humans);
  }

  // Of the last row.
  void Explain(std::span<const TrialInImage> scanpaths, CellPoint predicted_cell) {
    if (options_.explain.empty()) return;
    const auto tables = ExplainRow(on_.humans,
                                   {.name = rows_.back().name,
                                    .human = rows_.back().human,
                                    .scanpaths = scanpaths,
                                    .predicted_cell = predicted_cell},
                                   options_.explain);
    explained_.insert(explained_.end(), tables.begin(), tables.end());
  }

  std::map<std::string, TaskPrior> Priors() const {
    return MakePriors(TrialsOf(options_.train, {.lenient = options_.lenient}), on_.humans.protocol);
  }

  void AddMaps() {
    const auto priors = Priors();
    std::size_t wanted = 0;
    for (const HumanPair& pair : on_.humans.pairs) {
      for (const ScoredScanpath& trial : pair.trials) {
        wanted += NextFixations(trial.scanpath).size();
      }
    }
    for (const NamedMaps& named : options_.maps) {
      AddMaps(named, priors, wanted);
      Next();
    }
  }

  void AddMaps(const NamedMaps& named, const std::map<std::string, TaskPrior>& priors,
               std::size_t wanted) {
    const auto* const folder = std::get_if<std::filesystem::path>(&named.maps);
    const auto maps = folder != nullptr ? std::make_shared<const FixationMaps>(*folder)
                                        : std::get<std::shared_ptr<const FixationMaps>>(named.maps);
    Row& row = RowCalled(rows_, named.name);
    ScoreMaps(
        on_.humans,
        [&](const HumanPair& pair, const Identifier& subject, const NextFixation& next) {
          return maps->Find({pair.task, pair.name, subject, next.step});
        },
        priors, options_.resolution, row);
    if (row.fixations.empty()) {
      throw InputError(folder != nullptr ? *folder : std::filesystem::path(named.name), "",
                       "holds no map for any fixation of the human trials");
    }
    if (row.fixations.size() < wanted) {
      LogWarning("{}: no maps for {} of {} fixations; its scores are over the others only",
                 row.name, wanted - row.fixations.size(), wanted);
    }
  }

  const EvaluateOptions& options_;
  const ScoredTrials& on_;
  std::span<const TrialInImage> people_;
  std::vector<Understood>& understood_;
  std::vector<Row> rows_;
  std::vector<Table> explained_;
  Progress progress_;
};

}  // namespace

// Families of scores by their words; "all" stands for every one.
OptionTexts FamiliesOf(unsigned& families) {
  std::vector<std::string> words = {"all"};
  for (const FamilyName& family : kScoreFamilies) words.emplace_back(family.word);
  const auto get = [&families] {
    if (families == kAllScores) return std::vector<std::string>{"all"};
    std::vector<std::string> chosen;
    for (const FamilyName& family : kScoreFamilies) {
      if ((families & family.family) != 0) chosen.emplace_back(family.word);
    }
    return chosen;
  };
  const auto set = [&families](const std::vector<std::string>& chosen) {
    families = 0;
    for (const std::string& word : chosen) {
      if (word == "all") families = kAllScores;
      for (const FamilyName& family : kScoreFamilies) {
        if (family.word == word) families |= family.family;
      }
    }
  };
  return {get, set, true, std::move(words)};
}

OptionList OptionsOf(EvaluateOptions& o) {
  const std::vector<std::string> frames = {"display", "image"};
  OptionTexts models = TextsOf(o.models);
  models.words.assign(kRowsOfAnyData.begin(), kRowsOfAnyData.end());
  OptionList list;
  list.Add("fixations", TrialTextOf(o.fixations), "Human trials (COCO-Search18 JSON)", "FILE")
      .Add(
          "model", std::move(models),
          "Score people against each other (human), other pictures' scanpaths (random), the middle "
          "of the picture (centre) or what stands out in it (saliency)")
      .Add("images", TextOf(o.images), "Folder of the pictures, for --model saliency", "FOLDER")
      .Add("predictions", NamedTextsOf(o.predictions),
           "Predicted scanpaths, as many files as wanted; NAME=FILE names the row", "FILE")
      .Add("maps", NamedTextsOf(o.maps),
           "Folders of next-fixation maps (predict --maps); NAME=FOLDER names the row", "FOLDER")
      .Add("train", TrialTextOf(o.train), "Training trials, for the priors of cIG", "FILE")
      .Add("labels", TextOf(o.labels),
           "Label maps for semantic scores: a COCO panoptic JSON, or a folder of grey PNGs", "PATH")
      .Add("lenient", o.lenient, "Skip bad trials and count them by reason")
      .Add("frame", ChoiceOf(o.frame, frames),
           "Frame of the human trials: 512x320 or 1680x1050 (default: found from them)")
      .Add("predictions-frame", ChoiceOf(o.predictions_frame, frames),
           "The same for predictions (default: found from each file)")
      .Add("protocol", ChoiceOf(o.protocol, metrics::ProtocolNames()),
           "How scores are computed: docs/metrics")
      .Add("condition", ChoiceOf(o.condition, {"present", "absent", "free"}),
           "Trials that are scored (default: target-present where the file has any)")
      .Add("start", o.start, {"refuse", "as-is", "prepend", "drop"},
           "Predictions that do not begin at the centre where people do: score them as they are, "
           "put the centre before them, or leave out people's start")
      .Add("cut", ChoiceOf(o.cut, {"none", "prediction", "both"}),
           "Cut strings to --steps symbols (default: the protocol's way)")
      .Add("steps", o.steps, {0, 1000},
           "Symbols left by --cut, the start included; 0: the protocol's, or 6")
      .Add("short", o.short_rule, {"pad", "skip"},
           "MultiMatch of fewer than three fixations: pad as the released code, or skip")
      .Add("resolution", o.resolution, {"grid", "pixel"},
           "Where maps are scored: on the grid or at pixels")
      .Add("samples", o.samples, {1, 10000}, "Random scanpaths a pair")
      .Add("bootstrap", o.bootstrap, {0, 1000000}, "Draws behind the 95% intervals; 0 for none")
      .Add("resample", o.resample, {"pictures", "people", "both"},
           "What these draw: pictures with their pairs, people with their trials, or both")
      .Add("scores", FamiliesOf(o.families),
           "Families of scores, with commas: what is computed, and a table each")
      .Add("explain", o.explain,
           "Print how the scores of one trial came about: PICTURE, TARGET|PICTURE or "
           "TARGET|PICTURE|PERSON")
      .Add("seed", o.seed, {}, "Of random scanpaths and the bootstrap")
      .Omit();
  return list;
}

void EvaluateOptions::Check() const {
  EvaluateOptions described = *this;
  OptionsOf(described).Check("--");
  if (models.empty() && predictions.empty() && maps.empty()) {
    throw InputError("nothing to score; give --model human, --model random or --predictions FILE");
  }
  for (const std::string& model : models) {
    if (std::ranges::find(kRowsOfAnyData, model) == kRowsOfAnyData.end()) {
      throw InputError(
          fmt::format("--model {}: {} is expected; of other models score the predictions", model,
                      fmt::join(kRowsOfAnyData, ", ")));
    }
  }
  if (!maps.empty() && IsEmpty(train)) {
    throw InputError(
        "--maps: cIG needs the prior of each task; give the training trials with --train");
  }
  Protocol();
}

metrics::Protocol EvaluateOptions::Protocol() const {
  metrics::Protocol changed = ProtocolByName(protocol);
  changed.families = families;
  if (short_rule == ShortRule::kSkip) changed.multimatch.short_rule = short_rule;
  if (cut == StringCut::kNone) changed.cut = {};
  if (cut) changed.cut.cut = *cut;
  if (steps > 0) {
    if (changed.cut.cut == StringCut::kNone) {
      throw InputError("--steps: strings are not cut; give --cut both or --cut prediction with it");
    }
    changed.cut.steps = steps;
  }
  return changed;
}

EvaluateResult Evaluate(const EvaluateOptions& options) {
  options.Check();
  const WatchScope scope(options.watch);
  const FindLabelMap labels =
      options.labels.empty() ? FindLabelMap() : OpenLabelMaps(options.labels);
  ScoredTrials on{.file = NameOf(options.fixations), .trials = {}, .humans = {}};
  EvaluateResult result;
  UnderstoodTrials people = ReadUnderstood(options.fixations, "people",
                                           {.lenient = options.lenient, .frame = options.frame});
  CheckUnits(on.file.string(), people.trials);
  on.trials = people.trials;
  if (options.start == StartRule::kDrop && StartAtCenter(on.trials)) {
    on.trials = DropStarts(std::move(on.trials));
    people.understood.start += ": left out";
  }
  metrics::Protocol protocol = options.Protocol();
  protocol.condition = options.condition.value_or(MainCondition(on.trials));
  on.humans = PrepareHumans(on.trials, protocol, labels);
  people.understood.used = on.humans.trials;
  people.understood.left_out.insert(on.humans.left_out.begin(), on.humans.left_out.end());
  result.understood.push_back(std::move(people.understood));
  Scorer scorer(options, on, people.trials, result.understood);
  result.rows = scorer.Score();
  result.explained = scorer.explained();
  result.evaluation =
      Summarize(on.humans, result.rows, {options.bootstrap, options.seed, options.resample});
  result.humans = std::move(on.humans);
  return result;
}

}  // namespace saccade::app
