#include "saccade/base/shard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <vector>

#include "saccade/base/error.h"

namespace saccade {
namespace {

using ::testing::HasSubstr;

// What a Slurm array sets, for as long as it lives.
class Environment {
 public:
  explicit Environment(std::map<std::string, std::string> values) : values_(std::move(values)) {
    for (const auto& [name, value] : values_) setenv(Full(name).c_str(), value.c_str(), 1);
  }
  ~Environment() {
    for (const auto& [name, value] : values_) unsetenv(Full(name).c_str());
  }

 private:
  static std::string Full(const std::string& name) { return "SLURM_ARRAY_TASK_" + name; }
  std::map<std::string, std::string> values_;
};

TEST(Shard, EveryPictureIsInExactlyOneOfAnyNumberOfShares) {
  for (const std::size_t count : {1u, 2u, 3u, 7u, 64u}) {
    SCOPED_TRACE(count);
    for (int picture = 0; picture < 300; ++picture) {
      const std::string name = std::to_string(picture) + ".jpg";
      int shares = 0;
      for (std::size_t i = 0; i < count; ++i) shares += Shard{i, count}.Has(name);
      EXPECT_EQ(shares, 1) << name;
    }
  }
}

// 9,000 pictures, share 1/9 each: a standard deviation of 29.8; four of them are 119.
TEST(Shard, SharesAreAboutEquallyLarge) {
  std::vector<int> pictures(9);
  for (int picture = 0; picture < 9000; ++picture) {
    for (std::size_t i = 0; i < 9; ++i) {
      pictures[i] += Shard{i, 9}.Has("picture" + std::to_string(picture));
    }
  }
  for (const int count : pictures) EXPECT_NEAR(count, 1000, 119);
}

// printf kitchen.jpg | xxhsum -H3 gives 85c9cf0a3f26c898, 264 modulo 1000.
TEST(Shard, IsTheRestOfTheNamesXxh3) { EXPECT_TRUE((Shard{264, 1000}.Has("kitchen.jpg"))); }

TEST(Shard, FileNamesAreInTheOrderOfTheShards) {
  EXPECT_EQ((Shard{3, 8}.FileName()), "3-of-8");
  EXPECT_EQ((Shard{3, 11}.FileName()), "03-of-11");
  EXPECT_EQ((Shard{9, 10}.FileName()), "9-of-10");
}

TEST(ParseShard, CountsFromZero) {
  EXPECT_EQ(ParseShard("0/1"), (Shard{0, 1}));
  EXPECT_EQ(ParseShard("7/8"), (Shard{7, 8}));
}

TEST(ParseShard, RefusesWhatIsNoShare) {
  for (const char* text : {"8/8", "-1/8", "1", "/", "1/", "/8", "0/0", "a/b", "1/8x", "1.5/8",
                           " 1/8", "99999999999999999999/8"}) {
    SCOPED_TRACE(text);
    try {
      ParseShard(text);
      ADD_FAILURE();
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr(std::string("--shard ") + text));
    }
  }
}

TEST(ShardOf, IsAllOutsideOfAnArray) {
  EXPECT_EQ(ShardOf(""), std::nullopt);
  EXPECT_EQ(ShardOf("1/2"), (Shard{1, 2}));
}

TEST(ShardOf, IsTheTaskOfASlurmArray) {
  const Environment array({{"ID", "2"}, {"COUNT", "5"}, {"MIN", "0"}, {"MAX", "4"}});
  EXPECT_EQ(ShardOf(""), (Shard{2, 5}));
  EXPECT_EQ(ShardOf("1/3"), (Shard{1, 3}));
  EXPECT_EQ(ShardOf("all"), std::nullopt);
}

TEST(ShardOf, OfAnArrayFromOneCountsFromZero) {
  const Environment array({{"ID", "5"}, {"COUNT", "5"}, {"MIN", "1"}, {"MAX", "5"}});
  EXPECT_EQ(ShardOf(""), (Shard{4, 5}));
}

TEST(ShardOf, RefusesArraysWhoseTasksDoNotSayTheirShare) {
  // --array=3,7: two tasks of a larger array again; --array=0-8:2; --array=3.
  for (const auto& values : std::vector<std::map<std::string, std::string>>{
           {{"ID", "3"}, {"COUNT", "2"}, {"MIN", "3"}, {"MAX", "7"}},
           {{"ID", "2"}, {"COUNT", "5"}, {"MIN", "0"}, {"MAX", "8"}},
           {{"ID", "3"}, {"COUNT", "1"}, {"MIN", "3"}, {"MAX", "3"}},
           {{"ID", "5"}, {"COUNT", "5"}}}) {
    const Environment array(values);
    try {
      ShardOf("");
      ADD_FAILURE() << values.at("ID");
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr("give --shard I/N"));
    }
  }
}

}  // namespace
}  // namespace saccade
