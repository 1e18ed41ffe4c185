#include "saccade/study/experiment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <thread>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/study/study.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A study as one file declares it: the squares of 0 to 5 and, from each two neighbours, a sum.
// Every computation leaves a line in "times".
void Count(const fs::path& folder) { std::ofstream(folder / "times", std::ios::app) << "once\n"; }

std::vector<StudyCell> TinyCells(const StudyOptions& options) {
  std::vector<StudyCell> cells;
  const int factor = options.samples;
  for (int i = 0; i < 6; ++i) {
    cells.push_back({.name = "square-" + std::to_string(i),
                     .kind = "square",
                     .inputs = {{"factor", factor}, {"number", i}},
                     .needs = {},
                     .estimate_seconds = 7,
                     .compute = [=](const fs::path& folder, const FindCell&) -> Json {
                       Count(folder);
                       ::usleep(2000);
                       return factor * i * i;
                     }});
  }
  for (int i = 0; i < 6; i += 2) {
    const std::string a = "square-" + std::to_string(i), b = "square-" + std::to_string(i + 1);
    cells.push_back({.name = "sum-" + std::to_string(i / 2),
                     .kind = "sum",
                     .inputs = Json::object(),
                     .needs = {a, b},
                     .estimate_seconds = std::nullopt,
                     .compute = [=](const fs::path& folder, const FindCell& needs) -> Json {
                       Count(folder);
                       return needs(a).result.get<int>() + needs(b).result.get<int>();
                     }});
  }
  return cells;
}

StudyResult TinyTable(const Experiment& experiment, const StudyOptions& options,
                      const std::string&) {
  std::string text;
  for (const StudyCell& cell : experiment.cells()) {
    text += cell.name + " " + experiment.Read(cell.name).result.dump() + "\n";
  }
  WriteFileAtomically(options.out / "tiny.md", text);
  return {.json = text, .tables = {}, .files = "tiny.md"};
}

const Study kTiny{.name = "tiny",
                  .summary = "Squares and their sums",
                  .example = "",
                  .cells = TinyCells,
                  .assemble = TinyTable};

constexpr const char* kTable =
    "square-0 0\nsquare-1 10\nsquare-2 40\nsquare-3 90\nsquare-4 160\nsquare-5 250\n"
    "sum-0 10\nsum-1 130\nsum-2 410\n";

class TinyStudy : public ::testing::Test {
 protected:
  TinyStudy() { options_.out = folder_ / "out"; }

  std::optional<StudyResult> Run(const StudyShare& share = {}) const {
    return RunStudy(kTiny, options_, share, "saccade");
  }
  fs::path Folder(const std::string& cell) const { return options_.out / "cells" / cell; }
  std::size_t TimesComputed(const std::string& cell) const {
    const fs::path file = Folder(cell) / "times";
    return fs::exists(file) ? ReadFile(file).size() / std::string("once\n").size() : 0;
  }
  std::vector<std::string> Finished() const {
    std::vector<std::string> names;
    for (const CellStatus& cell : Experiment(options_.out, TinyCells(options_)).List()) {
      if (cell.state == CellState::kFinished) names.push_back(cell.name);
    }
    return names;
  }
  CellStatus Status(const std::string& name) const {
    for (CellStatus& cell : Experiment(options_.out, TinyCells(options_)).List()) {
      if (cell.name == name) return cell;
    }
    return {};
  }
  // A process that has the cell, on another machine.
  void Claim(const std::string& cell, std::chrono::seconds silent) const {
    fs::create_directories(Folder(cell));
    const fs::path claim = Folder(cell) / "lease.0";
    std::ofstream(claim) << "elsewhere\n77\n12345\nelsewhere/boot/pid:[1]\n";
    fs::last_write_time(claim, fs::file_time_type::clock::now() - silent);
  }

  testing::TemporaryFolder folder_;
  StudyOptions options_;
};

// Waits for a child; true when it ended by itself and well.
bool EndedWell(pid_t child) {
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST_F(TinyStudy, ComputesAllCellsOnceAndAssembles) {
  EXPECT_EQ(Run()->json, kTable);
  EXPECT_EQ(ReadFile(options_.out / "tiny.md"), kTable);
  fs::remove(options_.out / "tiny.md");
  EXPECT_EQ(Run()->json, kTable);
  EXPECT_EQ(TimesComputed("square-3"), 1u);
  EXPECT_EQ(TimesComputed("sum-1"), 1u);
}

TEST_F(TinyStudy, ListsWithoutMakingAnything) {
  EXPECT_EQ(Status("sum-0").state, CellState::kLeft);
  EXPECT_EQ(Status("square-0").seconds, 7);
  EXPECT_EQ(Status("square-0").seconds_from, "declared");
  EXPECT_EQ(Status("sum-0").seconds, std::nullopt);
  EXPECT_FALSE(fs::exists(options_.out));
}

TEST_F(TinyStudy, TakesTheLikelyCostFromFinishedCellsOfTheKind) {
  Run({.only = {"square-2"}});
  EXPECT_EQ(Status("square-2").seconds_from, "measured");
  EXPECT_EQ(Status("square-5").seconds_from, "finished cells of its kind");
  EXPECT_EQ(Status("square-5").seconds, Status("square-2").seconds);
}

TEST_F(TinyStudy, OnlyComputesThoseNamedAndWhatTheyNeed) {
  EXPECT_EQ(Run({.only = {"sum-1"}}), std::nullopt);
  EXPECT_THAT(Finished(), ElementsAre("square-2", "square-3", "sum-1"));
  EXPECT_FALSE(fs::exists(options_.out / "tiny.md"));
  EXPECT_THAT(
      [&] { Run({.only = {"sum-11"}}); },
      ::testing::ThrowsMessage<InputError>(HasSubstr("there is no cell \"sum-11\"; did you mean")));
}

TEST_F(TinyStudy, SharesAreDisjointAndTogetherAll) {
  const Experiment experiment(options_.out, TinyCells(options_));
  EXPECT_THAT(experiment.ShareOf({0, 2}),
              ElementsAre("square-0", "square-1", "square-4", "square-5", "sum-0", "sum-2"));
  EXPECT_THAT(experiment.ShareOf({1, 2}), ElementsAre("square-2", "square-3", "sum-1"));
  EXPECT_THAT(experiment.ShareOf({3, 4}), IsEmpty());
  EXPECT_EQ(experiment.ShareOf({0, 1}), experiment.All());
}

TEST_F(TinyStudy, TwoSharesAtOnceGiveTheBytesOfOneProcess) {
  std::vector<pid_t> children;
  for (std::size_t shard = 0; shard < 2; ++shard) {
    children.push_back(::fork());
    if (children.back() != 0) continue;
    Run({.shard = Shard{shard, 2}});
    ::_exit(0);
  }
  EXPECT_TRUE(EndedWell(children[0]));
  EXPECT_TRUE(EndedWell(children[1]));
  Run();
  EXPECT_EQ(ReadFile(options_.out / "tiny.md"), kTable);
  for (const StudyCell& cell : TinyCells(options_))
    EXPECT_EQ(TimesComputed(cell.name), 1u) << cell.name;
}

// Four processes with the same command: each cell is some process's, and the last to end assembles.
TEST_F(TinyStudy, ManyProcessesNeverComputeACellTwice) {
  std::vector<pid_t> children;
  for (int i = 0; i < 4; ++i) {
    children.push_back(::fork());
    if (children.back() != 0) continue;
    try {
      Run();
    } catch (const Failure&) {  // others still compute
    }
    ::_exit(0);
  }
  for (const pid_t child : children) EXPECT_TRUE(EndedWell(child));
  Run();
  EXPECT_EQ(ReadFile(options_.out / "tiny.md"), kTable);
  for (const StudyCell& cell : TinyCells(options_))
    EXPECT_EQ(TimesComputed(cell.name), 1u) << cell.name;
}

TEST_F(TinyStudy, GoesOnAfterAKillWhereTheCellWas) {
  Study study = kTiny;
  bool killed = true;
  // Its checkpoint is a file; the second part is only reached by a process that is not killed.
  study.cells = [&](const StudyOptions& options) {
    std::vector<StudyCell> cells = TinyCells(options);
    cells[1].compute = [&](const fs::path& folder, const FindCell&) -> Json {
      Count(folder);
      if (fs::exists(folder / "checkpoint")) return std::stoi(ReadFile(folder / "checkpoint"));
      WriteFileAtomically(folder / "checkpoint", "10");
      if (killed) ::pause();
      return -1;
    };
    return cells;
  };
  const pid_t child = ::fork();
  if (child == 0) {
    RunStudy(study, options_, {}, "saccade");
    ::_exit(0);
  }
  while (!fs::exists(Folder("square-1") / "checkpoint")) ::usleep(1000);
  EXPECT_EQ(Status("square-1").state, CellState::kRunning);
  EXPECT_EQ(Status("square-1").holder->pid, child);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(Status("square-1").state, CellState::kLeft);
  killed = false;
  RunStudy(study, options_, {}, "saccade");
  EXPECT_EQ(ReadFile(options_.out / "tiny.md"), kTable);
  EXPECT_EQ(TimesComputed("square-0"), 1u);
  EXPECT_EQ(TimesComputed("square-1"), 2u);
  const Experiment experiment(options_.out, TinyCells(options_));
  EXPECT_FALSE(experiment.Read("square-1").seconds_complete);  // the killed process's time is lost
  EXPECT_TRUE(experiment.Read("square-0").seconds_complete);
}

TEST_F(TinyStudy, MakesNoTableWhileAnotherProcessHoldsACell) {
  Claim("square-4", std::chrono::seconds(10));
  EXPECT_EQ(Status("square-4").state, CellState::kRunning);
  EXPECT_THAT([&] { Run(); }, ::testing::ThrowsMessage<Failure>(
                                  HasSubstr("square-4 by elsewhere:77, sum-2; no table was made")));
  EXPECT_EQ(Finished().size(), 7u);
  EXPECT_FALSE(fs::exists(options_.out / "tiny.md"));
  // That machine is lost.
  Claim("square-4", std::chrono::seconds(200));
  Run();
  EXPECT_EQ(ReadFile(options_.out / "tiny.md"), kTable);
}

TEST_F(TinyStudy, WaitsForACellThatAnotherProcessHoldsAndTakesItOver) {
  fs::create_directories(Folder("square-4"));
  auto held = Lease::Take(Folder("square-4") / "lease");
  ASSERT_NE(held, nullptr);
  std::thread owner([&] {
    while (Finished().size() < 7) ::usleep(2000);
    held.reset();
  });
  Run({.wait = true});
  owner.join();
  EXPECT_EQ(ReadFile(options_.out / "tiny.md"), kTable);
  EXPECT_EQ(TimesComputed("square-4"), 1u);
}

TEST_F(TinyStudy, RefusesACellThatWasMadeFromOtherInputs) {
  Run();
  options_.samples = 11;
  EXPECT_EQ(Status("square-0").state, CellState::kStale);
  EXPECT_EQ(Status("sum-0").state, CellState::kStale);  // what it needs is stale
  EXPECT_THAT(
      [&] { Run(); },
      ::testing::ThrowsMessage<InputError>(HasSubstr(
          "square-0/cell.json:factor: is 10 in the cell that is there and 11 in this call")));
  EXPECT_EQ(ReadFile(options_.out / "tiny.md"), kTable);
}

TEST_F(TinyStudy, RefusesAFolderOfSomethingElseAndARecordThatIsNone) {
  fs::create_directories(options_.out);
  WriteFileAtomically(options_.out / "thesis.tex", "\\section{}");
  EXPECT_THROW(Run(), InputError);
  fs::remove(options_.out / "thesis.tex");
  Run();
  for (const char* text :
       {"{", "[]", "{\"inputs\": 5}", "{\"inputs\": {}, \"finished\": true}",
        "{\"inputs\": {}, \"finished\": \"yes\"}", "{\"inputs\": {}, \"seconds\": [1]}",
        "{\"inputs\": {}, \"memory_mb\": -1}"}) {
    SCOPED_TRACE(text);
    WriteFileAtomically(Folder("square-0") / "cell.json", text);
    EXPECT_THROW(Run(), InputError);
  }
}

TEST_F(TinyStudy, BelievesNoResultThatWasChanged) {
  Run();
  const fs::path file = Folder("square-1") / "cell.json";
  Json record = Json::parse(ReadFile(file));
  record["result"] = Json::array({record["result"], "x"});
  WriteFileAtomically(file, record.dump(1));
  EXPECT_THAT([&] { Run(); }, ::testing::ThrowsMessage<InputError>(HasSubstr("a damaged one")));
  EXPECT_EQ(ReadFile(options_.out / "tiny.md"), kTable);
}

TEST_F(TinyStudy, GivesUpACellThatWasTakenOverMeanwhile) {
  Study study = kTiny;
  study.cells = [&](const StudyOptions& options) {
    std::vector<StudyCell> cells = TinyCells(options);
    cells[0].compute = [&](const fs::path& folder, const FindCell&) -> Json {
      std::ofstream(folder / "lease.1") << "elsewhere\n77\n12345\nelsewhere/boot/pid:[1]\n";
      return 5;
    };
    return cells;
  };
  EXPECT_THROW(RunStudy(study, options_, {.only = {"square-0"}}, ""), Failure);
  EXPECT_EQ(Status("square-0").state, CellState::kRunning);
}

}  // namespace
}  // namespace saccade
