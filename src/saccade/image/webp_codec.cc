#include <webp/decode.h>

#include <cstring>
#include <vector>

#include "saccade/base/error.h"
#include "saccade/image/codec.h"
#include "saccade/image/exif.h"

namespace saccade::codec {
namespace {

std::uint32_t LittleEndian32(std::span<const std::byte> bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (int i = 3; i >= 0; --i) value = value << 8 | std::to_integer<std::uint32_t>(bytes[at + i]);
  return value;
}

// Walks the chunks of the RIFF container to "EXIF".
int Orientation(std::span<const std::byte> bytes) {
  std::size_t at = 12;
  while (at + 8 <= bytes.size()) {
    const std::size_t size = LittleEndian32(bytes, at + 4);
    if (size > bytes.size() - at - 8) return 1;
    if (std::memcmp(&bytes[at], "EXIF", 4) == 0)
      return ExifOrientation(bytes.subspan(at + 8, size));
    at += 8 + size + size % 2;
  }
  return 1;
}

}  // namespace

bool IsWebp(std::span<const std::byte> bytes) {
  return bytes.size() >= 12 && std::memcmp(bytes.data(), "RIFF", 4) == 0 &&
         std::memcmp(&bytes[8], "WEBP", 4) == 0;
}

Decoded DecodeWebp(std::span<const std::byte> bytes, const std::filesystem::path& name,
                   Color background) {
  WebPBitstreamFeatures features;
  const VP8StatusCode status = WebPGetFeatures(Data(bytes), bytes.size(), &features);
  if (status != VP8_STATUS_OK) {
    ThrowCorrupt(name, "WebP",
                 status == VP8_STATUS_NOT_ENOUGH_DATA ? "the file ends early" : "bad header");
  }
  if (features.has_animation) {
    throw InputError(name, "", "an animated WebP; save one frame of it as a picture");
  }
  CheckSize(name, features.width, features.height);

  Decoded decoded;
  decoded.orientation = Orientation(bytes);
  decoded.picture = Picture(features.width, features.height);
  Picture& picture = decoded.picture;
  const char* const damaged = "its data is damaged or ends early";
  if (!features.has_alpha) {
    if (WebPDecodeRGBInto(Data(bytes), bytes.size(), picture.rgb.data(), picture.rgb.size(),
                          3 * picture.width) == nullptr) {
      ThrowCorrupt(name, "WebP", damaged);
    }
    return decoded;
  }
  std::vector<std::uint8_t> rgba(picture.rgb.size() / 3 * 4);
  if (WebPDecodeRGBAInto(Data(bytes), bytes.size(), rgba.data(), rgba.size(), 4 * picture.width) ==
      nullptr) {
    ThrowCorrupt(name, "WebP", damaged);
  }
  PutOnGround(rgba, background, picture);
  return decoded;
}

}  // namespace saccade::codec
