#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "saccade/base/file.h"
#include "saccade/cli/program_fixture.h"
#include "saccade/testing/shared_data.h"

namespace saccade::cli {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using testing::RunResult;
using testing::Saccade;
using testing::TemporaryFolder;

json Trial(const std::string& name, int subject, const json& scanpath) {
  return {{"name", name},          {"subject", subject},    {"task", "cup"},
          {"X", scanpath.at("X")}, {"Y", scanpath.at("Y")}, {"T", scanpath.at("T")}};
}

json Golden(const std::string& file) {
  std::ifstream stream(testing::SharedData(file));
  return json::parse(stream);
}

class Compare : public ::testing::Test {
 protected:
  // Files of the two sides; the same subject repeats.
  RunResult Run(const json& first, const json& second, std::vector<std::string> options) {
    WriteFileAtomically(folder_ / "a.json", first.dump());
    WriteFileAtomically(folder_ / "b.json", second.dump());
    options.insert(options.begin(),
                   {"compare", (folder_ / "a.json").string(), (folder_ / "b.json").string()});
    return Saccade(options);
  }
  json RunJson(const json& first, const json& second, std::vector<std::string> options) {
    options.push_back("--json");
    const RunResult result = Run(first, second, std::move(options));
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return json::parse(result.out);
  }

  TemporaryFolder folder_;
};

const json kPath = {{"X", {250, 100, 300}}, {"Y", {160, 50, 90}}, {"T", {200, 150, 250}}};

TEST_F(Compare, GivesTheGoldenMultiMatchScores) {
  SACCADE_NEEDS_DATA("gold/multimatch.json");
  json first = json::array(), second = json::array(), expected = json::array();
  const json golden = Golden("gold/multimatch.json")["cases"];
  for (const json& pair : golden) {
    if (pair.contains("simplify")) continue;
    first.push_back(Trial("a.jpg", 1, pair["a"]));
    second.push_back(Trial("a.jpg", 1, pair["b"]));
    expected.push_back(pair.contains("scores") ? pair["scores"] : pair["short_rule_pad"]);
  }
  const json result = RunJson(first, second, {"--frame", "display"});
  ASSERT_EQ(result.size(), expected.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    SCOPED_TRACE(i);
    const json& scores = result[i]["multimatch"];
    EXPECT_NEAR(scores["shape"], expected[i][0], 1e-9);
    EXPECT_NEAR(scores["direction"], expected[i][1], 1e-9);
    EXPECT_NEAR(scores["length"], expected[i][2], 1e-9);
    EXPECT_NEAR(scores["position"], expected[i][3], 1e-9);
    EXPECT_NEAR(scores["duration"], expected[i][4], 1e-9);
  }
}

TEST_F(Compare, GivesTheGoldenScanMatchScores) {
  SACCADE_NEEDS_DATA("gold/scanmatch.json");
  const json golden = Golden("gold/scanmatch.json")["cases"];
  json first = json::array(), second = json::array();
  for (const json& pair : golden) {
    first.push_back(Trial("a.jpg", 1, pair["a"]));
    second.push_back(Trial("a.jpg", 1, pair["b"]));
  }
  const json result = RunJson(first, second, {"--frame", "image"});
  ASSERT_EQ(result.size(), golden.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    SCOPED_TRACE(i);
    EXPECT_NEAR(result[i]["scanmatch"], golden[i]["scanmatch"], 1e-9);
    EXPECT_NEAR(result[i]["scanmatch_duration"], golden[i]["scanmatch_duration"], 1e-9);
    EXPECT_EQ(result[i]["edit_distance"], golden[i]["edit_distance"]);
  }
}

TEST_F(Compare, AllPairsAreThoseOfTheSamePicture) {
  const json first = {Trial("a.jpg", 1, kPath), Trial("b.jpg", 1, kPath)};
  const json second = {Trial("b.jpg", 2, kPath), Trial("a.jpg", 3, kPath),
                       Trial("a.jpg", 4, kPath)};
  const json result = RunJson(first, second, {"--all-pairs"});
  ASSERT_EQ(result.size(), 3u);
  EXPECT_EQ(result[0]["second"], 1);
  EXPECT_EQ(result[1]["second"], 2);
  EXPECT_EQ(result[2]["first"], 1);
  EXPECT_EQ(result[2]["multimatch"]["shape"], 1);
}

TEST_F(Compare, GivesOnlyTheMetricsAskedFor) {
  const json trials = json::array({Trial("a.jpg", 1, kPath)});
  const json result = RunJson(trials, trials, {"--metric", "scanmatch"});
  EXPECT_EQ(result[0]["scanmatch"], 1);
  EXPECT_FALSE(result[0].contains("multimatch"));
  EXPECT_FALSE(result[0].contains("edit_distance"));
}

TEST_F(Compare, SkippedShortScanpathsHaveNoMultiMatch) {
  const json short_path = {{"X", {250, 100}}, {"Y", {160, 50}}, {"T", {200, 150}}};
  const json trials = json::array({Trial("a.jpg", 1, short_path)});
  EXPECT_TRUE(RunJson(trials, trials, {})[0].contains("multimatch"));
  EXPECT_FALSE(RunJson(trials, trials, {"--short", "skip"})[0].contains("multimatch"));
}

TEST_F(Compare, SaysHowItUnderstoodBothAndRefusesOtherStarts) {
  const json first = json::array({Trial("a.jpg", 1, kPath)});
  json moved = kPath;
  moved["X"] = {100, 300, 250};
  const json second = json::array({Trial("a.jpg", 1, moved)});
  EXPECT_THAT(Run(first, first, {}).out, HasSubstr("a.json: image 512x320"));
  const RunResult refused = Run(first, second, {});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("--start prepend"));
  EXPECT_EQ(Run(first, second, {"--start", "as-is"}).exit_code, 0);
}

TEST_F(Compare, WithoutDurationsTheirScoresAreADash) {
  const json bare =
      json::array({{{"name", "a.jpg"}, {"task", "cup"}, {"X", {250, 100}}, {"Y", {160, 50}}}});
  const RunResult result = Run(bare, bare, {});
  EXPECT_THAT(result.out, HasSubstr("no durations"));
  EXPECT_FALSE(RunJson(bare, bare, {})[0]["multimatch"].contains("duration"));
  EXPECT_FALSE(RunJson(bare, bare, {})[0].contains("scanmatch_duration"));
}

TEST_F(Compare, RefusesFilesOfDifferentLength) {
  const json one = json::array({Trial("a.jpg", 1, kPath)});
  const json two = {Trial("a.jpg", 1, kPath), Trial("a.jpg", 2, kPath)};
  const RunResult result = Run(one, two, {});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("has 2 trials"));
  EXPECT_THAT(result.err, HasSubstr("--all-pairs"));
}

}  // namespace
}  // namespace saccade::cli
