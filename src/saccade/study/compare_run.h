#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "saccade/search/scanpath_model.h"
#include "saccade/study/comparison.h"
#include "saccade/study/methods.h"

namespace saccade {

// A model that is trained already. Called like a method, it takes the place of its training;
// otherwise it is a row of its own.
struct GivenModel {
  std::string name;
  std::string folder;  // or a built-in name of OpenModel
};

// `saccade experiment compare` as a value.
struct CompareOptions {
  std::filesystem::path fixations;  // learned from, and behind the priors of cIG
  std::filesystem::path validation;
  std::vector<std::filesystem::path> beliefs;  // variants of the same pictures; the first is scored
  ModelInputs inputs;  // features of pictures, for methods that start from pixels
  std::filesystem::path out;
  std::vector<std::string> methods;  // empty: all that need nothing that is not given
  std::vector<GivenModel> models;
  std::uint64_t seed = 0;  // the first
  int seeds = 3;
  int trainings = 0;  // of a method; seeds beyond draw from them in turn. 0: one for each seed
  int samples = 10;
  int bootstrap = 1000;
  std::string protocol = "paper";
  std::string preset = "default";
  bool quick = false;
};

// Trains, predicts and scores what is not finished yet, method by method and seed by seed:
//   out/config.json               options and input files (by checksum)
//   out/runs/KIND-SEED/           a training (learn/training_run.h); KIND-SEED.json: its cost
//   out/parts/KIND-SEED/          predictions.json, then scores.json: finished
// All files appear whole, so a run that was stopped, or killed, goes on where it was. Methods and
// seeds may be added later; other options or files than before, and a seed that was drawn from
// another training, are an InputError. Throws Interrupted between steps when the user asks to stop.
Comparison RunComparison(const CompareOptions& options);

}  // namespace saccade
