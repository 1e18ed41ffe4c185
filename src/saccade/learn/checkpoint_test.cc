#include "saccade/learn/checkpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/formats/safetensors.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::HasSubstr;

const LearnerState kState{.tensors = {{"w.a", {{2}, {1, 2}}}}, .counters = {{"steps", 7}}};

class CheckpointFile : public ::testing::Test {
 protected:
  // What is said of a checkpoint whose metadata has `name` set to `value`, or not at all.
  std::string ErrorWith(const std::string& name, const char* value) {
    WriteCheckpoint(path_, {kState, {.best = 2.5, .since_best = 1}});
    Metadata metadata = ReadSafetensorsMetadata(path_);
    if (value != nullptr) {
      metadata[name] = value;
    } else {
      metadata.erase(name);
    }
    WriteSafetensors(path_, kState.tensors, Precision::kFloat, metadata);
    return ErrorOf(kState);
  }
  std::string ErrorOf(const LearnerState& like) const {
    try {
      ReadCheckpoint(path_, like);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

  testing::TemporaryFolder folder_;
  std::filesystem::path path_ = folder_ / "c.safetensors";
};

TEST_F(CheckpointFile, ComesBackAsItWas) {
  for (const double best : {2.5, std::numeric_limits<double>::infinity()}) {
    WriteCheckpoint(path_, {kState, {.best = best, .since_best = 3}});
    const Checkpoint read = ReadCheckpoint(path_, kState);
    EXPECT_EQ(read.state.tensors, kState.tensors);
    EXPECT_EQ(read.state.counters, kState.counters);
    EXPECT_EQ(read.record, (ValidationRecord{best, 3}));
  }
}

TEST_F(CheckpointFile, ADamagedNoteOrCounterIsAnErrorOfTheInput) {
  EXPECT_THAT(ErrorWith("note.best", "two"), HasSubstr("note.best: is \"two\"; a number"));
  EXPECT_THAT(ErrorWith("note.best", "2.5x"), HasSubstr("a number is expected"));
  EXPECT_THAT(ErrorWith("note.best", "nan"), HasSubstr("a number is expected"));
  EXPECT_THAT(ErrorWith("note.best", ""), HasSubstr("a number is expected"));
  EXPECT_THAT(ErrorWith("note.best", nullptr), HasSubstr("is missing; this is no checkpoint"));
  EXPECT_THAT(ErrorWith("note.since_best", "-1"), HasSubstr("0 or more is expected"));
  EXPECT_THAT(ErrorWith("steps", "-3"), HasSubstr("steps: is -3; 0 or more is expected"));
  EXPECT_THAT(ErrorWith("steps", "99999999999999999999"), HasSubstr("a number is expected"));
  EXPECT_THAT(ErrorWith("steps", nullptr), HasSubstr("is missing; this is no checkpoint"));
}

TEST_F(CheckpointFile, AFlippedByteIsFound) {
  WriteCheckpoint(path_, {kState, {.best = 2.5, .since_best = 1}});
  const std::string whole = ReadFile(path_);
  for (const char* found : {"\"7\"", "\"2.5\""}) {  // the counter, the note
    std::string changed = whole;
    changed.at(changed.find(found) + 1) ^= 1;
    WriteFileAtomically(path_, changed);
    EXPECT_THAT(ErrorOf(kState), HasSubstr("is damaged")) << found;
  }
  std::string changed = whole;
  changed.back() ^= 1;  // of a weight
  WriteFileAtomically(path_, changed);
  EXPECT_THAT(ErrorOf(kState), HasSubstr("is damaged"));
}

TEST_F(CheckpointFile, OfAnotherLearnerIsRefused) {
  WriteCheckpoint(path_, {kState, {}});
  LearnerState other = kState;
  other.tensors.at("w.a") = {{3}, {1, 2, 3}};
  EXPECT_THAT(ErrorOf(other), HasSubstr("w.a: is missing or of another size"));
  other = kState;
  other.tensors.clear();
  EXPECT_THAT(ErrorOf(other), HasSubstr("has 1 tensors and this learner 0"));
  other = kState;
  other.counters["iterations"] = 0;
  EXPECT_THAT(ErrorOf(other), HasSubstr("iterations: is missing"));
}

}  // namespace
}  // namespace saccade
