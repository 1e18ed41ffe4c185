#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "saccade/testing/run_program.h"

// The program as a user calls it.
namespace saccade::testing {

inline RunResult Saccade(const std::vector<std::string>& arguments,
                         const RunOptions& options = {}) {
  return RunProgram(SACCADE_PROGRAM, arguments, options);
}

// Simulated searches in `folder`/data, `pictures` a target, half of them for validation, and the
// belief store `folder`/b.beliefs.
inline void MakeTinyData(const std::filesystem::path& folder, int pictures = 2) {
  const RunOptions there{.folder = folder};
  const RunResult made = Saccade({"dataset", "synthesize", "--out", "data", "--pictures",
                                  std::to_string(pictures), "--shares", "0.5,0.5,0"},
                                 there);
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const RunResult built = Saccade({"beliefs", "build", "--sharp", "data/panoptic_sharp.json",
                                   "--blurred", "data/panoptic_blurred.json", "--out", "b.beliefs"},
                                  there);
  ASSERT_EQ(built.exit_code, 0) << built.err;
}

// The model of `folder`/`model` predicts the tiny data, and what it predicts can be scored.
inline void ExpectPredictsAndIsScored(const std::filesystem::path& folder,
                                      const std::string& model) {
  const RunOptions there{.folder = folder};
  const RunResult predicted =
      Saccade({"predict", "--model", model, "--beliefs", "b.beliefs", "--pairs",
               "data/fixations_valid.json", "--samples", "2", "--out", "p.json", "--maps", "maps"},
              there);
  ASSERT_EQ(predicted.exit_code, 0) << predicted.err;
  const RunResult scored = Saccade({"evaluate", "--fixations", "data/fixations_valid.json",
                                    "--predictions", "tiny=p.json", "--bootstrap", "0", "--json"},
                                   there);
  ASSERT_EQ(scored.exit_code, 0) << scored.err;
  EXPECT_EQ(nlohmann::json::parse(scored.out)["rows"].back()["name"], "tiny");
}

// Runs the program and kills it with SIGKILL when its first checkpoint is there.
inline void KillAfterFirstCheckpoint(const std::vector<std::string>& arguments,
                                     const std::filesystem::path& checkpoint) {
  const RunResult killed = Saccade(
      arguments, {.kill_when = [&checkpoint] { return std::filesystem::exists(checkpoint); }});
  ASSERT_EQ(killed.exit_code, 128 + 9) << "the run ended before it could be killed";
}

}  // namespace saccade::testing
