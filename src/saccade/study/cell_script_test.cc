#include "saccade/study/cell_script.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "saccade/base/error.h"
#include "saccade/testing/message_of.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::HasSubstr;
using testing::MessageOf;
using ::testing::Not;

StudyCell Cell(const std::string& name, const std::string& kind, std::vector<std::string> needs,
               std::optional<double> seconds) {
  return {.name = name,
          .kind = kind,
          .inputs = nlohmann::ordered_json::object(),
          .needs = std::move(needs),
          .estimate_seconds = seconds,
          .compute = [](const auto&, const auto&) { return nlohmann::ordered_json(1); }};
}

// Two trainings with a row each, 30 and 2 minutes in all, and a row of 1 minute that needs none.
class CellScript : public ::testing::Test {
 protected:
  Experiment Cells() const {
    return Experiment(folder_ / "out",
                      {Cell("train-0", "train", {}, 1740), Cell("train-1", "train", {}, 60),
                       Cell("row-0", "row", {"train-0"}, 60), Cell("row-1", "row", {"train-1"}, 60),
                       Cell("human", "human", {}, 60)});
  }
  const ScriptOptions options_{
      .call = "saccade experiment tiny --fixations 'my file.json' --out out",
      .name = "tiny",
      .threads = 3};
  testing::TemporaryFolder folder_;
};

// Time: twice the 30 minutes of the longest task. Memory: a guess, as no cell is finished.
TEST_F(CellScript, OfSlurmHasATaskForCellsThatNeedEachOther) {
  EXPECT_EQ(SlurmScript(Cells(), options_), R"(#!/bin/sh
#SBATCH --job-name=saccade-tiny
#SBATCH --array=0-2
#SBATCH --cpus-per-task=3
#SBATCH --mem=4096M
#SBATCH --time=60
#SBATCH --requeue
# 5 cells that are left, in 3 tasks; submit it from this folder. Task by task it may be
# stopped, requeued and submitted again: what is finished is not computed again.
# The memory is guessed: no cell of some kind is finished yet. Change it.
set -eu
case "$SLURM_ARRAY_TASK_ID" in
  0) cells="train-0 row-0" ;;
  1) cells="train-1 row-1" ;;
  2) cells="human" ;;
  *) echo "there is no task $SLURM_ARRAY_TASK_ID" >&2; exit 2 ;;
esac
# shellcheck disable=SC2086  # the cells are meant to be split
exec saccade experiment tiny --fixations 'my file.json' --out out --threads 3 --wait --only $cells
# When all are finished, the tables:
#   saccade experiment tiny --fixations 'my file.json' --out out
)");
}

TEST_F(CellScript, LeavesOutWhatIsFinishedAndKnowsThenWhatCellsCost) {
  Cells().Compute({"train-0", "human"});
  const std::string script = SlurmScript(Cells(), options_);
  EXPECT_THAT(script, HasSubstr("--array=0-1"));
  EXPECT_THAT(script, HasSubstr("0) cells=\"row-0\""));
  EXPECT_THAT(script, HasSubstr("1) cells=\"train-1 row-1\""));
  EXPECT_THAT(script, Not(HasSubstr("human")));
  // The training took no time; five minutes are the least.
  EXPECT_THAT(script, HasSubstr("--time=5\n"));
  Cells().Compute({"row-0"});
  // 512 MB and twice what cells of these kinds took, next to nothing.
  EXPECT_THAT(SlurmScript(Cells(), options_), ::testing::ContainsRegex("--mem=5[1-9][0-9]M"));
  EXPECT_THAT(SlurmScript(Cells(), options_), Not(HasSubstr("guessed")));
}

TEST_F(CellScript, OfSnakemakeHasAJobForACellAfterWhatItNeeds) {
  Cells().Compute({"train-1"});
  ScriptOptions braces = options_;
  braces.call += " --set 'x={1}'";
  const std::string file = Snakefile(Cells(), braces);
  EXPECT_THAT(file, HasSubstr(R"(    "train-0": dict(needs=[], minutes=5, mem_mb=)"));
  EXPECT_THAT(file, HasSubstr(R"(    "row-0": dict(needs=["train-0"], minutes=5, mem_mb=4096),)"));
  EXPECT_THAT(file, HasSubstr(R"(    "row-1": dict(needs=[], minutes=5, mem_mb=4096),)"));
  EXPECT_THAT(file, Not(HasSubstr("\"train-1\":")));
  EXPECT_THAT(file, HasSubstr("--set 'x={{1}}'\"\n"));
  EXPECT_THAT(file, HasSubstr("    threads: 3\n"));
  EXPECT_THAT(file, HasSubstr("--threads {threads} --wait --only {wildcards.cell}\"\n"));
}

TEST_F(CellScript, OfNothingLeftIsRefused) {
  const Experiment cells = Cells();
  cells.Compute(cells.All());
  EXPECT_THAT(MessageOf([&] { SlurmScript(cells, options_); }),
              HasSubstr("all cells are finished; the command without --slurm"));
}

TEST_F(CellScript, OfAStaleCellIsRefused) {
  Cells().Compute({"human"});
  StudyCell changed = Cell("human", "human", {}, 60);
  changed.inputs["samples"] = 3;
  const Experiment other(folder_ / "out", {changed});
  EXPECT_THAT(MessageOf([&] { Snakefile(other, options_); }), HasSubstr("samples: is not given"));
}

}  // namespace
}  // namespace saccade
