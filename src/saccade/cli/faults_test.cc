// What the program does when its surroundings fail it; torture/ goes over every command.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "saccade/base/file.h"
#include "saccade/cli/program_fixture.h"
#include "saccade/testing/shared_data.h"

namespace saccade::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::RunResult;
using testing::Saccade;

constexpr const char* kTrials =
    R"([{"name": "a.jpg", "subject": 1, "task": "cup", "condition": "present",
         "bbox": [900, 600, 90, 90], "X": [840, 930], "Y": [525, 640], "T": [200, 300],
         "correct": 1, "split": "valid"}])";

class Faults : public ::testing::Test {
 protected:
  void SetUp() override { WriteFileAtomically(folder_ / "f.json", kTrials); }

  // Through a shell, which can take streams and space away.
  RunResult Shell(const std::string& before, const std::string& arguments,
                  const std::string& after = "") const {
    return testing::RunProgram(
        "bash", {"-c", before + " exec " SACCADE_PROGRAM " " + arguments + " " + after},
        {.folder = folder_.path()});
  }
  // With a fault at one of its calls (torture/faults.c).
  RunResult Faulty(const std::string& fault, const std::string& arguments) const {
    return Shell("LD_PRELOAD=" SACCADE_FAULTS " SACCADE_FAULT=" + fault, arguments);
  }
  RunResult Here(const std::vector<std::string>& arguments) const {
    return Saccade(arguments, {.folder = folder_.path()});
  }

  testing::TemporaryFolder folder_;
};

TEST_F(Faults, WithoutStandardStreamsNothingIsPrintedIntoFiles) {
  const std::string call = "dataset convert f.json --out c.json --frame image";
  ASSERT_EQ(Shell("", call).exit_code, 0);
  const std::string whole = ReadFile(folder_ / "c.json");
  for (const std::string closed : {"<&-", ">&-", "2>&-", "<&- >&- 2>&-"}) {
    SCOPED_TRACE(closed);
    fs::remove(folder_ / "c.json");
    Shell("", call, closed);
    EXPECT_EQ(ReadFile(folder_ / "c.json"), whole);
  }
  EXPECT_EQ(Shell("", "dataset info f.json", ">&-").err,
            "saccade: stdout: cannot be written (Bad file descriptor)\n");
}

TEST_F(Faults, ALimitOfFileSizesIsAnErrorOfTheWrite) {
  const RunResult result = Shell("ulimit -f 0;", "dataset convert f.json --out c.json");
  EXPECT_EQ(result.exit_code, 1);  // what it says counts as a file too, here
  EXPECT_FALSE(fs::exists(folder_ / "c.json"));
}

TEST_F(Faults, AFullStderrHidesNoExitCode) {
  EXPECT_EQ(Shell("", "dataset info nowhere.json", "2> /dev/full").exit_code, 2);
  EXPECT_EQ(Shell("", "dataset convert f.json --out c.json", "2> /dev/full").exit_code, 0);
  EXPECT_EQ(ReadFile(folder_ / "c.json").substr(0, 1), "[");
}

TEST_F(Faults, AResultIsFlushedAndThenTheFolderThatNamesIt) {
  const RunResult result =
      Shell("LD_PRELOAD=" SACCADE_FAULTS " SACCADE_FAULT=fsync:0:EIO SACCADE_FAULT_REPORT=count",
            "dataset convert f.json --out c.json");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(ReadFile(folder_ / "count"), "2\n");
}

TEST_F(Faults, ASignalWhileTheCallIsStillReadIsOneLine) {
  WriteFileAtomically(folder_ / "config.json", R"({"seed": 7})");
  for (const std::string signal : {"INT", "TERM", "HUP"}) {
    SCOPED_TRACE(signal);
    const RunResult result = Faulty("open:1:" + signal, "--config config.json dataset info f.json");
    EXPECT_EQ(result.exit_code, 130);
    EXPECT_EQ(result.err, "saccade: interrupted; nothing unfinished was kept\n");
  }
}

TEST_F(Faults, AServerThatIsStoppedBeforeItServesSaysSo) {
  // At its first thread, the one for signals.
  const RunResult result = Faulty("thread:1:TERM", "serve --port 0 --quiet --model target-sharp");
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_THAT(result.err,
              ::testing::EndsWith("saccade: interrupted; nothing unfinished was kept\n"));
}

TEST_F(Faults, AServerWhoseAddressNobodyHearsEnds) {
  const RunResult result =
      Shell("", "serve --port 0 --quiet --model target-sharp 2> err", "> /dev/full");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(ReadFile(folder_ / "err"), HasSubstr("saccade: stdout: cannot be written"));
}

TEST_F(Faults, EveryOptionForResultsIsKnownAsOne) {
  fs::create_directory(folder_ / "p");
  WriteFileAtomically(folder_ / "p/a.jpg", "no picture");
  for (const std::vector<std::string>& call : std::vector<std::vector<std::string>>{
           {"predict", "--image", "p/a.jpg", "--target", "cup", "--heat", "p/a.jpg"},
           {"dataset", "import", "f.json", "--out", "o.json", "--save-columns", "f.json"},
           {"experiment", "scores", "--validation", "f.json", "--beliefs", "p/a.jpg", "--model",
            "M=m", "--out", "o", "--page", "p"}}) {
    const RunResult result = Here(call);
    EXPECT_EQ(result.exit_code, 2) << call[0];
    EXPECT_THAT(result.err, HasSubstr("would write over")) << call[0];
  }
}

TEST_F(Faults, WhatIsReadIsNotOverwritten) {
  fs::create_symlink("f.json", folder_ / "link.json");
  for (const std::string name : {"f.json", "./f.json", "link.json"}) {
    SCOPED_TRACE(name);
    const RunResult result = Here({"dataset", "convert", "f.json", "--out", name});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.err, HasSubstr("--out would write over what files reads"));
    EXPECT_EQ(ReadFile(folder_ / "f.json"), kTrials);
  }
  const RunResult named =
      Here({"evaluate", "--fixations", "f.json", "--predictions", "p=f.json", "--json", "f.json"});
  EXPECT_EQ(named.exit_code, 2) << named.err;
}

TEST_F(Faults, AResultMayBeCalledAsItsFormat) {
  for (int time = 0; time < 2; ++time) {
    for (const std::string format : {"csv", "visions"}) {
      const RunResult result =
          Here({"dataset", "convert", "f.json", "--to", format, "--out", format});
      EXPECT_EQ(result.exit_code, 0) << result.err;
    }
  }
}

TEST_F(Faults, TwoResultsOfOneNameAreRefused) {
  const std::string folder = folder_.path().filename().string();
  for (const std::string& other : {std::string("./r"), "../" + folder + "/r"}) {
    const RunResult result = Here({"dataset", "info", "f.json", "--json", "r", "--plot", other});
    EXPECT_EQ(result.exit_code, 2) << other;
    EXPECT_THAT(result.err, HasSubstr("give each a name of its own"));
  }
}

TEST_F(Faults, OptionsTakeNumbersOnly) {
  for (const std::string option : {"--temperature=nan", "--temperature=1x", "--samples=-1",
                                   "--samples=99999999999", "--searches=-1", "--seed=-1",
                                   "--seed=18446744073709551616", "--blur=inf", "--threads=0x2"}) {
    const RunResult result = Here({"predict", option, "--pairs", "f.json"});
    EXPECT_EQ(result.exit_code, 2) << option;
    const std::string name = option.substr(0, option.find('='));
    EXPECT_THAT(result.err, ::testing::StartsWith("saccade: " + name + ": ")) << option;
  }
  EXPECT_EQ(Here({"compare", "f.json", "f.json", "--simplify", "nan"}).exit_code, 2);
}

}  // namespace
}  // namespace saccade::cli
