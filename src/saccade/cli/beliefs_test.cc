#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "saccade/base/file.h"
#include "saccade/base/random.h"
#include "saccade/beliefs/belief_store.h"
#include "saccade/cli/program_fixture.h"
#include "saccade/image/picture_file.h"
#include "saccade/testing/shared_data.h"

namespace saccade::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::RunResult;
using testing::Saccade;

class BeliefsCommand : public ::testing::Test {
 protected:
  // Panoptic files of `pictures` pictures which all show the same PNG of 8x8 patches.
  void WritePanoptic(const std::string& stem, int pictures, std::uint64_t seed) {
    Random random(seed);
    Raster<std::uint32_t> ids(512, 320);
    for (int y = 0; y < 320; ++y) {
      for (int x = 0; x < 512; ++x) {
        const std::uint64_t patch = SplitMix64(seed * 4096 + (y / 8) * 64 + x / 8);
        ids.At(x, y) = static_cast<std::uint32_t>(patch % 4);
      }
    }
    WriteSegmentPng(folder_ / (stem + "/all.png"), ids);
    nlohmann::json json = {{"images", nlohmann::json::array()},
                           {"annotations", nlohmann::json::array()}};
    for (int i = 0; i < pictures; ++i) {
      json["images"].push_back(
          {{"id", i}, {"file_name", fmt::format("{:04}.jpg", i)}, {"width", 512}, {"height", 320}});
      json["annotations"].push_back(
          {{"image_id", i},
           {"file_name", "all.png"},
           {"segments_info",
            {{{"id", 1}, {"category_id", 3}, {"score", random.Uniform()}},
             {{"id", 2}, {"category_id", 78}, {"score", random.Uniform()}},
             {{"id", 3}, {"category_id", 187}}}}});
    }
    WriteFileAtomically(folder_ / (stem + ".json"), json.dump());
  }
  void WriteBoth(int pictures) {
    WritePanoptic("sharp", pictures, 1);
    WritePanoptic("blurred", pictures, 2);
  }
  std::vector<std::string> Build(const std::string& out = "s.beliefs") const {
    return {"beliefs",
            "build",
            "--quiet",
            "--sharp",
            (folder_ / "sharp.json").string(),
            "--blurred",
            (folder_ / "blurred.json").string(),
            "--out",
            (folder_ / out).string()};
  }
  bool Exists(const std::string& name) const { return std::filesystem::exists(folder_ / name); }

  std::uintmax_t JournalSize() const {
    std::error_code none;
    const auto size = std::filesystem::file_size(folder_ / "s.beliefs.part", none);
    return none ? 0 : size;
  }
  void BuildUntilTheJournalGrows(std::uintmax_t by) const {
    Saccade(Build(),
            {.kill_when = [this, end = JournalSize() + by] { return JournalSize() >= end; }});
  }

  void ExpectRefused(const std::string& what) {
    const RunResult result = Saccade(Build());
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.err, AllOf(HasSubstr("saccade: "), HasSubstr(what)));
    EXPECT_EQ(std::ranges::count(result.err, '\n'), 1) << result.err;
    EXPECT_FALSE(Exists("s.beliefs"));
    EXPECT_FALSE(Exists("s.beliefs.part"));
  }

  testing::TemporaryFolder folder_;
};

TEST_F(BeliefsCommand, KilledAtAnyMomentLeavesNoStoreOrAWholeOneAndGoesOn) {
  WriteBoth(300);
  ASSERT_EQ(Saccade(Build("whole.beliefs")).exit_code, 0);
  const std::string whole = ReadFile(folder_ / "whole.beliefs");
  // Whenever the journal has grown, until a build is through before it was seen to.
  int kills = 0;
  for (int attempt = 0; attempt < 40 && !Exists("s.beliefs"); ++attempt) {
    BuildUntilTheJournalGrows(attempt % 2 == 0 ? 1 : 8000);
    kills += Exists("s.beliefs.part") ? 1 : 0;
  }
  EXPECT_GT(kills, 0);
  ASSERT_EQ(Saccade(Build()).exit_code, 0);
  EXPECT_EQ(ReadFile(folder_ / "s.beliefs"), whole);
  EXPECT_FALSE(Exists("s.beliefs.part"));
}

TEST_F(BeliefsCommand, APickedUpBuildSaysWhatItTookOver) {
  WriteBoth(300);
  BuildUntilTheJournalGrows(5000);
  ASSERT_TRUE(Exists("s.beliefs.part"));
  const RunResult result = Saccade(Build());
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("taken over"));
}

TEST_F(BeliefsCommand, BadPngsAreRefusedByName) {
  WriteBoth(3);
  const std::string png = ReadFile(folder_ / "blurred/all.png");
  for (const std::string& bytes :
       {std::string(), std::string("GIF89a"), png.substr(0, png.size() / 2),
        EncodePng(Raster<std::uint8_t>(512, 320, 1))}) {
    WriteFileAtomically(folder_ / "blurred/all.png", bytes);
    ExpectRefused("all.png");
  }
  Raster<std::uint32_t> unlisted(512, 320, 99);
  WriteSegmentPng(folder_ / "blurred/all.png", unlisted);
  ExpectRefused("segment 99");
  std::filesystem::remove(folder_ / "blurred/all.png");
  ExpectRefused("all.png");
}

TEST_F(BeliefsCommand, BadJsonIsRefusedByName) {
  WriteBoth(3);
  const std::string json = ReadFile(folder_ / "blurred.json");
  WriteFileAtomically(folder_ / "blurred.json", json.substr(0, json.size() / 2));
  ExpectRefused("blurred.json");
  WriteFileAtomically(folder_ / "blurred.json", "[]");
  ExpectRefused("blurred.json");
  std::string unknown = json;
  unknown.replace(unknown.find("\"category_id\":78"), 16, "\"category_id\":12");
  WriteFileAtomically(folder_ / "blurred.json", unknown);
  ExpectRefused("12 (1 times)");
  WritePanoptic("blurred", 2, 2);
  ExpectRefused("0002.jpg");
}

TEST_F(BeliefsCommand, BadDcbFilesAreRefusedByName) {
  WriteFileAtomically(folder_ / "DCBs/HR/car/1.pth.tar",
                      "\x80\x02"
                      "cposix\nsystem\n.");
  WriteFileAtomically(folder_ / "DCBs/LR/car/1.pth.tar", "");
  const RunResult result = Saccade({"beliefs", "build", "--dcbs", (folder_ / "DCBs").string(),
                                    "--out", (folder_ / "s.beliefs").string()});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("1.pth.tar"), HasSubstr("refuses posix.system")));
  EXPECT_FALSE(Exists("s.beliefs"));
  EXPECT_FALSE(Exists("s.beliefs.part"));
}

TEST_F(BeliefsCommand, AWrongCallIsExplained) {
  WriteBoth(1);
  const std::string out = (folder_ / "s.beliefs").string();
  const std::string sharp = (folder_ / "sharp.json").string();
  EXPECT_THAT(Saccade({"beliefs", "build", "--out", out}).err, HasSubstr("--boxes"));
  EXPECT_THAT(Saccade({"beliefs", "build", "--sharp", sharp, "--out", out}).err,
              HasSubstr("--blurred"));
  EXPECT_EQ(Saccade({"beliefs", "build", "--sharp", sharp, "--out", out}).exit_code, 2);
}

TEST_F(BeliefsCommand, VerifyNamesWhatIsDamaged) {
  WriteBoth(3);
  ASSERT_EQ(Saccade(Build()).exit_code, 0);
  const std::string store = (folder_ / "s.beliefs").string();
  EXPECT_EQ(Saccade({"beliefs", "verify", store}).exit_code, 0);
  std::string bytes = ReadFile(store);
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  WriteFileAtomically(store, bytes);
  const RunResult flipped = Saccade({"beliefs", "verify", store});
  EXPECT_EQ(flipped.exit_code, 2);
  EXPECT_THAT(flipped.err, AllOf(HasSubstr("s.beliefs"), HasSubstr("0002.jpg")));
  WriteFileAtomically(store, bytes.substr(0, bytes.size() - 100));
  const RunResult cut = Saccade({"beliefs", "verify", store});
  EXPECT_EQ(cut.exit_code, 2);
  EXPECT_THAT(cut.err, HasSubstr("it was cut"));
}

TEST_F(BeliefsCommand, MergeKeepsEqualPicturesOnceAndRefusesOthers) {
  WriteBoth(3);
  ASSERT_EQ(Saccade(Build("a.beliefs")).exit_code, 0);
  WriteBoth(5);
  ASSERT_EQ(Saccade(Build("b.beliefs")).exit_code, 0);
  const auto merge = [this](const std::string& x, const std::string& y) {
    return Saccade({"beliefs", "merge", (folder_ / x).string(), (folder_ / y).string(), "--out",
                    (folder_ / "m.beliefs").string()});
  };
  // Scores are drawn picture by picture from one seed: the first three are the same in both.
  ASSERT_EQ(merge("a.beliefs", "b.beliefs").exit_code, 0);
  EXPECT_EQ(BeliefStore::Open(folder_ / "m.beliefs").size(), 5u);
  std::vector<std::string> center = Build("c.beliefs");
  center.insert(center.end(), {"--rule", "center"});
  ASSERT_EQ(Saccade(center).exit_code, 0);
  const RunResult differing = merge("a.beliefs", "c.beliefs");
  EXPECT_EQ(differing.exit_code, 2);
  EXPECT_THAT(differing.err, HasSubstr("0000.jpg"));
}

TEST_F(BeliefsCommand, ShowDrawsASheet) {
  WriteBoth(1);
  ASSERT_EQ(Saccade(Build()).exit_code, 0);
  const std::string sheet = (folder_ / "sheet.png").string();
  const RunResult result = Saccade({"beliefs", "show", (folder_ / "s.beliefs").string(), "0000.jpg",
                                    "--channel", "microwave", "--start", "--out", sheet});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const Picture picture = ReadPicture(sheet);
  EXPECT_GE(picture.width, 2 * 512);
  EXPECT_GE(picture.height, 4 * 320);
}

TEST_F(BeliefsCommand, InfoGivesJson) {
  WriteBoth(3);
  ASSERT_EQ(Saccade(Build()).exit_code, 0);
  const RunResult result = Saccade({"beliefs", "info", (folder_ / "s.beliefs").string(), "--json"});
  ASSERT_EQ(result.exit_code, 0);
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json.at("pictures"), 3);
  EXPECT_EQ(json.at("notes").at("rule"), "area");
  EXPECT_EQ(json.at("classes").size(), 3u);
}

}  // namespace
}  // namespace saccade::cli
