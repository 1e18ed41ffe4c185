// The studies as a user calls them, on a tiny embedded data set.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "saccade/base/file.h"
#include "saccade/cli/program_fixture.h"
#include "saccade/nn/network_shape.h"
#include "saccade/search/model_folder.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::RunProgram;

class ExperimentContext : public ::testing::Test {
 protected:
  void SetUp() override { testing::MakeTinyData(folder_.path(), 4); }
  std::string Path(const std::string& name) const { return (folder_ / name).string(); }

  testing::RunResult Context(const std::vector<std::string>& more) const {
    std::vector<std::string> call = {"experiment",   "context",
                                     "--validation", Path("data/fixations_valid.json"),
                                     "--beliefs",    Path("b.beliefs"),
                                     "--samples",    "2",
                                     "--bootstrap",  "20",
                                     "--out",        Path("out")};
    call.insert(call.end(), more.begin(), more.end());
    return RunProgram(SACCADE_PROGRAM, call);
  }

  testing::TemporaryFolder folder_;
};

TEST_F(ExperimentContext, WritesItsPageAndGoesOnWhereItWasStopped) {
  const auto one = Context({"--model", "target-blurred", "--only", "context-bowl"});
  ASSERT_EQ(one.exit_code, 0) << one.err;
  EXPECT_FALSE(fs::exists(Path("out/context.md")));
  const auto all = Context({"--model", "target-blurred", "--page", Path("docs"), "--json"});
  ASSERT_EQ(all.exit_code, 0) << all.err;
  EXPECT_THAT(all.err, HasSubstr("17 cells computed, 1 were finished already"));
  // A model that sees its target alone: 18 x 133 comparisons, none of them anything.
  const json result = json::parse(all.out);
  EXPECT_EQ(result["comparisons"], 18 * 133);
  for (const json& row : result["rows"]) EXPECT_EQ(row["effect"], 0) << row;
  for (const char* file : {"out/context.md", "out/context-matrix.pdf", "docs/context.md",
                           "docs/context.json", "docs/context-bars.svg"}) {
    EXPECT_TRUE(fs::exists(Path(file))) << file;
  }
  EXPECT_THAT(ReadFile(Path("docs/context.md")), HasSubstr("--model 'target-blurred'"));
}

TEST_F(ExperimentContext, RefusesWhatIsNoModelOrHasNoUseHere) {
  EXPECT_THAT(Context({"--model", "human"}).err, HasSubstr("human is no model"));
  EXPECT_THAT(Context({"--model", "nothing"}).err, HasSubstr("nothing"));
  const auto unused = Context({"--model", "target-blurred", "--epochs", "3"});
  EXPECT_EQ(unused.exit_code, 2);
  EXPECT_EQ(Context({}).exit_code, 2);
}

class ExperimentStudies : public ExperimentContext {
 protected:
  // An untrained policy with an untrained reward.
  void WriteModel() const {
    Model model;
    model.description.kind = "irl";
    model.tensors = WithPrefix(InitialPolicy({}, Random(1)), "policy.");
    model.tensors.merge(WithPrefix(InitialDiscriminator({}, Random(2)), "discriminator."));
    WriteModelFolder(folder_ / "m", model);
  }

  testing::RunResult Study(const std::string& name, const std::vector<std::string>& more) const {
    std::vector<std::string> call = {
        "experiment", name, "--validation", Path("data/fixations_valid.json"), "--out", Path(name)};
    call.insert(call.end(), more.begin(), more.end());
    return RunProgram(SACCADE_PROGRAM, call);
  }
  std::vector<std::string> Learning(std::vector<std::string> more) const {
    more.insert(more.end(), {"--fixations", Path("data/fixations_train.json"), "--beliefs",
                             Path("b.beliefs"), "--quick", "--samples", "1", "--bootstrap", "0"});
    return more;
  }
};

TEST_F(ExperimentStudies, FieldPutsPredictionsBesidePublishedRows) {
  const std::string fixations = Path("data/fixations_valid.json");
  const auto predict = RunProgram(
      SACCADE_PROGRAM, {"predict", "--model", "target-blurred", "--beliefs", Path("b.beliefs"),
                        "--pairs", fixations, "--samples", "3", "--out", Path("mine.json")});
  ASSERT_EQ(predict.exit_code, 0) << predict.err;
  const std::vector<std::string> field = {
      "--predictions", Path("mine.json"), "--samples", "2", "--bootstrap", "20", "--json"};
  const auto run = Study("field", field);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const json result = json::parse(run.out);
  ASSERT_EQ(result["rows"].size(), 3u);
  EXPECT_EQ(result["rows"][0]["name"], "people");
  EXPECT_EQ(result["rows"][2]["name"], "mine");
  for (const char* key : {"sequence_score", "multimatch_mean", "dtw", "dss", "kl", "bits"}) {
    EXPECT_TRUE(result["rows"][2].contains(key)) << key;
  }
  // Not the test split, so nothing published is comparable, and each row says why.
  EXPECT_GT(result["published"].size(), 20u);
  for (const json& row : result["published"]) {
    EXPECT_THAT(row["comparable"].get<std::string>(), HasSubstr("no: other split"));
    EXPECT_THAT(row["measured"].get<std::string>(), HasSubstr("test split"));
  }
  const std::string page = ReadFile(Path("field/field.md"));
  for (const char* text : {"ScanDiff", "HAT", "Distances of trajectories", "## Reading"}) {
    EXPECT_THAT(page, HasSubstr(text));
  }
  EXPECT_THAT(Study("field", field).err, HasSubstr("0 cells computed, 3 were finished already"));
  auto twice = field;
  twice.insert(twice.end(), {"--predictions", Path("mine.json")});
  EXPECT_EQ(Study("field", twice).exit_code, 2);
}

TEST_F(ExperimentStudies, WithoutTrainingLeaveTheirPages) {
  WriteModel();
  const std::string beliefs = Path("b.beliefs"), model = Path("m");
  struct Case {
    std::string name;
    std::vector<std::string> more;
    std::vector<std::string> files;
  };
  const std::vector<Case> cases = {
      {"context-map", {"--model", model}, {}},
      {"greedy",
       {"--model", model, "--fixations", Path("data/fixations_train.json"), "--seeds", "1",
        "--samples", "2", "--bootstrap", "20"},
       {"greedy.pdf"}},
      {"scores",
       {"--model", "M=" + model, "--seeds", "2", "--samples", "2", "--bootstrap", "5", "--images",
        Path("data/images")},
       {"scores-cdf.svg", "scores-examples.pdf", "scores-examples-pictures.svg"}},
      {"behaviour",
       {"--model", "M=" + model, "--seeds", "2", "--samples", "2"},
       {"behaviour-measures.svg", "behaviour-saccades.pdf", "behaviour-densities.pdf"}}};
  for (Case study : cases) {
    SCOPED_TRACE(study.name);
    study.more.insert(study.more.end(), {"--beliefs", beliefs});
    const auto run = Study(study.name, study.more);
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const fs::path out = Path(study.name);
    EXPECT_THAT(ReadFile(out / (study.name + ".md")), HasSubstr("## Reading"));
    EXPECT_NO_THROW(json::parse(ReadFile(out / (study.name + ".json"))));
    for (const std::string& file : study.files) EXPECT_TRUE(fs::exists(out / file)) << file;
    const auto again = Study(study.name, study.more);
    EXPECT_THAT(again.err, HasSubstr(" 0 cells computed"));
    EXPECT_EQ(again.out, run.out);
  }
}

// 10 subjects, a group and an individual training each, then a row of each.
TEST_F(ExperimentStudies, SubjectsListTheirCellsAndComputeSome) {
  const auto list = Study("subjects", Learning({"--seeds", "1", "--list", "--json"}));
  ASSERT_EQ(list.exit_code, 0) << list.err;
  EXPECT_EQ(json::parse(list.out)["cells"].size(), 40u);
  const auto one = Study("subjects", Learning({"--seeds", "1", "--only", "group-3-0"}));
  ASSERT_EQ(one.exit_code, 0) << one.err;
  EXPECT_THAT(one.err, HasSubstr("2 cells computed"));
  const json cell = json::parse(ReadFile(Path("subjects/cells/train-group-3-0/cell.json")));
  EXPECT_EQ(cell["inputs"]["learns_from"]["without_subjects"], json({3}));
}

TEST_F(ExperimentStudies, DataAmountDrawsTheSamePicturesForBothLearners) {
  const auto list = Study("data-amount", Learning({"--seeds", "2", "--list", "--json"}));
  ASSERT_EQ(list.exit_code, 0) << list.err;
  EXPECT_EQ(json::parse(list.out)["cells"].size(), 2 * 2 * 4 * 2u);
  const auto some = Study("data-amount", Learning({"--seeds", "2", "--only", "bc-cnn-5-1"}));
  ASSERT_EQ(some.exit_code, 0) << some.err;
  const json cell = json::parse(ReadFile(Path("data-amount/cells/train-bc-cnn-5-1/cell.json")));
  EXPECT_EQ(cell["inputs"]["learns_from"], (json{{"pictures", 5}, {"draw", 1}}));
  // What is finished can be looked at, and what is not is said.
  const auto so_far = Study("data-amount", Learning({"--seeds", "2", "--so-far", "--json"}));
  ASSERT_EQ(so_far.exit_code, 0) << so_far.err;
  const json rows = json::parse(so_far.out)["rows"];
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0]["kind"], "bc-cnn-5");
  EXPECT_THAT(ReadFile(Path("data-amount/data-amount.md")),
              HasSubstr("2 of 32 cells, the others not being computed yet"));
}

// One seed: people, five clones and six trainings of IRL, each of the eleven with a row.
TEST_F(ExperimentStudies, PartsCalibrateByLikelihoodAndDrawPicturesAndPeople) {
  const auto list = Study("parts", Learning({"--seeds", "1", "--list", "--json"}));
  ASSERT_EQ(list.exit_code, 0) << list.err;
  EXPECT_EQ(json::parse(list.out)["cells"].size(), 1 + 11 * 2u);
  const auto one = Study("parts", Learning({"--seeds", "1", "--only", "no-history-0"}));
  ASSERT_EQ(one.exit_code, 0) << one.err;
  const json trained =
      json::parse(ReadFile(Path("parts/cells/train-no-history-0/run/config.json")))["options"];
  EXPECT_EQ(trained["calibrate_by"], "likelihood");
  EXPECT_EQ(trained["channels"], 134);
  const json row = json::parse(ReadFile(Path("parts/cells/no-history-0/cell.json")));
  EXPECT_EQ(row["inputs"]["resample"], "both");
}

TEST_F(ExperimentStudies, AblationNeedsSaliencyAndMasksAtTestTimeWithoutFurtherTraining) {
  const auto refused = Study("ablation", Learning({"--list"}));
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("holds no saliency"));

  WriteModel();
  const auto masked =
      Study("ablation", Learning({"--model", "full=" + Path("m"), "--seeds", "1", "--json"}));
  ASSERT_EQ(masked.exit_code, 0) << masked.err;
  std::vector<std::string> rows;
  const json found = json::parse(masked.out);
  for (const json& row : found["rows"]) rows.push_back(row["kind"]);
  EXPECT_THAT(rows, ::testing::ElementsAre("human", "full", "masked-history", "masked-stuff",
                                           "masked-other-things", "masked-target"));
  EXPECT_FALSE(fs::exists(Path("ablation/cells/train-full-0")));
  const auto other = Study("ablation", Learning({"--model", "m=" + Path("m")}));
  EXPECT_THAT(other.err, HasSubstr("is called full here"));
}

// Killed or not, what was trained so far can be looked at.
TEST_F(ExperimentStudies, ReplicationPutsOurTrainingBesideTheCurvesOfOthers) {
  json run;
  for (const char* key :
       {"discriminator_real_loss", "discriminator_fake_loss", "ppo_return", "ppo_loss",
        "found_by_1", "found_by_3", "found_by_6", "probability_mismatch"}) {
    run[key] = {{"iteration", {0, 1, 2}}, {"value", {.5, .5, .5}}};
  }
  WriteFileAtomically(Path("curves.json"), json{{"runs", {{"a", run}, {"b", run}}}}.dump());
  const std::vector<std::string> call = {"--fixations", Path("data/fixations_train.json"),
                                         "--beliefs",   Path("b.beliefs"),
                                         "--curves",    Path("curves.json"),
                                         "--seeds",     "1",
                                         "--quick",     "--json"};
  auto so_far = call;
  so_far.push_back("--so-far");
  const auto nothing = Study("replication", so_far);
  EXPECT_EQ(nothing.exit_code, 2);
  EXPECT_THAT(nothing.err, HasSubstr("holds no iteration of a training yet"));
  const auto whole = Study("replication", call);
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  EXPECT_EQ(Study("replication", so_far).out, whole.out);
  const json rows = json::parse(whole.out)["rows"];
  ASSERT_EQ(rows.size(), 8u);
  EXPECT_EQ(rows[0]["released_to_released"], 0);
  const json ours = rows[0]["trainings"][2];
  EXPECT_EQ(ours["name"], "ours, seed 0");
  EXPECT_EQ(ours["iterations"][0], 0);
  EXPECT_NEAR(rows[0]["ours_minus_released"].get<double>(), ours["values"][0].get<double>() - .5,
              1e-9);
  EXPECT_TRUE(fs::exists(Path("replication/replication.pdf")));
  auto other = call;
  other.insert(other.end(), {"--preset", "paper"});
  EXPECT_THAT(Study("replication", other).err, HasSubstr("of the preset reference"));
}

TEST_F(ExperimentStudies, RewardTransferTrainsPoliciesThatSeeNoPerson) {
  WriteModel();
  fs::copy_file(Path("b.beliefs"), Path("other.beliefs"));
  const auto run =
      Study("reward-transfer", Learning({"--model", Path("m"), "--seeds", "1", "--set",
                                         "gaze_prior=false", "--beliefs", Path("other.beliefs")}));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const json config =
      json::parse(ReadFile(Path("reward-transfer/cells/train-reward-alone-0/run/config.json")));
  for (const char* option : {"cloning_epochs", "imitation_weight", "uniform_share"}) {
    EXPECT_EQ(config["options"][option], 0) << option;
  }
  EXPECT_EQ(config["options"]["reward_from"], Path("m"));
  const std::string page = ReadFile(Path("reward-transfer/reward-transfer.md"));
  EXPECT_THAT(page, HasSubstr("reward alone, b"));
  EXPECT_THAT(page, Not(HasSubstr("reward_from=")));
}

// No beliefs are asked for: nothing but how the eyes move.
TEST_F(ExperimentStudies, IdentifyTellsPeopleApart) {
  const auto run = Study("identify", {"--fixations", Path("data/fixations_train.json"),
                                      "--bootstrap", "20", "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const json rows = json::parse(run.out)["rows"];
  ASSERT_EQ(rows.size(), 6u);
  for (const json& row : rows) {
    EXPECT_EQ(row["people"], 10);
    EXPECT_GE(row["single_high"], row["single_low"]);
  }
  const auto unused = Study("identify", {"--fixations", Path("data/fixations_train.json"),
                                         "--beliefs", Path("b.beliefs")});
  EXPECT_EQ(unused.exit_code, 2);
}

TEST_F(ExperimentStudies, RewardMapsStandBesideTheTrueRewardWhereItIsKnown) {
  WriteModel();
  const auto run = Study("reward-maps", {"--beliefs", Path("b.beliefs"), "--model", Path("m"),
                                         "--truth", Path("data/truth.json"), "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const json rows = json::parse(run.out)["rows"];
  ASSERT_GE(rows.size(), 4u);
  for (const json& picture : rows) {
    ASSERT_EQ(picture["maps"].size(), 2u);
    EXPECT_NE(picture["maps"][0]["target"], picture["maps"][1]["target"]);
    for (const json& map : picture["maps"]) {
      double sum = 0;
      for (const double nats : map["true"]) sum += std::exp(nats) / 640;
      EXPECT_NEAR(sum, 1, .01) << "the softmax of the map";
      EXPECT_LT(std::abs(map["rank_correlation"].get<double>()), 1);
    }
  }
  EXPECT_TRUE(fs::exists(Path("reward-maps/reward-maps.svg")));
}

}  // namespace
}  // namespace saccade
