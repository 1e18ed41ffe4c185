#include "saccade/image/picture_file.h"

#include <algorithm>
#include <cctype>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/image/codec.h"
#include "saccade/image/exif.h"

namespace saccade {

namespace codec {

void ThrowCorrupt(const std::filesystem::path& name, std::string_view format,
                  std::string_view problem) {
  throw InputError(name, "", "corrupt {} picture ({}); save or download it again", format, problem);
}

void CheckSize(const std::filesystem::path& name, std::int64_t width, std::int64_t height) {
  if (width <= 0 || height <= 0) {
    throw InputError(name, "", "the picture has no pixels ({} x {})", width, height);
  }
  if (width > kMaxPixels / height) {
    throw InputError(name, "", "{} x {} is over {} megapixel; make the picture smaller", width,
                     height, kMaxPixels / 1'000'000);
  }
}

void PutOnGround(std::span<const std::uint8_t> rgba, Color ground, Picture& picture) {
  const auto mix = [](int over, int under, int alpha) {
    return static_cast<std::uint8_t>((over * alpha + under * (255 - alpha) + 127) / 255);
  };
  for (std::size_t i = 0; i < rgba.size() / 4; ++i) {
    const std::uint8_t* from = &rgba[4 * i];
    std::uint8_t* to = &picture.rgb[3 * i];
    to[0] = mix(from[0], ground.r, from[3]);
    to[1] = mix(from[1], ground.g, from[3]);
    to[2] = mix(from[2], ground.b, from[3]);
  }
}

}  // namespace codec

namespace {

std::span<const std::byte> Bytes(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

codec::Decoded Decode(std::span<const std::byte> bytes, const std::filesystem::path& name,
                      Color background) {
  if (bytes.empty()) throw InputError(name, "", "the file is empty; a picture is expected");
  if (codec::IsJpeg(bytes)) return codec::DecodeJpeg(bytes, name);
  if (codec::IsPng(bytes)) return codec::DecodePng(bytes, name, background);
  if (codec::IsWebp(bytes)) return codec::DecodeWebp(bytes, name, background);
  throw InputError(name, "", "not a JPEG, PNG or WebP picture; convert it to one of these");
}

}  // namespace

Picture ReadPicture(const std::filesystem::path& path, const PictureReadOptions& options) {
  return DecodePicture(Bytes(ReadFile(path)), path, options);
}

Picture DecodePicture(std::span<const std::byte> bytes, const std::filesystem::path& name,
                      const PictureReadOptions& options) {
  codec::Decoded decoded = Decode(bytes, name, options.background);
  if (!options.apply_orientation) return std::move(decoded.picture);
  return ApplyOrientation(std::move(decoded.picture), decoded.orientation);
}

Raster<std::uint32_t> ReadSegmentPng(const std::filesystem::path& path) {
  return DecodeSegmentPng(Bytes(ReadFile(path)), path);
}

Raster<std::uint16_t> ReadGreyPng(const std::filesystem::path& path) {
  return DecodeGreyPng(Bytes(ReadFile(path)), path);
}

void WritePng(const std::filesystem::path& path, const Picture& picture) {
  WriteFileAtomically(path, EncodePng(picture));
}

void WritePng(const std::filesystem::path& path, const Raster<std::uint8_t>& grey) {
  WriteFileAtomically(path, EncodePng(grey));
}

void WritePng(const std::filesystem::path& path, const Raster<std::uint16_t>& grey) {
  WriteFileAtomically(path, EncodePng(grey));
}

void WriteSegmentPng(const std::filesystem::path& path, const Raster<std::uint32_t>& ids) {
  WriteFileAtomically(path, EncodeSegmentPng(ids));
}

void WriteJpeg(const std::filesystem::path& path, const Picture& picture, int quality) {
  WriteFileAtomically(path, EncodeJpeg(picture, quality));
}

void WritePicture(const std::filesystem::path& path, const Picture& picture) {
  std::string ending = path.extension().string();
  std::ranges::transform(ending, ending.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (ending == ".png") return WritePng(path, picture);
  if (ending == ".jpg" || ending == ".jpeg") return WriteJpeg(path, picture);
  throw InputError(path, "", "cannot write a picture with the ending \"{}\"; use .png or .jpg",
                   ending);
}

}  // namespace saccade
