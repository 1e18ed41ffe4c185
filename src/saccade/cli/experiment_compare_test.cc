// The comparison as a user calls it, on a tiny embedded data set.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <map>
#include <nlohmann/json.hpp>

#include "saccade/base/file.h"
#include "saccade/cli/program_fixture.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::HasSubstr;
using testing::RunProgram;

constexpr const char* kFiles[] = {"compare.md",   "compare.tex", "compare.json",
                                  "compare.html", "compare.svg", "compare.png"};

class ExperimentCompare : public ::testing::Test {
 protected:
  void SetUp() override { testing::MakeTinyData(folder_.path(), 4); }
  std::string Path(const std::string& name) const { return (folder_ / name).string(); }

  testing::RunResult Compare(const std::string& methods, const std::vector<std::string>& more = {},
                             const testing::RunOptions& options = {}) const {
    std::vector<std::string> call = {"experiment",   "compare",
                                     "--fixations",  Path("data/fixations_train.json"),
                                     "--validation", Path("data/fixations_valid.json"),
                                     "--beliefs",    Path("b.beliefs"),
                                     "--methods",    methods,
                                     "--seeds",      "2",
                                     "--samples",    "2",
                                     "--bootstrap",  "20",
                                     "--quick",      "--out",
                                     Path("out")};
    call.insert(call.end(), more.begin(), more.end());
    return RunProgram(SACCADE_PROGRAM, call, options);
  }

  testing::TemporaryFolder folder_;
};

TEST_F(ExperimentCompare, ResumedDoesNoWorkAndGivesTheSameBytes) {
  const std::string methods = "human,random,bc-cnn,target-sharp";
  const auto first = Compare(methods);
  ASSERT_EQ(first.exit_code, 0) << first.err;
  EXPECT_THAT(first.err, HasSubstr("9 cells computed, 0 were finished already"));
  std::map<std::string, std::string> bytes;
  for (const char* file : kFiles) bytes[file] = ReadFile(Path("out") + "/" + file);
  const auto predictions = Path("out/cells/bc-cnn-1/predictions.json");
  const auto written = fs::last_write_time(predictions);

  const auto second = Compare(methods);
  ASSERT_EQ(second.exit_code, 0) << second.err;
  EXPECT_THAT(second.err, HasSubstr("0 cells computed, 9 were finished already"));
  EXPECT_EQ(second.out, first.out);
  EXPECT_EQ(fs::last_write_time(predictions), written);
  for (const char* file : kFiles)
    EXPECT_EQ(ReadFile(Path("out") + "/" + file), bytes[file]) << file;

  // What lost its scores is computed again, from the training that is there, to the same scores.
  const json before = json::parse(bytes["compare.json"]);
  fs::remove(Path("out/cells/bc-cnn-1/cell.json"));
  const auto third = Compare(methods);
  ASSERT_EQ(third.exit_code, 0) << third.err;
  EXPECT_THAT(third.err, HasSubstr("1 cells computed, 8 were finished already"));
  const json after = json::parse(ReadFile(Path("out/compare.json")));
  EXPECT_EQ(after["rows"][2]["by_seed"][1]["multimatch"],
            before["rows"][2]["by_seed"][1]["multimatch"]);
  EXPECT_EQ(after["rows"][2]["cost"]["training_seconds"],
            before["rows"][2]["cost"]["training_seconds"]);

  std::vector<std::string> names;
  for (const json& row : after["rows"]) names.push_back(row["name"]);
  EXPECT_THAT(names, ::testing::ElementsAre("human", "random", "BC-CNN", "target-sharp"));
  EXPECT_TRUE(after["rows"][2].contains("cig"));
  EXPECT_EQ(after["rows"][2]["seed_changes"], "training and scanpaths");
  EXPECT_GT(after["rows"][2]["cost"]["parameters"], 100'000);

  // A row is what evaluate makes of the same scanpaths.
  const auto scored = RunProgram(
      SACCADE_PROGRAM, {"evaluate", "--fixations", Path("data/fixations_valid.json"),
                        "--predictions", "p=" + predictions, "--bootstrap", "0", "--json"});
  ASSERT_EQ(scored.exit_code, 0) << scored.err;
  EXPECT_EQ(json::parse(scored.out)["rows"][0]["multimatch"],
            after["rows"][2]["by_seed"][1]["multimatch"]);
}

TEST_F(ExperimentCompare, SeedsBeyondTheTrainingsDrawOtherScanpathsFromTheSameModel) {
  const auto once = Compare("bc-cnn", {"--trainings", "1"});
  ASSERT_EQ(once.exit_code, 0) << once.err;
  EXPECT_TRUE(fs::exists(Path("out/cells/train-bc-cnn-0")));
  EXPECT_FALSE(fs::exists(Path("out/cells/train-bc-cnn-1")));
  EXPECT_NE(ReadFile(Path("out/cells/bc-cnn-0/predictions.json")),
            ReadFile(Path("out/cells/bc-cnn-1/predictions.json")));
  const json row = json::parse(ReadFile(Path("out/compare.json")))["rows"][0];
  EXPECT_EQ(row["seed_changes"], "scanpaths");
  EXPECT_GT(row["cost"]["training_seconds"], 0);

  // The second seed's part is of the first training and cannot pass for one of its own.
  const auto twice = Compare("bc-cnn");
  EXPECT_EQ(twice.exit_code, 2);
  EXPECT_THAT(twice.err, HasSubstr("bc-cnn-1/cell.json:train-bc-cnn-0: is "));
  EXPECT_EQ(Compare("bc-cnn", {"--trainings", "3"}).exit_code, 2);
}

TEST_F(ExperimentCompare, ListsSharesAndNamedCells) {
  const std::string methods = "human,target-sharp,bc-cnn";
  const auto states = [&] {
    const auto listed = Compare(methods, {"--list", "--json"});
    EXPECT_EQ(listed.exit_code, 0) << listed.err;
    std::map<std::string, std::string> by_cell;
    const json document = json::parse(listed.out);
    for (const json& cell : document["cells"]) by_cell[cell["cell"]] = cell["state"];
    return by_cell;
  };
  EXPECT_EQ(states()["train-bc-cnn-1"], "left");
  EXPECT_FALSE(fs::exists(Path("out")));
  ASSERT_EQ(Compare(methods, {"--only", "target-sharp-1"}).exit_code, 0);
  EXPECT_EQ(states()["target-sharp-1"], "finished");
  EXPECT_EQ(states()["target-sharp-0"], "left");
  EXPECT_FALSE(fs::exists(Path("out/compare.json")));
  for (const char* shard : {"1/2", "0/2"}) {
    const auto computed = Compare(methods, {"--shard", shard});
    ASSERT_EQ(computed.exit_code, 0) << computed.err;
    EXPECT_EQ(computed.out, "");
  }
  EXPECT_FALSE(fs::exists(Path("out/compare.json")));
  const auto assembled = Compare(methods);
  EXPECT_THAT(assembled.err, HasSubstr("0 cells computed, 7 were finished already"));
  EXPECT_TRUE(fs::exists(Path("out/compare.json")));
  const auto table = Compare(methods, {"--list"});
  EXPECT_THAT(table.out, HasSubstr("train-bc-cnn-0  finished"));
  EXPECT_THAT(table.out, HasSubstr("measured"));

  for (const std::vector<std::string>& wrong : {std::vector<std::string>{"--shard", "2/2"},
                                                {"--only", "human-7"},
                                                {"--list", "--shard", "0/2"},
                                                {"--list", "--only", "human-0"},
                                                {"--only", "human-0", "--shard", "0/2"}}) {
    SCOPED_TRACE(wrong.back());
    const auto refused = Compare(methods, wrong);
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_EQ(std::ranges::count(refused.err, '\n'), 1) << refused.err;
  }
}

// Killed at some moment of the training: the next call gives the scores of a run that was not.
TEST_F(ExperimentCompare, GoesOnAfterAKill) {
  ASSERT_EQ(Compare("bc-cnn").exit_code, 0);
  const json whole = json::parse(ReadFile(Path("out/compare.json")));
  fs::rename(Path("out"), Path("whole"));
  const auto killed = Compare("bc-cnn", {}, {.kill_when = [&] {
                                return fs::exists(Path("out/cells/train-bc-cnn-1/run/config.json"));
                              }});
  ASSERT_EQ(killed.exit_code, 128 + SIGKILL);
  EXPECT_FALSE(fs::exists(Path("out/compare.json")));
  const auto resumed = Compare("bc-cnn");
  ASSERT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_THAT(resumed.err, HasSubstr("3 cells computed, 1 were finished already"));
  const json after = json::parse(ReadFile(Path("out/compare.json")));
  for (const char* key : {"cdf", "tfp_auc", "multimatch", "sequence_score", "intervals", "cig"}) {
    EXPECT_EQ(after["rows"][0][key], whole["rows"][0][key]) << key;
  }
  EXPECT_EQ(after["rows"][0]["by_seed"][1]["cost"]["training_complete"], false);
}

TEST_F(ExperimentCompare, RefusesOtherOptionsModelsAndMethods) {
  ASSERT_EQ(Compare("human,target-sharp").exit_code, 0);
  const std::string before = ReadFile(Path("out/compare.json"));
  const auto protocol = Compare("human,target-sharp", {"--protocol", "reference"});
  EXPECT_EQ(protocol.exit_code, 2);
  EXPECT_THAT(protocol.err, HasSubstr("human-0/cell.json:protocol: is \"paper\""));
  const auto model = Compare("human", {"--model", "target-sharp=target-blurred"});
  EXPECT_EQ(model.exit_code, 2);
  EXPECT_THAT(model.err,
              HasSubstr("target-sharp-0/cell.json:model: is \"target-sharp\" in the cell "
                        "that is there and \"target-blurred\" in this call"));
  const auto method = Compare("human,oracle");
  EXPECT_EQ(method.exit_code, 2);
  EXPECT_THAT(method.err, HasSubstr("there is no method \"oracle\"; there are human, random"));
  EXPECT_EQ(ReadFile(Path("out/compare.json")), before);

  // Methods may be added, also under names of one's own.
  const auto added = Compare("human,target-sharp", {"--model", "my model=target-blurred"});
  ASSERT_EQ(added.exit_code, 0) << added.err;
  EXPECT_THAT(added.err, HasSubstr("2 cells computed, 3 were finished already"));
  EXPECT_EQ(json::parse(ReadFile(Path("out/compare.json")))["rows"][2]["name"], "my model");
}

}  // namespace
}  // namespace saccade
