// Shares of calls, made and merged as a user does, against the same call as one process.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "saccade/base/file.h"
#include "saccade/cli/program_fixture.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::RunResult;
using Call = std::vector<std::string>;

class Shards : public ::testing::Test {
 protected:
  void SetUp() override { testing::MakeTinyData(folder_.path()); }

  RunResult Run(Call call, const Call& more) {
    call.insert(call.end(), more.begin(), more.end());
    return testing::Saccade(call, {.folder = folder_.path()});
  }
  void RunWell(const Call& call, const Call& more) {
    const RunResult result = Run(call, more);
    ASSERT_EQ(result.exit_code, 0) << result.err;
  }

  // The shares of `call`, the last first and one of them twice.
  void MakeShares(const Call& call, const std::string& out, int count) {
    for (int i = count - 1; i >= 0; --i) {
      RunWell(call, {"--out", out, "--shard", std::to_string(i) + "/" + std::to_string(count)});
    }
    RunWell(call, {"--out", out, "--shard", "0/" + std::to_string(count)});
  }

  // For several numbers of shares, more than there are pictures too: what they are merged into is
  // `whole`, byte for byte.
  void ExpectMergedIs(const Call& call, const std::string& whole) {
    const std::string expected = ReadFile(folder_ / whole);
    for (const int count : {1, 2, 5, 60}) {
      SCOPED_TRACE(count);
      const std::string shares = "shares-" + std::to_string(count);
      MakeShares(call, shares, count);
      RunWell({"merge", shares}, {"--out", "merged"});
      EXPECT_TRUE(ReadFile(folder_ / "merged") == expected);
    }
  }

  const Call predict_ = {"predict",
                         "--model",
                         "target-blurred",
                         "--beliefs",
                         "b.beliefs",
                         "--pairs",
                         "data/fixations_valid.json",
                         "--samples",
                         "3",
                         "--seed",
                         "4"};
  testing::TemporaryFolder folder_;
};

TEST_F(Shards, OfAStoreMergeIntoTheStoreOfOneProcess) {
  const Call build = {"beliefs",   "build",
                      "--sharp",   "data/panoptic_sharp.json",
                      "--blurred", "data/panoptic_blurred.json"};
  ExpectMergedIs(build, "b.beliefs");
  const RunResult again = Run({"beliefs", "merge", "shares-2/0-of-2.beliefs"}, {"--out", "m"});
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_THAT(again.err, HasSubstr("is one of 2 shares, and 1/2 is not there"));
}

TEST_F(Shards, OfPredictionsMergeIntoThoseOfOneProcess) {
  RunWell(predict_, {"--out", "p.json"});
  ExpectMergedIs(predict_, "p.json");
  Call display = predict_;
  display.insert(display.end(), {"--frame", "display", "--searches", "5"});
  RunWell(display, {"--out", "d.json"});
  MakeShares(display, "display", 2);
  // The folder's files one by one, in any order, are as good.
  RunWell({"merge", "display/1-of-2.share", "display/0-of-2.share"}, {"--out", "merged"});
  EXPECT_EQ(ReadFile(folder_ / "merged"), ReadFile(folder_ / "d.json"));
}

TEST_F(Shards, OfAComparisonMergeIntoItsJson) {
  RunWell(predict_, {"--out", "p.json"});
  const Call compare = {"compare", "p.json", "data/fixations_valid.json", "--all-pairs"};
  RunWell(compare, {"--json", "c.json"});
  ExpectMergedIs(compare, "c.json");
}

TEST_F(Shards, AreTheTasksOfASlurmArray) {
  RunWell(predict_, {"--out", "p.json"});
  setenv("SLURM_ARRAY_TASK_COUNT", "2", 1);
  for (const char* task : {"1", "0"}) {
    setenv("SLURM_ARRAY_TASK_ID", task, 1);
    const RunResult result = Run(predict_, {"--out", "array"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.err, HasSubstr("share " + std::string(task) + "/2, from SLURM_ARRAY"));
  }
  const RunResult all = Run(predict_, {"--out", "all.json", "--shard", "all"});
  unsetenv("SLURM_ARRAY_TASK_ID");
  unsetenv("SLURM_ARRAY_TASK_COUNT");
  EXPECT_EQ(all.exit_code, 0) << all.err;
  RunWell({"merge", "array"}, {"--out", "merged"});
  EXPECT_EQ(ReadFile(folder_ / "merged"), ReadFile(folder_ / "p.json"));
  EXPECT_EQ(ReadFile(folder_ / "all.json"), ReadFile(folder_ / "p.json"));
}

TEST_F(Shards, ThatDoNotBelongTogetherAreRefused) {
  MakeShares(predict_, "a", 2);
  MakeShares(predict_, "b", 3);
  const auto refused = [&](const Call& shares, const std::string& why) {
    Call merge = {"merge"};
    merge.insert(merge.end(), shares.begin(), shares.end());
    const RunResult result = Run(merge, {"--out", "m"});
    EXPECT_EQ(result.exit_code, 2) << why;
    EXPECT_THAT(result.err, HasSubstr(why));
    EXPECT_FALSE(fs::exists(folder_ / "m"));
  };
  refused({"a/0-of-2.share"}, "is one of 2 shares, and 1/2 is not there; make it first");
  refused({"a/0-of-2.share", "a"}, "is share 0/2, as is a/0-of-2.share; give each once");
  refused({"a/0-of-2.share", "b/1-of-3.share"}, "is share 1/3 of another call than share 0/2");
  refused({"b.beliefs", "a"}, "a: holds no file .beliefs");
  refused({"data/fixations_valid.json"}, "is no share of a call with --shard");
  refused({"data"}, "holds no file .share");
  const std::string whole = ReadFile(folder_ / "a" / "1-of-2.share");
  WriteFileAtomically(folder_ / "a" / "1-of-2.share", whole.substr(0, whole.size() - 9));
  refused({"a"}, "was cut; remove it and make that share again");
  // A share that lost a line in its middle, and one that has it twice.
  const std::size_t line = whole.find('\n') + 1, end = whole.find('\n', line) + 1;
  WriteFileAtomically(folder_ / "a" / "1-of-2.share", whole.substr(0, line) + whole.substr(end));
  refused({"a"}, "the shares were made of other pictures; make them again");
  WriteFileAtomically(folder_ / "a" / "1-of-2.share", whole.substr(0, end) + whole.substr(line));
  refused({"a"}, "the shares were made of other pictures; make them again");
}

TEST_F(Shards, AreRefusedWhereTheyCannotBe) {
  const auto refused = [&](const Call& call, const Call& more, const std::string& why) {
    const RunResult result = Run(call, more);
    EXPECT_EQ(result.exit_code, 2) << why;
    EXPECT_THAT(result.err, HasSubstr(why));
  };
  refused(predict_, {"--out", "data/truth.json", "--shard", "0/2"},
          "--out is the folder of the shares");
  refused(predict_, {"--out", "s", "--shard", "2/2"}, "--shard 2/2: I/N is expected");
  refused(predict_, {"--out", "s", "--shard", "0/2", "--maps", "maps"}, "--maps is of the whole");
  refused({"predict", "--image", "x.jpg", "--target", "cup"}, {"--out", "s", "--shard", "0/2"},
          "--shard belongs to --pairs, and to --images DIR");
  const Call compare = {"compare", "data/fixations_valid.json", "data/fixations_valid.json"};
  refused(compare, {"--shard", "0/2"}, "--shard needs --out");
  refused(compare, {"--out", "s"}, "give --shard I/N");
  refused(compare, {"--out", "s", "--shard", "0/2", "--json", "e.json"}, "--json is of the whole");
  RunWell(compare, {"--out", "s", "--shard", "0/2"});
  refused(compare, {"--out", "s", "--shard", "0/2", "--all-pairs"}, "give another --out");
  EXPECT_FALSE(fs::exists(folder_ / "s" / "1-of-2.share"));
}

}  // namespace
}  // namespace saccade
