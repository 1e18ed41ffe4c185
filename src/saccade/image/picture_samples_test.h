#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "saccade/image/picture.h"

namespace saccade {

// Files of every kind that ReadPicture knows, made for the tests with the libraries themselves.

inline std::span<const std::byte> AsBytes(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

Picture NoisePicture(int width, int height);
Picture SmoothPicture(int width, int height);

std::string EncodeWebp(const Picture& picture);  // lossless
std::string EncodeWebpRgba(const std::uint8_t* rgba, int width, int height);
std::string GreyJpeg(int width, int height, std::uint8_t value);
std::string ProgressiveJpeg(const Picture& picture);
// 8 x 8 pixels; `adobe` adds the marker that says the inks are inverted.
std::string CmykJpeg(std::array<std::uint8_t, 4> inks, bool adobe);
// An EXIF block that holds nothing but this orientation (and another tag before it).
std::string ExifBlock(int orientation, bool little_endian);
// The file with such a block where its format keeps it.
std::string JpegWithExif(const std::string& jpeg, const std::string& exif);
std::string PngWithExif(const std::string& png, const std::string& exif);
std::string WebpWithExif(const std::string& webp, int width, int height, const std::string& exif);
// Overwrites the size in the frame header.
void SetJpegSize(std::string& jpeg, int width, int height);

struct PngSample {
  int width;
  int height;
};
std::string GreyPng(PngSample size, int bit_depth, int value);
std::string PalettePng(PngSample size, Color color, std::uint8_t alpha);
std::string RgbaPng(PngSample size, Color color, std::uint8_t alpha);
std::string InterlacedPng(const Picture& picture);
// A header that claims this size, with a right checksum, and no pixels.
std::string PngWithSize(std::uint32_t width, std::uint32_t height);

}  // namespace saccade
