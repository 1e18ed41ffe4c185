#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "saccade/beliefs/belief_store.h"

namespace saccade {

// All pictures of several stores in one. Shares of one call (store_builder.h) become, byte for byte,
// the store that one process would have built, and must all be there. A picture that occurs in two must be the same in both.
// Values are kept as stored; a mix of bytes and halves becomes halves. Notes that differ are
// joined. Throws InputError for a picture with two sets of beliefs, or when only some stores have
// saliency.
void MergeBeliefStores(std::span<const std::filesystem::path> stores,
                       const std::filesystem::path& out);

}  // namespace saccade
