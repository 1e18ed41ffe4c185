#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "saccade/base/file.h"
#include "saccade/scene/grid.h"
#include "saccade/scene/identifier.h"

namespace saccade::app {

// A model's probability maps for next fixations, as `predict --maps DIR` writes and
// `evaluate --maps DIR` reads them. The folder holds
//   maps.json  {"rows": 20, "columns": 32, "maps": [{"task", "name", "subject", "step"}, ...]}
//   maps.npy   float32 or float64 [number of maps, rows, columns], C order; map i is entry i's
// A map belongs to one human trial and one of its fixations: `step` is the fixation's place in the
// scanpath (the start is 0, so 1..6). It is what the model expects there from the true earlier
// fixations, sums to 1, and lies on the 32x20 grid or on the 512x320 pixels.
// docs/metrics/conditional.md
struct MapKey {
  std::string task;
  std::string name;
  Identifier subject;
  int step = 0;
  auto operator<=>(const MapKey&) const = default;
};

// Maps in memory, one after the other, each row by row.
struct MapArray {
  std::vector<MapKey> keys{};
  std::vector<float> values{};
  int rows = Grid::kRows;
  int columns = Grid::kColumns;
};

// Maps by their keys, of a folder or of an array.
class FixationMaps {
 public:
  // Throws InputError when one of the two files is missing, malformed or does not fit the other.
  explicit FixationMaps(const std::filesystem::path& folder);
  // `name` stands for the file in messages. Throws InputError as for a folder.
  explicit FixationMaps(MapArray array, const std::string& name = "maps");

  std::size_t size() const { return index_.size(); }

  // The map, row by row; empty when there is none. Throws InputError for a map that is no
  // distribution. May be called from several threads.
  std::vector<double> Find(const MapKey& key) const;

 private:
  void ReadIndex(const std::filesystem::path& path);
  void AddKey(MapKey key, const std::filesystem::path& path);
  void CheckShape(const std::filesystem::path& path) const;
  void ReadHeader();

  std::filesystem::path origin_;  // of the values
  std::optional<MappedFile> file_;
  std::vector<float> in_memory_;
  const std::byte* values_ = nullptr;  // in one of the two
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  bool double_precision_ = false;
  std::map<MapKey, std::size_t> index_;
};

// Writes the folder; maps.json last, so that a folder with one is complete.
void WriteMaps(const std::filesystem::path& folder, const MapArray& maps);

}  // namespace saccade::app
