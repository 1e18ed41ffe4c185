#include "saccade/beliefs/store_merge.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/base/shard.h"
#include "saccade/beliefs/store_notes.h"

namespace saccade {
namespace {

// Keys in the order of their first store; each value once.
StoreNotes JoinNotes(const std::vector<BeliefStore>& stores) {
  StoreNotes joined;
  for (const BeliefStore& store : stores) {
    for (const auto& [key, value] : store.notes()) {
      if (key == kShareNote || key == kShareOfNote) continue;
      const auto same_key = std::ranges::find(joined, key, &StoreNotes::value_type::first);
      if (same_key == joined.end()) {
        joined.emplace_back(key, value);
      } else if (("; " + same_key->second + "; ").find("; " + value + "; ") == std::string::npos) {
        same_key->second += "; " + value;
      }
    }
  }
  return joined;
}

// Shares of a call are merged whole; stores that are none are not looked at.
void RequireAllShares(const std::vector<BeliefStore>& stores) {
  std::map<std::string, std::vector<ShardedFile>> calls;
  for (const BeliefStore& store : stores) {
    const std::string shard = NoteOf(store, kShareNote), call = NoteOf(store, kShareOfNote);
    if (!shard.empty()) calls[call].push_back({store.path(), ParseShard(shard), call});
  }
  for (const auto& [call, shares] : calls) RequireAllShards(shares);
}

EncodedPicture EncodedAs(BeliefValues values, const BeliefStore& store, std::size_t i) {
  return store.values() == values ? store.LoadEncoded(i) : EncodePicture(store.Load(i), values);
}

}  // namespace

void MergeBeliefStores(std::span<const std::filesystem::path> paths,
                       const std::filesystem::path& out) {
  std::vector<BeliefStore> stores;
  for (const auto& path : paths) stores.push_back(BeliefStore::Open(path));
  if (stores.empty()) throw InputError("merging needs at least one store");
  RequireAllShares(stores);
  BeliefStoreSettings settings{stores.front().values(), JoinNotes(stores)};
  for (const BeliefStore& store : stores) {
    if (store.values() == BeliefValues::kHalf) settings.values = BeliefValues::kHalf;
    if (store.has_saliency() != stores.front().has_saliency()) {
      throw InputError(store.path(), "", "{} saliency and {} {}; merge stores that agree",
                       store.has_saliency() ? "has" : "lacks", stores.front().path().string(),
                       store.has_saliency() ? "lacks it" : "has it");
    }
  }
  std::map<std::string, std::pair<EncodedPicture, const BeliefStore*>> pictures;
  for (const BeliefStore& store : stores) {
    for (std::size_t i = 0; i < store.size(); ++i) {
      EncodedPicture picture = EncodedAs(settings.values, store, i);
      const auto known = pictures.find(picture.name);
      if (known == pictures.end()) {
        std::string name = picture.name;
        pictures.emplace(std::move(name), std::pair{std::move(picture), &store});
      } else if (known->second.first != picture) {
        throw InputError(store.path(), known->first, "has other beliefs in {}; keep one of them",
                         known->second.second->path().string());
      }
    }
  }
  std::vector<EncodedPicture> merged;
  for (auto& [name, entry] : pictures) merged.push_back(std::move(entry.first));
  WriteBeliefStore(out, std::move(merged), settings);
}

}  // namespace saccade
