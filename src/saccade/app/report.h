#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "saccade/app/trial_input.h"
#include "saccade/base/watch.h"
#include "saccade/study/page.h"
#include "saccade/study/report.h"

namespace saccade::app {

// A page that describes, scores and draws a data set and predictions for it.
struct ReportOptions {
  std::filesystem::path data{};            // folder with files of fixations and pictures
  std::string split{};                     // to score; empty: validation, else test, else train
  std::filesystem::path images{};          // empty: images_512x320 or images in the data folder
  std::string protocol = "paper";          // metrics::ProtocolNames()
  std::vector<NamedTrials> predictions{};  // to score and draw
  std::filesystem::path run{};             // of a training, for its learning curves
  // Whose beliefs, foresight and learned reward are shown along the searches; needs `beliefs`.
  std::string model{};
  std::filesystem::path beliefs{};  // store of the pictures
  int examples = 6;                 // pictures over which searches play
  ExampleChoice choice = ExampleChoice::kDrawn;
  int bootstrap = 1000;   // draws behind the 95% intervals; 0: none
  std::string title{};    // empty: the report's own
  std::string command{};  // what the page says it was made by
  std::uint64_t seed = 0;
  Watch watch{};

  // Throws InputError when options contradict each other.
  void Check() const;
};

OptionList OptionsOf(ReportOptions& options);

// Throws InputError for files that are not there or not what they must be.
Page Report(const ReportOptions& options);

}  // namespace saccade::app
