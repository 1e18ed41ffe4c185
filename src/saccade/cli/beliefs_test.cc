#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

#include "saccade/base/file.h"
#include "saccade/base/random.h"
#include "saccade/base/stopwatch.h"
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

// Starts the program and kills it after a while, if it still runs.
void StartAndKill(const std::vector<std::string>& arguments, std::chrono::microseconds after) {
  const auto due = std::chrono::steady_clock::now() + after;
  Saccade(arguments, {.kill_when = [due] { return std::chrono::steady_clock::now() >= due; }});
}

// How long the program takes to start: kills are timed from there, whatever the machine does.
std::chrono::microseconds StartUpTime() {
  Stopwatch watch;
  Saccade({"--version"});
  return std::chrono::microseconds(std::lround(1e6 * watch.Lap()));
}

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
  int kills_with_journal = 0;
  // From long before the build starts to when it must be over.
  const auto latest = 3 * StartUpTime() + std::chrono::milliseconds(800);
  for (int attempt = 1; attempt <= 40 && !Exists("s.beliefs"); ++attempt) {
    StartAndKill(Build(), latest * attempt / 40);
    if (Exists("s.beliefs.part")) ++kills_with_journal;
    if (Exists("s.beliefs")) {
      EXPECT_EQ(ReadFile(folder_ / "s.beliefs"), whole);
    }
  }
  EXPECT_GT(kills_with_journal, 0) << "no kill came while the store was built";
  ASSERT_EQ(Saccade(Build()).exit_code, 0);
  EXPECT_EQ(ReadFile(folder_ / "s.beliefs"), whole);
  EXPECT_FALSE(Exists("s.beliefs.part"));
}

TEST_F(BeliefsCommand, APickedUpBuildSaysWhatItTookOver) {
  WriteBoth(300);
  const auto latest = 3 * StartUpTime() + std::chrono::milliseconds(800);
  for (int attempt = 8; attempt <= 40; ++attempt) {
    StartAndKill(Build(), latest * attempt / 40);
    if (Exists("s.beliefs.part") && std::filesystem::file_size(folder_ / "s.beliefs.part") > 5000) {
      break;
    }
    std::filesystem::remove(folder_ / "s.beliefs");
  }
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
