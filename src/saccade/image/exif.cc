#include "saccade/image/exif.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

namespace saccade {
namespace {

// Numbers at places of a TIFF block; 0 beyond its end.
class TiffBlock {
 public:
  TiffBlock(std::span<const std::byte> bytes, bool little_endian)
      : bytes_(bytes), little_endian_(little_endian) {}

  std::uint32_t Number(std::size_t at, int size) const {
    if (at > bytes_.size() || bytes_.size() - at < static_cast<std::size_t>(size)) return 0;
    std::uint32_t value = 0;
    for (int i = 0; i < size; ++i) {
      const int place = little_endian_ ? size - 1 - i : i;
      value = value << 8 | std::to_integer<std::uint32_t>(bytes_[at + place]);
    }
    return value;
  }

 private:
  std::span<const std::byte> bytes_;
  bool little_endian_;
};

}  // namespace

int ExifOrientation(std::span<const std::byte> tiff) {
  constexpr char kExifMark[] = {'E', 'x', 'i', 'f', 0, 0};
  if (tiff.size() >= 6 && std::memcmp(tiff.data(), kExifMark, 6) == 0) tiff = tiff.subspan(6);
  if (tiff.size() < 8) return 1;
  const bool little_endian = std::memcmp(tiff.data(), "II*\0", 4) == 0;
  if (!little_endian && std::memcmp(tiff.data(), "MM\0*", 4) != 0) return 1;

  const TiffBlock block(tiff, little_endian);
  constexpr std::uint32_t kOrientationTag = 0x0112;
  constexpr std::uint32_t kShort = 3;
  const std::size_t directory = block.Number(4, 4);
  const std::size_t entries = block.Number(directory, 2);
  for (std::size_t i = 0; i < entries; ++i) {
    const std::size_t entry = directory + 2 + 12 * i;
    if (entry + 12 > tiff.size()) break;
    if (block.Number(entry, 2) != kOrientationTag) continue;
    const std::uint32_t value = block.Number(entry + 8, 2);
    return block.Number(entry + 2, 2) == kShort && 1 <= value && value <= 8
               ? static_cast<int>(value)
               : 1;
  }
  return 1;
}

Picture ApplyOrientation(Picture picture, int orientation) {
  if (orientation < 2 || orientation > 8) return picture;
  const bool transposed = orientation >= 5;
  const int width = transposed ? picture.height : picture.width;
  const int height = transposed ? picture.width : picture.height;
  Picture turned(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      // Where the viewed pixel (x, y) is stored.
      int from_x = transposed ? y : x;
      int from_y = transposed ? x : y;
      if (orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8) {
        from_x = picture.width - 1 - from_x;
      }
      if (orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7) {
        from_y = picture.height - 1 - from_y;
      }
      std::copy_n(picture.At(from_x, from_y), 3, turned.At(x, y));
    }
  }
  return turned;
}

}  // namespace saccade
