#include "saccade/perception/feature_cache.h"

#include <cstddef>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/base/half.h"

namespace saccade {
namespace {

// Little-endian, as the machine that makes the cache; a foreign cache has another magic number.
struct Header {
  std::uint64_t magic = 0x31544145'46434153;  // "SACFEAT1"
  std::uint64_t maker = 0;                    // checksums
  std::uint64_t key = 0;
  std::uint64_t values = 0;
  std::int32_t channels = 0;
  std::int32_t rows = 0;
  std::int32_t columns = 0;
  std::int32_t reserved = 0;
};
static_assert(sizeof(Header) == 48);

// Nothing when the file is not there, damaged or another's.
std::optional<PictureFeatures> ReadEntry(const std::filesystem::path& file, std::uint64_t maker,
                                         std::uint64_t key) {
  if (!std::filesystem::exists(file)) return std::nullopt;
  const MappedFile mapped(file);
  Header header;
  if (mapped.bytes().size() < sizeof(Header)) return std::nullopt;
  std::memcpy(&header, mapped.bytes().data(), sizeof(Header));
  const auto payload = mapped.bytes().subspan(sizeof(Header));
  if (header.magic != Header().magic || header.maker != maker || header.key != key ||
      header.channels <= 0 || header.rows <= 0 || header.columns <= 0 ||
      payload.size() / 2 / static_cast<std::size_t>(header.channels) /
              static_cast<std::size_t>(header.rows) !=
          static_cast<std::size_t>(header.columns) ||
      header.values != Checksum(payload)) {
    return std::nullopt;
  }
  PictureFeatures features{header.channels, header.rows, header.columns, {}};
  features.values.resize(payload.size() / 2);
  for (std::size_t i = 0; i < features.values.size(); ++i) {
    std::uint16_t half = 0;
    std::memcpy(&half, payload.data() + 2 * i, 2);
    features.values[i] = FloatFromHalf(half);
  }
  return features;
}

}  // namespace

FeatureCache::FeatureCache(std::filesystem::path folder, std::string maker)
    : folder_(std::move(folder)), maker_(std::move(maker)) {}

std::filesystem::path FeatureCache::FileOf(const std::string& key) const {
  return folder_ / fmt::format("{:016x}.features", Checksum(key));
}

PictureFeatures FeatureCache::Get(const std::string& key,
                                  const std::function<PictureFeatures()>& compute) const {
  const std::filesystem::path file = FileOf(key);
  Header header;
  header.maker = Checksum(maker_);
  header.key = Checksum(maker_ + key);
  if (auto found = ReadEntry(file, header.maker, header.key)) return *std::move(found);

  PictureFeatures features = compute();
  std::vector<std::uint16_t> halves;
  halves.reserve(features.values.size());
  for (float& value : features.values) {
    halves.push_back(HalfFromFloat(value));
    value = FloatFromHalf(halves.back());
  }
  header.channels = features.channels;
  header.rows = features.rows;
  header.columns = features.columns;
  header.values = Checksum(std::as_bytes(std::span(halves)));
  std::filesystem::create_directories(folder_);
  AtomicFile out(file);
  out.Write(std::as_bytes(std::span(&header, 1)));
  out.Write(std::as_bytes(std::span(halves)));
  out.Commit();
  return features;
}

std::string CfiKey(const std::string& name, std::span<const PointInImage> fixations) {
  std::string key = name;
  for (const PointInImage& fixation : fixations) {
    key += fmt::format("|{:.3f},{:.3f}", fixation.x, fixation.y);
  }
  return key;
}

}  // namespace saccade
