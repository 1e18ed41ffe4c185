#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "saccade/image/picture.h"
#include "saccade/image/raster.h"

namespace saccade {

// Pictures in and out of files. Formats are told by content, never by the name's ending. Whatever
// bytes come in: a picture, or InputError with one line that names the file and what is wrong with
// it (empty, unknown format, corrupt, ends early, over kMaxPixels).

// 100 megapixel: larger than any camera's photo, small enough that a forged header cannot ask for
// more memory than a machine has.
inline constexpr std::int64_t kMaxPixels = 100'000'000;

struct PictureReadOptions {
  // What shows through transparent pixels.
  Color background{255, 255, 255};
  // Turn the photo as its EXIF orientation says.
  bool apply_orientation = true;
};

// JPEG, PNG or WebP as 8-bit RGB. JPEG pixels are those of libjpeg-turbo's defaults (accurate
// integer transform, smooth chroma upsampling), as Pillow gives them; grey and CMYK become RGB, 16
// bits become 8 (scaled, rounded), colour profiles are ignored. Animated WebP is refused.
Picture ReadPicture(const std::filesystem::path& path, const PictureReadOptions& options = {});
// The same from memory; `name` is for messages.
Picture DecodePicture(std::span<const std::byte> bytes, const std::filesystem::path& name,
                      const PictureReadOptions& options = {});

// Segment ids of a COCO panoptic PNG: R + 256 G + 65536 B, untouched by any colour conversion. The
// file must be an 8-bit RGB PNG without transparency.
Raster<std::uint32_t> ReadSegmentPng(const std::filesystem::path& path);
Raster<std::uint32_t> DecodeSegmentPng(std::span<const std::byte> bytes,
                                       const std::filesystem::path& name);

// A grey PNG of up to 16 bits as 0..65535 (8 bits are scaled by 257). Any other colour type is
// refused.
Raster<std::uint16_t> ReadGreyPng(const std::filesystem::path& path);
Raster<std::uint16_t> DecodeGreyPng(std::span<const std::byte> bytes,
                                    const std::filesystem::path& name);

// Lossless, 8-bit RGB / 8-bit grey / 16-bit grey.
std::string EncodePng(const Picture& picture);
std::string EncodePng(const Raster<std::uint8_t>& grey);
std::string EncodePng(const Raster<std::uint16_t>& grey);
// Ids below 2^24 as R + 256 G + 65536 B; throws std::out_of_range for larger ones.
std::string EncodeSegmentPng(const Raster<std::uint32_t>& ids);
// `quality` 1..100.
std::string EncodeJpeg(const Picture& picture, int quality = 92);

// Write whole files atomically; parent folders are made. Failure when the disk refuses.
void WritePng(const std::filesystem::path& path, const Picture& picture);
void WritePng(const std::filesystem::path& path, const Raster<std::uint8_t>& grey);
void WritePng(const std::filesystem::path& path, const Raster<std::uint16_t>& grey);
void WriteSegmentPng(const std::filesystem::path& path, const Raster<std::uint32_t>& ids);
void WriteJpeg(const std::filesystem::path& path, const Picture& picture, int quality = 92);
// PNG or JPEG by the name's ending (.png, .jpg, .jpeg); InputError for any other.
void WritePicture(const std::filesystem::path& path, const Picture& picture);

}  // namespace saccade
