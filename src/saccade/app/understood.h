#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "saccade/app/trial_input.h"
#include "saccade/study/table.h"

namespace saccade::app {

// How a file of scanpaths was understood, so that a mistake is seen before its scores are believed.
struct Understood {
  std::string name;   // "people", or the row's
  std::string file;   // "trials" for values
  std::string frame;  // "display 1680x1050"
  std::string found;  // how the frame was
  std::string start;  // where scanpaths begin, and what was made of it
  std::size_t trials = 0;
  std::size_t used = 0;                           // of them: scored
  std::map<std::string, std::size_t> left_out{};  // reason -> trials
  std::map<std::string, std::size_t> notes{};     // what was read generously -> trials
  std::size_t fixations = 0;
  std::size_t outside = 0;  // the picture; kept
  std::size_t timed = 0;    // trials with durations
  double mean_ms = 0;       // of the durations there are
  std::size_t boxes = 0;    // trials that say where the target is

  bool operator==(const Understood&) const = default;
};

// Trials with what was understood of them; `used` is all of them until somebody leaves some out.
struct UnderstoodTrials {
  std::vector<TrialInImage> trials;
  Understood understood;
};

// What is to be said of a file, and of its trials in the image frame.
Understood Describe(const TrialFile& file, std::span<const TrialInImage> trials, std::string name);

// Reads the input, or copies its values; says in the log what LogReading says of a file.
UnderstoodTrials ReadUnderstood(const TrialInput& input, std::string name,
                                const TrialFileOptions& reading);

// For people: some lines for each file.
Table UnderstoodTable(std::span<const Understood> understood);
nlohmann::ordered_json UnderstoodJson(std::span<const Understood> understood);

}  // namespace saccade::app
