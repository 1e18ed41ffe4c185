// Files that are made to break whoever reads them: one line that a terminal can show, exit code 2,
// little time and memory. torture/ and fuzz/ look for more of them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>

#include "saccade/base/file.h"
#include "saccade/cli/program_fixture.h"
#include "saccade/cli/untrained_model_fixture.h"
#include "saccade/testing/shared_data.h"

namespace saccade::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::RunResult;

// What has one of these is refused as JSON that nests too deep, or overflows the stack.
const std::string kDeep = R"({"step": )" + std::string(200'000, '[');

constexpr std::string_view kTrial =
    R"("subject": 1, "task": "cup", "condition": "present", "bbox": [900, 600, 90, 90],
       "X": [840, 930], "Y": [525, 640], "T": [200, 300], "correct": 1, "split": "valid")";

class HostileFiles : public ::testing::Test {
 protected:
  RunResult Here(const std::vector<std::string>& call) const {
    return testing::Saccade(call, {.folder = folder_.path()});
  }
  void Write(const std::string& name, std::string_view bytes) const {
    WriteFileAtomically(folder_ / name, bytes);
  }
  // And returns the line.
  std::string ExpectRefused(const std::vector<std::string>& call) const {
    const RunResult result = Here(call);
    EXPECT_EQ(result.exit_code, 2) << call[0] << call[1] << result.err;
    EXPECT_EQ(std::ranges::count(result.err, '\n'), 1) << result.err;
    EXPECT_LT(result.err.size(), 1300u);
    EXPECT_TRUE(std::ranges::all_of(result.err, [](char c) { return c == '\n' || c >= ' '; }));
    return result.err;
  }
  // With so many seconds of processor time: what takes quadratic time takes more.
  RunResult Quickly(int seconds, const std::string& call) const {
    return testing::RunProgram(
        "bash",
        {"-c", "ulimit -t " + std::to_string(seconds) + "; exec " SACCADE_PROGRAM " " + call},
        {.folder = folder_.path()});
  }

  testing::TemporaryFolder folder_;
};

TEST_F(HostileFiles, JsonThatNestsTooDeepIsRefusedByEveryReader) {
  std::uint64_t size = kDeep.size();
  std::string tensors(8, '\0');
  for (char& byte : tensors) {
    byte = static_cast<char>(size & 0xFF);
    size >>= 8;
  }
  Write("deep.safetensors", tensors + kDeep);
  for (const char* name :
       {"deep.json", "model/model.json", "run/metrics.jsonl", "data/fixations_valid.json"}) {
    Write(name, kDeep + "\n");
  }
  Write("good.json", "[{\"name\": \"a.jpg\", " + std::string(kTrial) + "}]");
  Write("good/fixations_valid.json", ReadFile(folder_ / "good.json"));
  const std::vector<std::vector<std::string>> calls = {
      {"model", "info", "deep.safetensors"},
      {"model", "info", "model"},
      {"report", "--data", "good", "--run", "run", "--out", "r.html"},
      {"report", "--data", "data", "--out", "r.html"},
      {"dataset", "info", "deep.json"},
      {"dataset", "import", "deep.json", "--format", "visions"},
      {"dataset", "import", "good.json", "--columns", "deep.json"},
      {"dataset", "select", "--coco", "deep.json"},
      {"beliefs", "build", "--sharp", "deep.json", "--blurred", "deep.json", "--out", "s"},
      {"beliefs", "build", "--boxes", "deep.json", "--out", "s"},
      {"--config", "deep.json", "dataset", "info", "good.json"}};
  for (const auto& call : calls) {
    SCOPED_TRACE(call[0] + " " + call[1]);
    ExpectRefused(call);
  }
}

TEST_F(HostileFiles, NoMessageRepeatsWhatIsLongOrUnprintable) {
  const auto with_condition = [this](const std::string& condition) {
    std::string trial(kTrial);
    trial.replace(trial.find("present"), 7, condition);
    Write("t.json", R"([{"name": "a.jpg", )" + trial + "}]");
    return ExpectRefused({"dataset", "info", "t.json"});
  };
  EXPECT_THAT(with_condition(std::string(1'000'000, 'x')), HasSubstr("x...x"));
  EXPECT_THAT(with_condition("\\u001b[2J\\u009b\\n"), HasSubstr("\\x1b[2J"));
  Write("number.json", "[{\"name\": \"a.jpg\", " + std::string(kTrial) + ", \"RT\": -" +
                           std::string(300, '9') + "}]");
  ExpectRefused({"dataset", "info", "number.json"});
  Write("\x1b[31m.json", "[");
  EXPECT_THAT(ExpectRefused({"dataset", "info", "\x1b[31m.json"}), HasSubstr("\\x1b[31m.json"));
}

TEST_F(HostileFiles, ANameThatIsNoUtf8IsAName) {
  Write("\xff\xfe.json", "[{\"name\": \"a.jpg\", " + std::string(kTrial) + "}]");
  EXPECT_EQ(Here({"dataset", "info", "\xff\xfe.json"}).exit_code, 0);
  EXPECT_EQ(Here({"dataset", "convert", "\xff\xfe.json", "--out", "\xfd.json"}).exit_code, 0);
  EXPECT_TRUE(fs::exists(folder_ / "\xfd.json"));
  EXPECT_THAT(ExpectRefused({"dataset", "info", "\xff.json"}), HasSubstr("\\xff.json"));
}

TEST_F(HostileFiles, WhatIsNoFileOnADiskIsNamedAsWhatItIs) {
  ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  fs::create_directory(folder_ / "folder");
  EXPECT_THAT(ExpectRefused({"beliefs", "info", "pipe"}), HasSubstr("is a pipe"));
  EXPECT_THAT(ExpectRefused({"beliefs", "info", "/dev/zero"}), HasSubstr("is a device"));
  EXPECT_THAT(ExpectRefused({"beliefs", "info", "folder"}), HasSubstr("is a folder"));
  EXPECT_THAT(ExpectRefused({"dataset", "info", "/dev/zero"}), HasSubstr("is a device"));
  EXPECT_THAT(ExpectRefused({"dataset", "info", "folder"}), HasSubstr("is a folder"));
}

TEST_F(HostileFiles, AnUnplausibleDurationOrPointCostsNothing) {
  for (const char* number : {"4294967296", "1e300"}) {
    SCOPED_TRACE(number);
    std::string trial(kTrial);
    Write("t.json",
          "[{\"name\": \"a.jpg\", " + trial.replace(trial.find("300]"), 3, number) + "}]");
    EXPECT_EQ(Quickly(5, "compare t.json t.json").exit_code, 2);
    EXPECT_EQ(Quickly(5, "evaluate --fixations t.json --model human").exit_code, 2);
  }
}

TEST_F(HostileFiles, ManyKeysTakeLinearTime) {
  testing::WriteUntrainedModel(folder_ / "m", false);
  nlohmann::ordered_json card = nlohmann::ordered_json::parse(ReadFile(folder_ / "m/model.json"));
  for (int i = 0; i < 60'000; ++i) card["settings"]["key" + std::to_string(i)] = "x";
  Write("m/model.json", card.dump());
  const RunResult result = Quickly(5, "model info m --json out.json");
  EXPECT_NE(result.exit_code, 128 + 9) << "took more than 5 seconds";
  EXPECT_LE(result.exit_code, 2) << result.err;
}

}  // namespace
}  // namespace saccade::cli
