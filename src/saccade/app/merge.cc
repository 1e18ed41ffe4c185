#include "saccade/app/merge.h"

#include <algorithm>
#include <string>
#include <vector>

#include "saccade/app/share.h"
#include "saccade/base/file.h"
#include "saccade/beliefs/store_merge.h"
#include "saccade/scene/trial_writer.h"

namespace saccade::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kStore = ".beliefs";

bool HoldsStores(std::span<const fs::path> paths) {
  return std::ranges::any_of(paths, [](const fs::path& path) {
    if (!fs::is_directory(path)) return path.extension() == kStore;
    return std::ranges::any_of(fs::directory_iterator(path), [](const auto& entry) {
      return entry.path().extension() == kStore;
    });
  });
}

// A JSON list as nlohmann's dump(indent) writes it, item by item.
void WriteList(const ShareSet& shares, const fs::path& out, int indent) {
  AtomicFile file(out);
  std::string before = "[\n";
  shares.ForEach([&](std::string_view text) {
    if (text == "null") return;
    // Alone in a list, for its indentation: "[\n", the item, "\n]".
    const std::string list = Json::array({Json::parse(text)}).dump(indent);
    file.Write(before);
    file.Write(std::string_view(list).substr(2, list.size() - 4));
    before = ",\n";
  });
  file.Write(before == ",\n" ? "\n]\n" : "[]\n");
  file.Commit();
}

}  // namespace

void Merge(std::span<const fs::path> shares, const fs::path& out) {
  std::error_code error;  // who writes says what is wrong
  if (out.has_parent_path()) fs::create_directories(out.parent_path(), error);
  if (HoldsStores(shares)) return MergeBeliefStores(FilesIn(shares, kStore), out);
  const ShareSet set(FilesIn(shares, ".share"));
  if (set.kind() != kScanpathShare) {
    return WriteList(set, out, set.kind() == kPhotoShare ? 1 : 2);
  }
  TrialWriter writer(out);
  set.ForEach([&](std::string_view text) { writer.AddText(text); });
  writer.Commit();
}

}  // namespace saccade::app
