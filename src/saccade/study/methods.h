#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "saccade/search/scanpath_model.h"

namespace saccade {

// What a method learns from, and where it leaves what it learned.
struct MethodTraining {
  std::filesystem::path fixations{};
  std::filesystem::path validation{};
  std::vector<std::filesystem::path> beliefs{};  // variants; the first is scored
  ModelInputs inputs{};                          // features of pictures; empty: none
  std::filesystem::path out{};                   // the run; the model is left in out/model
  std::uint64_t seed = 0;
  std::string preset = "default";  // of methods that have presets
  // NAME=VALUE on top of the preset; InputError for one that the learner does not have.
  std::vector<std::string> settings{};
  bool quick = false;  // a tiny training, to try the machinery
};

// One of the systems that predict scanpaths, and how it is learned: the only place of a study that
// knows training functions. Adding one is a line in methods.cc.
struct Method {
  std::string kind;       // names it on the command line and in files
  std::string name;       // of its row
  std::string published;  // the paper's row; empty: none
  // What OpenRowSource takes when nothing is learned for it; "reward:KIND" for the learned reward
  // of another method's model. Empty for what is learned.
  std::string source;
  // Learns it, going on with what an interrupted training left in `out`. Empty: nothing to learn.
  std::function<void(const MethodTraining&)> train;
  bool needs_pictures = false;
  std::optional<double> estimate_seconds = std::nullopt;  // on COCO-Search18 and two cores
};

// In the order of the paper's table, then ours.
const std::vector<Method>& Methods();

// By kind or by the row's name. Throws InputError, with the known kinds, for another one.
const Method& MethodCalled(const std::string& name);

}  // namespace saccade
