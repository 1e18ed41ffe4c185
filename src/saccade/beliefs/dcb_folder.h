#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "saccade/beliefs/belief_map.h"

namespace saccade {

// The authors' precomputed beliefs: DCBs/{HR,LR}/<task>/<name>.pth.tar, each a PyTorch tensor
// [134, 20, 32]. A task's folder has "_" for the blank; a picture may be searched for several
// targets and then occurs in several folders with the same maps.

struct DcbPicture {
  std::string name;                            // with ".jpg", as trials have it
  std::vector<std::filesystem::path> sharp;    // HR, one for each task
  std::vector<std::filesystem::path> blurred;  // LR, in the same order
};

// Pictures by name. Throws InputError: no HR or LR, a folder that is no task, a file that is in one
// of them only, no files.
std::vector<DcbPicture> FindDcbPictures(const std::filesystem::path& folder);

// The maps of one file, read by the restricted unpickler. Throws InputError for another shape, NaN,
// or anything that is not a tensor.
BeliefLayer ParseDcbLayer(std::span<const std::byte> bytes, const std::filesystem::path& file);

}  // namespace saccade
