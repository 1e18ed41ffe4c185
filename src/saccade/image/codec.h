#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "saccade/image/picture.h"
#include "saccade/image/picture_file.h"

// The three libraries behind picture_file.h, one file each. The C libraries report errors by
// longjmp: it must not pass over a C++ object with a destructor, so each file keeps what it calls
// between setjmp and return in small functions that hold plain data only.
namespace saccade::codec {

inline const std::uint8_t* Data(std::span<const std::byte> bytes) {
  return reinterpret_cast<const std::uint8_t*>(bytes.data());
}

[[noreturn]] void ThrowCorrupt(const std::filesystem::path& name, std::string_view format,
                               std::string_view problem);
// Throws InputError when a picture of this size is empty or over kMaxPixels.
void CheckSize(const std::filesystem::path& name, std::int64_t width, std::int64_t height);

// Fills a picture with its RGBA pixels on a ground of one colour.
void PutOnGround(std::span<const std::uint8_t> rgba, Color ground, Picture& picture);

// Not yet turned; `orientation` is the EXIF tag.
struct Decoded {
  Picture picture;
  int orientation = 1;
};

bool IsJpeg(std::span<const std::byte> bytes);
bool IsPng(std::span<const std::byte> bytes);
bool IsWebp(std::span<const std::byte> bytes);

Decoded DecodeJpeg(std::span<const std::byte> bytes, const std::filesystem::path& name);
Decoded DecodePng(std::span<const std::byte> bytes, const std::filesystem::path& name,
                  Color background);
Decoded DecodeWebp(std::span<const std::byte> bytes, const std::filesystem::path& name,
                   Color background);

}  // namespace saccade::codec
