// Scanpaths for a photo as a user calls them. The parser is a TorchScript model of a few lines, so
// that no download is needed; the last test uses the one of `make models` where it is installed.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/script.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "saccade/base/file.h"
#include "saccade/image/picture_file.h"
#include "saccade/perception/onnx_session.h"
#include "saccade/perception/parser_registry.h"
#include "saccade/testing/run_program.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::HasSubstr;
using testing::RunProgram;
using testing::RunResult;

// Red is a clock (COCO 85), everything else a wall (199).
constexpr const char* kRedIsAClock = R"(
def forward(self, x):
    ids = 2 * torch.ones([x.size(1), x.size(2)], dtype=4)  # int64
    ids[(x[0] > 150) & (x[1] < 100)] = 1
    return ids, torch.tensor([[1., 85., .75], [2., 199., 1.]])
)";

// 1000 x 2000: fills columns 176..336 of the image frame, at a scale of .16.
Picture Portrait(bool with_clock) {
  Picture photo(1000, 2000, {255, 255, 255});
  for (int y = 1500; y < 1700 && with_clock; ++y) {
    for (int x = 600; x < 800; ++x) photo.At(x, y)[1] = photo.At(x, y)[2] = 0;
  }
  return photo;
}

class PredictPhoto : public ::testing::Test {
 protected:
  void SetUp() override {
    torch::jit::Module module("clock");
    module.define(kRedIsAClock);
    module.save(Path("clock.pt"));
    WriteJpeg(Path("portrait.jpg"), Portrait(true));
    WriteJpeg(Path("blank.jpg"), Portrait(false));
  }
  std::string Path(const std::string& name) const { return (folder_ / name).string(); }

  RunResult Predict(const std::string& photo, const std::vector<std::string>& more) const {
    std::vector<std::string> call = {"predict",   "--model",        "target-sharp",
                                     "--parser",  Path("clock.pt"), "--image",
                                     Path(photo), "--out",          Path("out.json")};
    call.insert(call.end(), more.begin(), more.end());
    return RunProgram(SACCADE_PROGRAM, call);
  }
  json Out() const { return json::parse(ReadFile(Path("out.json"))); }

  testing::TemporaryFolder folder_;
};

TEST_F(PredictPhoto, FixationsAreInThePhotosOwnPixelsAndNeverBesideIt) {
  const RunResult run = Predict("portrait.jpg", {"--target", "clock", "--draw", Path("out.png")});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const json out = Out();
  EXPECT_EQ(out["width"], 1000);
  EXPECT_EQ(out["height"], 2000);
  ASSERT_EQ(out["scanpaths"].size(), 10u);
  for (const json& scanpath : out["scanpaths"]) {
    ASSERT_EQ(scanpath["X"].size(), 7u);
    EXPECT_EQ(scanpath["X"][0], 500);
    EXPECT_EQ(scanpath["Y"][0], 1000);
    EXPECT_NEAR(scanpath["X"][1].get<double>(), 700, 150);  // a cell is 100 pixels of the photo
    EXPECT_NEAR(scanpath["Y"][1].get<double>(), 1600, 150);
    EXPECT_EQ(scanpath["target_in_fovea_at"], 1);
    for (int i = 0; i < 7; ++i) {
      EXPECT_GE(scanpath["X"][i], 0);
      EXPECT_LE(scanpath["X"][i], 1000);
    }
  }
  ASSERT_EQ(out["seen"].size(), 2u);  // the wall is larger
  EXPECT_EQ(out["seen"][1]["category"], "clock");
  EXPECT_NEAR(out["seen"][1]["bbox"][0].get<double>(), 600, 13);  // two pixels of the image frame
  EXPECT_EQ(ReadPicture(Path("out.png")).width, 1000);
  EXPECT_THAT(run.out, HasSubstr("clock          10     10         10      1.00"));
}

TEST_F(PredictPhoto, SameSeedSameBytes) {
  ASSERT_EQ(Predict("portrait.jpg", {"--target", "clock"}).exit_code, 0);
  const std::string first = ReadFile(Path("out.json"));
  ASSERT_EQ(Predict("portrait.jpg", {"--target", "clock", "--threads", "1"}).exit_code, 0);
  EXPECT_EQ(ReadFile(Path("out.json")), first);
}

TEST_F(PredictPhoto, SaysThatTheTargetIsNeverFound) {
  const RunResult run = Predict("blank.jpg", {"--target", "clock"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("clock: the parser did not see one"));
  EXPECT_TRUE(Out()["scanpaths"][0]["target_in_fovea_at"].is_null());
}

TEST_F(PredictPhoto, SearchesForSeveralTargetsOrForAllThatAreSeen) {
  ASSERT_EQ(Predict("portrait.jpg", {"--target", "tv,clock", "--target", "cup", "--samples", "2"})
                .exit_code,
            0);
  std::vector<std::string> tasks;
  const json several = Out();
  for (const json& scanpath : several["scanpaths"]) tasks.push_back(scanpath["task"]);
  EXPECT_EQ(tasks, (std::vector<std::string>{"clock", "clock", "cup", "cup", "tv", "tv"}));
  const RunResult all = Predict("portrait.jpg", {"--all-targets-present", "--json"});
  ASSERT_EQ(all.exit_code, 0) << all.err;
  ASSERT_EQ(json::parse(all.out)["targets"].size(), 1u);
  EXPECT_EQ(json::parse(all.out)["targets"][0]["target"], "clock");
  const RunResult none = Predict("blank.jpg", {"--all-targets-present"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("saw none of the targets"));
}

TEST_F(PredictPhoto, UntilTargetEndsWhereItIsFound) {
  ASSERT_EQ(Predict("portrait.jpg", {"--target", "clock", "--until-target"}).exit_code, 0);
  EXPECT_EQ(Out()["scanpaths"][0]["X"].size(), 2u);
}

TEST_F(PredictPhoto, BadPhotosGetOneLine) {
  WriteFileAtomically(Path("empty.jpg"), "");
  WriteFileAtomically(Path("text.jpg"), "not a photo");
  WriteFileAtomically(Path("cut.jpg"), ReadFile(Path("portrait.jpg")).substr(0, 2000));
  for (const char* photo : {"empty.jpg", "text.jpg", "cut.jpg", "absent.jpg"}) {
    SCOPED_TRACE(photo);
    const RunResult run = Predict(photo, {"--target", "clock"});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_THAT(run.err, HasSubstr(photo));
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
    EXPECT_FALSE(fs::exists(Path("out.json")));
  }
}

TEST_F(PredictPhoto, WithoutAParserItSaysWhatToDo) {
  setenv("SACCADE_MODELS", folder_.path().c_str(), 1);
  setenv("XDG_DATA_HOME", folder_.path().c_str(), 1);
  if (ParserFolder()) GTEST_SKIP() << "a parser is installed: " << *ParserFolder();
  const RunResult run =
      RunProgram(SACCADE_PROGRAM, {"predict", "--model", "target-sharp", "--image",
                                   Path("portrait.jpg"), "--target", "clock", "--out", Path("o")});
  unsetenv("SACCADE_MODELS");
  unsetenv("XDG_DATA_HOME");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("run `make models`"));
}

TEST_F(PredictPhoto, AFolderOfPhotosGoesOnAfterABadOne) {
  fs::create_directories(Path("photos"));
  fs::copy_file(Path("portrait.jpg"), Path("photos/a.jpg"));
  fs::copy_file(Path("blank.jpg"), Path("photos/b.jpg"));
  WriteFileAtomically(Path("photos/c.jpg"), "not a photo");
  const std::vector<std::string> call = {
      "beliefs",        "build", "--images",        Path("photos"), "--model",
      Path("clock.pt"), "--out", Path("s.beliefs"), "--threads",    "1",
      "--json"};
  const RunResult bad = RunProgram(SACCADE_PROGRAM, call);
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_THAT(bad.err, HasSubstr("c.jpg"));
  fs::remove(Path("photos/c.jpg"));
  const RunResult good = RunProgram(SACCADE_PROGRAM, call);
  ASSERT_EQ(good.exit_code, 0) << good.err;
  EXPECT_EQ(json::parse(good.out)["pictures"], 2);
  EXPECT_EQ(json::parse(good.out)["reused"], 2);
}

TEST_F(PredictPhoto, TheInstalledParserFindsAMicrowave) {
  const std::string photo = "coco_search18/images_512x320/000000045195.jpg";
  SACCADE_NEEDS_DATA(photo);
  const fs::path parser = ParserFolder().value_or("") / "yolo11n-seg.onnx";
  if (!HasOnnxRuntime() || !fs::exists(parser)) {
    GTEST_SKIP() << "needs ONNX Runtime and " << parser << " (make models)";
  }
  const RunResult run =
      RunProgram(SACCADE_PROGRAM, {"predict", "--model", "target-sharp", "--parser",
                                   parser.string(), "--image", testing::SharedData(photo).string(),
                                   "--target", "microwave", "--out", Path("out.json")});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const json out = Out();
  ASSERT_EQ(out["scanpaths"].size(), 10u);
  for (const json& scanpath : out["scanpaths"]) EXPECT_EQ(scanpath["target_in_fovea_at"], 1);
}

}  // namespace
}  // namespace saccade
