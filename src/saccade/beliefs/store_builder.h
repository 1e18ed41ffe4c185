#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "saccade/base/shard.h"
#include "saccade/beliefs/belief_store.h"
#include "saccade/beliefs/downsample.h"

namespace saccade {

// One picture's input, read but not decoded.
struct PictureInput {
  std::uint64_t checksum = 0;              // of the files' bytes
  std::function<PictureBeliefs()> decode;  // throws InputError for bad files
};

// Where the beliefs of many pictures come from.
struct BeliefSource {
  std::vector<std::string> names;                 // ascending
  std::function<PictureInput(std::size_t)> read;  // of names[i]; any thread
  std::uint64_t checksum = 0;                     // of what all pictures share
  StoreNotes notes;
  // Pictures take long: bad input does not cost those that are finished.
  bool keep_finished = false;
};

// COCO panoptic JSON with PNG folders. Both files must have the same pictures.
BeliefSource PanopticSource(const std::filesystem::path& sharp,
                            const std::filesystem::path& blurred, DownsampleRule rule);

// COCO instances, or detections for the pictures of `instances` (boxes.h). Without boxes of the
// blurred picture the sharp ones stand for both.
struct BoxSourceOptions {
  std::filesystem::path instances;
  std::optional<std::filesystem::path> sharp_detections;
  std::optional<std::filesystem::path> blurred_detections;
  DownsampleRule rule = kDefaultDownsampleRule;
};
BeliefSource BoxSource(const BoxSourceOptions& options);

// The authors' DCBs folder (dcb_folder.h).
BeliefSource DcbSource(const std::filesystem::path& folder);

// The same source with a saliency map for every picture (saliency.h).
BeliefSource WithSaliency(BeliefSource source, const std::filesystem::path& maps,
                          const std::optional<std::filesystem::path>& names);

// The same source without stuff, as a parser of things alone sees the pictures.
BeliefSource ThingsOnly(BeliefSource source);

// The pictures of one share alone. The store's notes say so, and which call it is a share of, until
// all shares are merged (store_merge.h).
BeliefSource ShareOf(BeliefSource source, const Shard& shard, const std::string& call);

struct BuildReport {
  std::size_t pictures = 0;
  std::size_t reused = 0;  // taken from the journal of a run that was stopped
  std::size_t bytes = 0;   // of the store
  double seconds = 0;
};

// Decodes every picture, in parallel with progress on stderr, and writes the store. Finished
// pictures are kept in a journal beside it, `path`.part, until the store is complete: a run that
// was killed is picked up by the next with the same inputs (compared by checksum). The store
// appears whole or not at all. Throws InputError for bad input, after removing the journal unless
// the source keeps it, and when another build of the same store is running; Failure when the disk
// refuses.
BuildReport BuildBeliefStore(const std::filesystem::path& path, const BeliefSource& source,
                             BeliefValues values);

}  // namespace saccade
