#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "saccade/app/fixation_maps.h"
#include "saccade/base/file.h"
#include "saccade/cli/program_fixture.h"
#include "saccade/scene/trial_file.h"
#include "saccade/scene/trial_fixture.h"
#include "saccade/testing/shared_data.h"

namespace saccade::cli {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using testing::kAside;
using testing::kStart;
using testing::kTarget;
using testing::MakeTrial;
using testing::RunResult;
using testing::Saccade;
using testing::SmallSetWith;
using testing::TemporaryFolder;

// Two people, two targets, three pictures; a file of them in a folder of its own.
class Evaluate : public ::testing::Test {
 protected:
  Evaluate() {
    const std::vector<TrialInImage> trials = {
        MakeTrial("cup", "a.jpg", 1, {kStart, kTarget}),
        MakeTrial("cup", "a.jpg", 2, {kStart, kTarget}),
        MakeTrial("cup", "b.jpg", 1, {kStart, kAside, kTarget}),
        MakeTrial("cup", "b.jpg", 2, {kStart, kTarget}),
        MakeTrial("tv", "c.jpg", 1, {kStart, kTarget}),
        MakeTrial("tv", "c.jpg", 2, {kStart, kAside, kTarget})};
    WriteTrials(folder_ / "humans.json", trials);
  }

  std::string File(const std::string& name) const { return (folder_ / name).string(); }
  std::string Predictions(const std::string& name, const std::vector<TrialInImage>& trials) const {
    WriteTrials(folder_ / name, trials);
    return File(name);
  }
  json EvaluateJson(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"evaluate", "--fixations", File("humans.json"), "--json"});
    const RunResult result = Saccade(arguments);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return json::parse(result.out);
  }

  TemporaryFolder folder_;
};

TEST_F(Evaluate, NamesProtocolSplitTrialsAndSeed) {
  const json result = EvaluateJson({"--model", "human", "--seed", "7"});
  EXPECT_EQ(result["protocol"], "paper");
  EXPECT_EQ(result["split"], "validation");
  EXPECT_EQ(result["trials"], 6);
  EXPECT_EQ(result["seed"], 7);
  const RunResult table = Saccade({"evaluate", "--fixations", File("humans.json"), "--model",
                                   "human", "--protocol", "reference"});
  EXPECT_THAT(table.out, HasSubstr("protocol reference, split validation, 6 human trials, seed 0, "
                                   "strings cut (both) at 6"));
}

TEST_F(Evaluate, SaysAboveTheTableHowItUnderstoodEachFile) {
  const std::string mine = Predictions(
      "mine.json",
      {MakeTrial("cup", "a.jpg", 1, {kStart, kTarget}), MakeTrial("tv", "x.jpg", 1, {kStart})});
  const RunResult result =
      Saccade({"evaluate", "--fixations", File("humans.json"), "--predictions", mine});
  EXPECT_THAT(result.out, HasSubstr("humans.json: image 512x320"));
  EXPECT_THAT(result.out, HasSubstr("durations in ms (200 in the mean), start at the centre\n"));
  EXPECT_THAT(result.out, HasSubstr("1 of 2 trials used; left out: 1 of pairs that"));
  EXPECT_LT(result.out.find("humans.json"), result.out.find("Scores"));
  const json understood = EvaluateJson({"--predictions", mine})["understood"];
  ASSERT_EQ(understood.size(), 2u);
  EXPECT_EQ(understood[0]["name"], "people");
  EXPECT_EQ(understood[1]["used"], 1);
}

TEST_F(Evaluate, StartsAreRefusedOrMendedAsAskedFor) {
  const std::string headless =
      Predictions("headless.json", {MakeTrial("cup", "a.jpg", 1, {kTarget}),
                                    MakeTrial("cup", "b.jpg", 1, {kAside, kTarget}),
                                    MakeTrial("tv", "c.jpg", 1, {kTarget})});
  const RunResult refused =
      Saccade({"evaluate", "--fixations", File("humans.json"), "--predictions", headless});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("--start prepend"));
  const auto found = [&](const char* start) {
    return EvaluateJson(
        {"--predictions", headless, "--start", start})["rows"][0]["tasks"]["tv"]["tfp_auc"];
  };
  EXPECT_EQ(found("as-is"), 7);    // at once
  EXPECT_EQ(found("prepend"), 6);  // by the second point
  EXPECT_EQ(found("drop"), 7);     // as people without their start are
}

TEST_F(Evaluate, WhatNoRowCanHaveIsExplained) {
  std::vector<TrialInImage> bare = {MakeTrial("cup", "a.jpg", 1, {kStart, kTarget}),
                                    MakeTrial("cup", "a.jpg", 2, {kStart, kTarget})};
  for (TrialInImage& trial : bare) {
    trial.target.reset();
    for (auto& fixation : trial.scanpath) fixation.duration_ms = 0;
  }
  WriteTrials(folder_ / "humans.json", bare);
  const RunResult result =
      Saccade({"evaluate", "--fixations", File("humans.json"), "--model", "human"});
  EXPECT_THAT(result.out, HasSubstr("is without"));
  EXPECT_THAT(result.out, HasSubstr("TFP-AUC, mismatch"));
  EXPECT_THAT(result.out, HasSubstr("no trial says"));
  EXPECT_THAT(result.out, HasSubstr("no durations"));
}

TEST_F(Evaluate, WhatARowDoesNotHaveIsAbsent) {
  const json row = EvaluateJson({"--model", "human"})["rows"][0];
  EXPECT_EQ(row["name"], "human");
  EXPECT_EQ(row["cdf"].size(), 7u);
  EXPECT_EQ(row["multimatch"].size(), 4u);
  for (const char* key : {"probability_mismatch", "semantic_sequence_score", "cig", "auc"}) {
    EXPECT_FALSE(row.contains(key)) << key;
  }
  EXPECT_EQ(row["tasks"].size(), 2u);
  EXPECT_EQ(row["tasks"]["tv"]["tfp_auc"], 5.5);  // at the second and at the third point
  EXPECT_EQ(row["intervals"]["sequence_score"].size(), 2u);
  EXPECT_FALSE(
      EvaluateJson({"--model", "human", "--bootstrap", "0"})["rows"][0].contains("intervals"));
}

TEST_F(Evaluate, PutsSeveralPredictionsSideBySideWithTheirDifference) {
  const std::string direct = Predictions("direct.json", SmallSetWith(kTarget));
  const std::string lost = Predictions("lost.json", SmallSetWith(kAside));
  const json result =
      EvaluateJson({"--predictions", direct, "never=" + lost, "--model", "human", "--with-paper"});
  ASSERT_EQ(result["rows"].size(), 3u);
  EXPECT_EQ(result["rows"][1]["name"], "direct");
  EXPECT_EQ(result["rows"][1]["tfp_auc"], 6);
  EXPECT_EQ(result["rows"][2]["name"], "never");
  EXPECT_EQ(result["rows"][2]["tfp_auc"], 0);
  EXPECT_FALSE(result["rows"][2].contains("scanpath_ratio"));
  ASSERT_EQ(result["differences"].size(), 1u);
  EXPECT_EQ(result["differences"][0]["tfp_auc"], 6);
  EXPECT_EQ(result["differences"][0]["intervals"]["tfp_auc"], json({6.0, 6.0}));
  EXPECT_EQ(result["paper"].size(), 7u);
}

TEST_F(Evaluate, ReadsPredictionsInEitherFrame) {
  const std::vector<TrialInImage> trials = {
      MakeTrial("cup", "a.jpg", 1, {kStart, kAside, kTarget})};
  const std::string image = Predictions("image.json", trials);
  std::vector<TrialInDisplay> on_display = {ToDisplay(trials[0])};
  WriteTrials(folder_ / "display.json", on_display);
  const json rows = EvaluateJson({"--predictions", image, File("display.json")})["rows"];
  EXPECT_EQ(rows[0]["tfp_auc"], rows[1]["tfp_auc"]);
  EXPECT_NEAR(rows[0]["multimatch"]["position"], rows[1]["multimatch"]["position"], 1e-12);
}

TEST_F(Evaluate, CountsPredictionsThatFitNoPairAndPairsWithoutPredictions) {
  const std::string some =
      Predictions("some.json", {MakeTrial("cup", "a.jpg", 1, {kStart, kTarget}),
                                MakeTrial("tv", "nowhere.jpg", 1, {kStart, kTarget})});
  const RunResult result =
      Saccade({"evaluate", "--fixations", File("humans.json"), "--predictions", some});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, HasSubstr("1 predicted scanpaths belong to no target-present pair"));
  EXPECT_THAT(result.err, HasSubstr("no predictions for 2 of 3 pairs"));
  const std::string none =
      Predictions("none.json", {MakeTrial("tv", "nowhere.jpg", 1, {kStart, kTarget})});
  EXPECT_EQ(
      Saccade({"evaluate", "--fixations", File("humans.json"), "--predictions", none}).exit_code,
      2);
}

TEST_F(Evaluate, GivesTheSameBytesForAnyNumberOfThreads) {
  const auto run = [&](const std::string& threads) {
    return Saccade({"evaluate", "--fixations", File("humans.json"), "--model", "human", "random",
                    "--json", "--threads", threads})
        .out;
  };
  EXPECT_EQ(run("1"), run("3"));
}

TEST_F(Evaluate, ScoresMapsAgainstTheTrainingPrior) {
  app::MapArray maps{
      .keys = {{"cup", "a.jpg", 1, 1}, {"cup", "a.jpg", 2, 1}, {"cup", "b.jpg", 2, 1}}};
  for (std::size_t i = 0; i < maps.keys.size(); ++i) {
    maps.values.resize((i + 1) * 640, 0.0f);
    maps.values[i * 640 + 32 * (100 / 16) + 400 / 16] = 1;  // kTarget's cell
  }
  app::WriteMaps(folder_ / "sure", maps);
  const json row =
      EvaluateJson({"--maps", File("sure"), "--train", File("humans.json")})["rows"][0];
  EXPECT_EQ(row["name"], "sure");
  EXPECT_EQ(row["auc"], 1);
  EXPECT_EQ(row["cauc"], 1);
  EXPECT_GT(row["cig"], 0);
  EXPECT_FALSE(row.contains("tfp_auc"));
  const RunResult without_train =
      Saccade({"evaluate", "--fixations", File("humans.json"), "--maps", File("sure")});
  EXPECT_EQ(without_train.exit_code, 2);
  EXPECT_THAT(without_train.err, HasSubstr("--train"));
}

TEST_F(Evaluate, WritesEveryScanpathAsJsonOrCsv) {
  EvaluateJson({"--model", "human", "--per-trial", File("each.json")});
  const json records = json::parse(ReadFile(folder_ / "each.json"));
  ASSERT_EQ(records.size(), 6u);
  EXPECT_EQ(records[0]["task"], "cup");
  EXPECT_EQ(records[0]["first_on_target"], 2);
  EXPECT_EQ(records[0]["sequence_score"], 1);
  EvaluateJson({"--model", "human", "--per-trial", File("each.csv")});
  const std::string csv = ReadFile(folder_ / "each.csv");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 7);
  EXPECT_THAT(csv, HasSubstr("\nhuman,cup,a.jpg,1,,2,1.0,1.0,1.0,"));
}

TEST_F(Evaluate, ANameInACsvIsNoFormula) {
  WriteTrials(folder_ / "humans.json",
              std::vector{MakeTrial("cup", "=1+1.jpg", 1, {kStart, kTarget}),
                          MakeTrial("cup", "=1+1.jpg", 2, {kStart, kTarget})});
  EvaluateJson({"--model", "human", "--per-trial", File("each.csv")});
  EXPECT_THAT(ReadFile(folder_ / "each.csv"), HasSubstr("\nhuman,cup,'=1+1.jpg,1,"));
}

TEST_F(Evaluate, RefusesCallsThatCannotBeMeant) {
  const auto error = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"evaluate", "--fixations", File("humans.json")});
    const RunResult result = Saccade(arguments);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    return result.err;
  };
  EXPECT_THAT(error({}), HasSubstr("nothing to score"));
  EXPECT_THAT(error({"--model", "human", "--steps", "4"}), HasSubstr("give --cut both"));
  EXPECT_THAT(error({"--model", "human", "--protocol", "papr"}), HasSubstr("papr"));
  EXPECT_THAT(error({"--predictions", File("humans.json"), File("humans.json")}),
              HasSubstr("two rows are called \"humans\""));
}

TEST_F(Evaluate, ComputesTheFamiliesAskedForAndRefusesOthers) {
  const json all = EvaluateJson({"--model", "human"})["rows"][0];
  EXPECT_TRUE(all.contains("dtw") && all.contains("fixations") && all.contains("bits"));
  const json some =
      EvaluateJson({"--model", "human", "--scores", "standard,trajectory"})["rows"][0];
  EXPECT_TRUE(some.contains("dtw") && some.contains("sequence_score"));
  EXPECT_FALSE(some.contains("fixations"));
  const RunResult unknown = Saccade({"evaluate", "--fixations", File("humans.json"), "--model",
                                     "human", "--scores", "trajectories"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("trajectories"));
}

TEST_F(Evaluate, PrintsNoLineWiderThanATerminal) {
  const std::string mine =
      Predictions("mine.json", {MakeTrial("cup", "a.jpg", 1, {kStart, kTarget}),
                                MakeTrial("cup", "b.jpg", 1, {kStart, kAside, kTarget}),
                                MakeTrial("tv", "c.jpg", 1, {kStart, kTarget})});
  const RunResult result =
      Saccade({"evaluate", "--fixations", File("humans.json"), "--model", "human", "random",
               "--predictions", mine, "other=" + mine, "--with-paper", "--tasks"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  // Above the tables stands what was understood of the files.
  std::istringstream lines(result.out.substr(result.out.find("\nScores\n")));
  for (std::string line; std::getline(lines, line);) {
    // Titles are sentences.
    if (line.starts_with("protocol ") || line.starts_with("d: ")) continue;
    EXPECT_LE(line.size(), 80u) << line;
  }
  for (const char* text : {"Distances of trajectories", "Holm", "DTW", "KL-MM"}) {
    EXPECT_THAT(result.out, HasSubstr(text));
  }
}

TEST_F(Evaluate, TestsDifferencesAndCorrectsThem) {
  const std::string direct = Predictions("direct.json", SmallSetWith(kTarget));
  const std::string lost = Predictions("lost.json", SmallSetWith(kAside));
  const json difference = EvaluateJson({"--predictions", direct, lost})["differences"][0];
  // Three pictures, all in one direction: 2 of 8 signs.
  EXPECT_NEAR(difference["tests"]["frechet"]["p"], .25, 1e-9);
  EXPECT_EQ(difference["tests"]["frechet"]["p_holm"], 1);
  EXPECT_FALSE(difference["tests"].contains("tfp_auc"));
}

TEST_F(Evaluate, ResamplesPeopleOrBothAndSaysSo) {
  for (const char* unit : {"people", "both"}) {
    const json result = EvaluateJson({"--model", "human", "--resample", unit});
    EXPECT_THAT(result["resample"].get<std::string>(), HasSubstr("people"));
    EXPECT_EQ(result["rows"][0]["intervals"]["sequence_score"].size(), 2u);
  }
  EXPECT_FALSE(EvaluateJson({"--model", "human"}).contains("resample"));
}

TEST_F(Evaluate, ExplainsATrial) {
  const auto explain = [&](const std::string& trial) {
    return Saccade({"evaluate", "--fixations", File("humans.json"), "--model", "human", "--explain",
                    trial, "--bootstrap", "0"});
  };
  const RunResult result = explain("cup|b.jpg|1");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("human: cup in b.jpg, scanpath 1"));
  EXPECT_THAT(result.out, HasSubstr("400.0  100.0  200  on it"));
  // Start, aside, target against start, target: two of three.
  EXPECT_THAT(result.out, ::testing::ContainsRegex("sequence +0.667 +0.667"));
  EXPECT_THAT(explain("a.jpg").out, HasSubstr("human: cup in a.jpg"));
  EXPECT_THAT(explain("cup|b.jpg|7").out, HasSubstr("no such scanpath"));
  EXPECT_EQ(explain("z.jpg").exit_code, 2);
  EXPECT_EQ(explain("a|b|c|d").exit_code, 2);
  const RunResult with_json = Saccade({"evaluate", "--fixations", File("humans.json"), "--model",
                                       "human", "--explain", "a.jpg", "--json"});
  EXPECT_EQ(with_json.exit_code, 2);
  EXPECT_EQ(with_json.out, "");
}

TEST(EvaluateGolden, TheHumanRowOfTheValidationSplitIsTheGoldenOne) {
  constexpr char kValidation[] = "coco_search18/coco_search18_fixations_TP_validation_split1.json";
  SACCADE_NEEDS_DATA(kValidation);
  std::ifstream file(testing::SharedData("gold/human_row.json"));
  const json gold = json::parse(file);
  const RunResult result =
      Saccade({"evaluate", "--fixations", testing::SharedData(kValidation).string(), "--model",
               "human", "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const json evaluation = json::parse(result.out);
  EXPECT_EQ(evaluation["trials"], gold["trials"]);
  EXPECT_EQ(evaluation["split"], gold["split"]);
  for (const char* key : {"tfp_auc", "scanpath_ratio", "sequence_score"}) {
    EXPECT_NEAR(evaluation["rows"][0][key], gold[key], 1e-6) << key;
  }
}

}  // namespace
}  // namespace saccade::cli
