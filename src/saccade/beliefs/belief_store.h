#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "saccade/base/file.h"
#include "saccade/beliefs/belief_map.h"
#include "saccade/beliefs/layer_codec.h"

namespace saccade {

// What a store keeps of a picture: three encoded layers, the last empty without saliency.
enum class StoreSection { kSharp, kBlurred, kSaliency };
inline constexpr int kStoreSections = 3;
std::string_view SectionName(StoreSection section);

struct EncodedPicture {
  std::string name;
  std::array<std::string, kStoreSections> sections;
  bool operator==(const EncodedPicture&) const = default;
};

// Throws InputError with the picture's name when a value does not fit `values`.
EncodedPicture EncodePicture(const PictureBeliefs& beliefs, BeliefValues values);

// Words about how the store was made (rule, sources), shown by `beliefs info`.
using StoreNotes = std::vector<std::pair<std::string, std::string>>;

struct BeliefStoreSettings {
  BeliefValues values = BeliefValues::kByte;
  StoreNotes notes;
};

// Writes a .beliefs file (docs/formats.md): header, channel names, index by picture name, layers;
// an XXH3 checksum for each layer and one for header and index. The file appears complete or not at
// all. The same pictures in any order give the same bytes. Throws InputError when a picture occurs
// twice, Failure when the disk refuses.
void WriteBeliefStore(const std::filesystem::path& path, std::vector<EncodedPicture> pictures,
                      const BeliefStoreSettings& settings);

// The beliefs of many pictures, memory-mapped and read-only. Opening reads header and index only.
// A file that was cut or has a flipped bit is refused with InputError that names the part: the
// header when opened, a picture's layer when it is loaded.
class BeliefStore {
 public:
  static BeliefStore Open(const std::filesystem::path& path);
  // The same over bytes in memory, `name` standing for the file in messages. They must outlive it.
  static BeliefStore FromBytes(std::span<const std::byte> bytes, const std::filesystem::path& name);

  std::size_t size() const { return index_.size(); }
  // Pictures are in ascending order of their names.
  std::string_view name(std::size_t i) const { return index_[i].name; }
  std::optional<std::size_t> Find(std::string_view name) const;

  PictureBeliefs Load(std::size_t i) const;
  // Throws InputError, with the nearest name, when the store does not have the picture.
  PictureBeliefs Load(std::string_view name) const;
  std::vector<PictureBeliefs> LoadAll() const;  // parallel; by index
  // The layers as stored, checksums checked: for merging.
  EncodedPicture LoadEncoded(std::size_t i) const;
  // Decodes everything. Throws InputError at the first picture that is damaged.
  void Verify() const;

  bool has_saliency() const;  // of every picture
  BeliefValues values() const { return settings_.values; }
  const StoreNotes& notes() const { return settings_.notes; }
  const std::filesystem::path& path() const { return path_; }
  std::size_t bytes() const { return bytes_.size(); }

 private:
  struct Section {
    std::uint64_t offset = 0;
    std::uint32_t size = 0;
    std::uint64_t checksum = 0;
  };
  struct IndexEntry {
    std::string_view name;
    std::array<Section, kStoreSections> sections;
  };

  BeliefStore() = default;
  void ReadHead();
  std::span<const std::byte> SectionBytes(std::size_t i, StoreSection section) const;
  BeliefLayer LoadSection(std::size_t i, StoreSection section) const;

  std::filesystem::path path_;
  std::optional<MappedFile> file_;
  std::span<const std::byte> bytes_;
  BeliefStoreSettings settings_;
  std::vector<IndexEntry> index_;
};

}  // namespace saccade
