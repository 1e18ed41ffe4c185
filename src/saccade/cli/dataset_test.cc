#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "saccade/base/file.h"
#include "saccade/testing/run_program.h"
#include "saccade/testing/shared_data.h"

namespace saccade::cli {
namespace {

using Json = nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::RunProgram;
using testing::RunResult;
using ::testing::StartsWith;

constexpr const char* kTrain = "coco_search18/coco_search18_fixations_TP_train_split1.json";
constexpr const char* kValidation =
    "coco_search18/coco_search18_fixations_TP_validation_split1.json";

// Two people search ten pictures for a cup; the second one answers wrong in the first picture.
constexpr int kPictures = 10;
Json SmallDataset() {
  Json trials = Json::array();
  for (int picture = 0; picture < kPictures; ++picture) {
    for (int subject = 1; subject <= 2; ++subject) {
      trials.push_back({{"name", std::to_string(picture) + ".jpg"},
                        {"subject", subject},
                        {"task", "cup"},
                        {"condition", "present"},
                        {"bbox", {100, 100, 200, 150}},
                        {"X", {840.5, 150.25}},
                        {"Y", {525.0, 150.0}},
                        {"T", {200, 300}},
                        {"length", 2},
                        {"correct", picture == 0 && subject == 2 ? 0 : 1},
                        {"RT", 600},
                        {"split", "train"}});
    }
  }
  return trials;
}

class DatasetCommand : public ::testing::Test {
 protected:
  RunResult Saccade(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "dataset");
    testing::RunOptions options;
    options.folder = folder_.path();
    return RunProgram(SACCADE_PROGRAM, arguments, options);
  }
  void Write(const std::string& name, const Json& json) {
    WriteFileAtomically(folder_ / name, json.dump());
  }
  Json Read(const std::string& name) { return Json::parse(ReadFile(folder_ / name)); }

  testing::TemporaryFolder folder_;
};

TEST_F(DatasetCommand, InfoCountsAndMeasures) {
  Write("small.json", SmallDataset());
  const RunResult result =
      Saccade({"info", "small.json", "--with-paper", "--plot", "m.svg", "--json", "info.json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("Subjects"), HasSubstr("paper accuracy")));
  const Json info = Read("info.json");
  EXPECT_EQ(info["trials"], 20);
  EXPECT_EQ(info["pairs"], 10);
  EXPECT_EQ(info["subjects"]["2"]["accuracy"], .9);
  EXPECT_EQ(info["tasks"]["cup"]["paper"]["pictures"], 276);
  EXPECT_EQ(info["measures"]["cup"]["raw"]["time_to_target_ms"], 200);
  EXPECT_THAT(ReadFile(folder_ / "m.svg"), AllOf(StartsWith("<svg"), HasSubstr(">cup<")));
}

TEST_F(DatasetCommand, InfoSaysOneLineAndExits2ForABadFile) {
  Json trials = SmallDataset();
  trials[4]["Y"] = {1.0};
  Write("bad.json", trials);
  const RunResult result = Saccade({"info", "bad.json"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err,
            "saccade: bad.json:trial 4: X has 2 entries and Y has 1; they must be equal; "
            "--lenient leaves out bad trials\n");
  const RunResult lenient = Saccade({"info", "bad.json", "--lenient", "--json"});
  EXPECT_EQ(lenient.exit_code, 0) << lenient.err;
  EXPECT_EQ(Json::parse(lenient.out)["files"][0]["skipped"]["X and Y of different length"], 1);
}

TEST_F(DatasetCommand, ConvertInTheSameFrameKeepsEveryFieldAsItIs) {
  Write("small.json", SmallDataset());
  ASSERT_EQ(Saccade({"convert", "small.json", "--out", "same.json"}).exit_code, 0);
  EXPECT_EQ(Read("same.json"), SmallDataset());
}

TEST_F(DatasetCommand, ConvertFiltersAndScales) {
  Write("small.json", SmallDataset());
  const RunResult result = Saccade({"convert", "small.json", "--frame", "image", "--correct-only",
                                    "--subject", "2", "--out", "image.json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const Json trials = Read("image.json");
  ASSERT_EQ(trials.size(), 9u);
  EXPECT_DOUBLE_EQ(trials[0]["Y"][0], 160);  // 525 * 320 / 1050
}

TEST_F(DatasetCommand, ConvertRepairsBoxesLeftAtDisplaySize) {
  Json trials = SmallDataset();
  for (Json& trial : trials) {
    trial["bbox"] = {1000, 700, 168, 105};
    trial["X"] = {256, 330.0};
    trial["Y"] = {160, 230.0};
  }
  Write("unscaled.json", trials);
  const RunResult refused = Saccade({"info", "unscaled.json"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("saccade dataset convert unscaled.json --scale-boxes --out"));
  ASSERT_EQ(Saccade({"convert", "unscaled.json", "--scale-boxes", "--out", "f.json"}).exit_code, 0);
  EXPECT_DOUBLE_EQ(Read("f.json")[0]["bbox"][2], 51.2);  // 168 * 512 / 1680
  EXPECT_EQ(Saccade({"info", "f.json"}).exit_code, 0);
}

TEST_F(DatasetCommand, RandomSplitsAreTheSameForASeed) {
  Write("small.json", SmallDataset());
  for (const char* folder : {"a", "b"}) {
    const RunResult result =
        Saccade({"convert", "small.json", "--split-random", folder, "--seed", "3"});
    ASSERT_EQ(result.exit_code, 0) << result.err;
  }
  EXPECT_EQ(Read("a/train.json").size(), 14u);
  EXPECT_EQ(Read("a/valid.json").size(), 2u);
  EXPECT_EQ(Read("a/test.json").size(), 4u);
  EXPECT_EQ(ReadFile(folder_ / "a/test.json"), ReadFile(folder_ / "b/test.json"));
}

TEST_F(DatasetCommand, SelectHasThePublishedPairsByDefault) {
  SACCADE_NEEDS_DATA("coco_search18/coco_instances_subset.json");
  const RunResult result = Saccade(
      {"select", "--coco", testing::SharedData("coco_search18/coco_instances_subset.json").string(),
       "--json", "selection.json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const Json selection = Read("selection.json");
  std::set<std::pair<std::string, std::string>> selected;
  for (const Json& picture : selection["target_present"]) {
    selected.emplace(picture["task"], picture["name"]);
    EXPECT_EQ(picture["bbox"].size(), 4u);
  }
  std::size_t missing = 0;
  for (const char* file : {kTrain, kValidation}) {
    for (const Json& trial : Json::parse(ReadFile(testing::SharedData(file)))) {
      missing += !selected.contains({trial["task"], trial["name"]});
    }
  }
  EXPECT_EQ(missing, 0u);
  EXPECT_EQ(selection["removed"]["person_or_animal"], 0);
}

}  // namespace
}  // namespace saccade::cli
