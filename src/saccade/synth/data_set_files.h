#pragma once

#include <filesystem>

#include "saccade/synth/data_set.h"

namespace saccade::synth {

// The data set as a folder with the files and formats of the real one:
//   fixations_{train,valid,test}.json     COCO-Search18 trials, display frame
//   images/NAME.jpg                       512x320
//   panoptic_{sharp,blurred}.json, panoptic_{sharp,blurred}/NAME.png   COCO panoptic
//   truth.json                            seed, searchers with their weights, things with boxes
//   README.md                             what this is
// A split without trials has no file.
struct WriteReport {
  int pictures = 0;
  int pairs = 0;
  int trials = 0;
  std::array<int, 3> trials_by_split{};
  double seconds = 0;
};

// Makes the data set in parallel and writes it. The folder appears whole or not at all: it is built
// under a temporary name beside it. An existing folder with something in it is refused with
// InputError, unless `replace` is set and it holds such a data set (told by truth.json). Throws
// Failure when the disk refuses, Interrupted when the user stopped it.
WriteReport WriteDataSet(const std::filesystem::path& folder, const DataSetOptions& options,
                         bool replace = false);

// The searchers of a data set, from its truth.json. Throws InputError when it is something else.
std::vector<Searcher> ReadSearchers(const std::filesystem::path& truth_json);

}  // namespace saccade::synth
