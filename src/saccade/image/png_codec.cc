#include <png.h>

#include <algorithm>
#include <bit>
#include <csetjmp>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "saccade/base/error.h"
#include "saccade/image/codec.h"
#include "saccade/image/exif.h"

namespace saccade {
namespace codec {
namespace {

struct PngErrors {
  char message[160] = "";
};

[[noreturn]] void OnError(png_structp png, png_const_charp message) {
  auto* errors = static_cast<PngErrors*>(png_get_error_ptr(png));
  std::strncpy(errors->message, message, sizeof errors->message - 1);
  png_longjmp(png, 1);
}

void OnWarning(png_structp, png_const_charp) {}

struct PngSource {
  const std::uint8_t* data;
  std::size_t size;
  std::size_t at = 0;
};

void ReadBytes(png_structp png, png_bytep to, std::size_t count) {
  auto* source = static_cast<PngSource*>(png_get_io_ptr(png));
  if (count > source->size - source->at) png_error(png, "the file ends early");
  std::memcpy(to, source->data + source->at, count);
  source->at += count;
}

// Owns libpng's memory. The methods are the only places that setjmp, and hold plain data only.
class PngDecoder {
 public:
  explicit PngDecoder(std::span<const std::byte> bytes) : source_{Data(bytes), bytes.size()} {
    png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, &errors_, OnError, OnWarning);
    if (png_ != nullptr) info_ = png_create_info_struct(png_);
    if (info_ == nullptr) {
      png_destroy_read_struct(&png_, nullptr, nullptr);
      throw std::bad_alloc();
    }
  }
  ~PngDecoder() { png_destroy_read_struct(&png_, &info_, nullptr); }
  PngDecoder(const PngDecoder&) = delete;
  PngDecoder& operator=(const PngDecoder&) = delete;

  bool ReadHeader() {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    // Text and profiles are of no use here, and a forged file could make them large.
    png_set_keep_unknown_chunks(png_, PNG_HANDLE_CHUNK_NEVER, nullptr, 0);
    png_set_chunk_malloc_max(png_, 8'000'000);
    png_set_read_fn(png_, &source_, ReadBytes);
    png_read_info(png_, info_);
    return true;
  }

  bool ExpandToRgb() {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    png_set_expand(png_);    // palette to RGB, few-bit grey to 8, tRNS to alpha
    png_set_scale_16(png_);  // rounds, as Pillow does not cut either
    png_set_gray_to_rgb(png_);
    return true;
  }

  bool ExpandTo16BitGrey() {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    png_set_expand_16(png_);
    return true;
  }

  bool Start() {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    png_set_interlace_handling(png_);
    png_read_update_info(png_, info_);
    return true;
  }

  bool ReadRows(png_bytepp rows) {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    png_read_image(png_, rows);
    png_read_end(png_, info_);
    return true;
  }

  int Orientation() {
    png_bytep exif = nullptr;
    png_uint_32 size = 0;
    if (png_get_eXIf_1(png_, info_, &size, &exif) == 0) return 1;
    return ExifOrientation(std::as_bytes(std::span(exif, size)));
  }

  int width() const { return static_cast<int>(png_get_image_width(png_, info_)); }
  int height() const { return static_cast<int>(png_get_image_height(png_, info_)); }
  int channels() const { return png_get_channels(png_, info_); }
  int bit_depth() const { return png_get_bit_depth(png_, info_); }
  int color_type() const { return png_get_color_type(png_, info_); }
  bool has_transparency() const { return png_get_valid(png_, info_, PNG_INFO_tRNS) != 0; }
  std::size_t row_bytes() const { return png_get_rowbytes(png_, info_); }
  const char* message() const { return errors_.message; }

 private:
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
  PngSource source_;
  PngErrors errors_;
};

void Check(bool good, const PngDecoder& decoder, const std::filesystem::path& name) {
  if (!good) ThrowCorrupt(name, "PNG", decoder.message());
}

void ReadHeader(PngDecoder& decoder, const std::filesystem::path& name) {
  Check(decoder.ReadHeader(), decoder, name);
  CheckSize(name, decoder.width(), decoder.height());
}

void ReadRows(PngDecoder& decoder, const std::filesystem::path& name, std::uint8_t* first) {
  std::vector<png_bytep> rows(decoder.height());
  for (std::size_t y = 0; y < rows.size(); ++y) rows[y] = first + y * decoder.row_bytes();
  Check(decoder.ReadRows(rows.data()), decoder, name);
}

const char* ColorTypeName(int color_type) {
  switch (color_type) {
    case PNG_COLOR_TYPE_GRAY:
      return "grey";
    case PNG_COLOR_TYPE_GRAY_ALPHA:
      return "grey with alpha";
    case PNG_COLOR_TYPE_PALETTE:
      return "palette";
    case PNG_COLOR_TYPE_RGB:
      return "RGB";
    default:
      return "RGB with alpha";
  }
}

void RequirePng(std::span<const std::byte> bytes, const std::filesystem::path& name) {
  if (bytes.empty()) throw InputError(name, "", "the file is empty; a PNG is expected");
  if (!IsPng(bytes)) throw InputError(name, "", "not a PNG picture");
}

struct PngSink {
  std::string bytes;
  bool full = false;
};

void WriteBytes(png_structp png, png_bytep from, std::size_t count) {
  auto* sink = static_cast<PngSink*>(png_get_io_ptr(png));
  try {
    sink->bytes.append(reinterpret_cast<const char*>(from), count);
  } catch (...) {
    sink->full = true;  // a jump must not leave a handler
  }
  if (sink->full) png_error(png, "no memory");
}

void FlushBytes(png_structp) {}

struct PngLayout {
  int width;
  int height;
  int color_type;
  int bit_depth;
  std::size_t row_bytes;
  bool smooth;  // a photo, not labels
};

bool WriteAll(png_structp png, png_infop info, const PngLayout& layout, const std::uint8_t* pixels,
              PngSink& sink) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_set_write_fn(png, &sink, WriteBytes, FlushBytes);
  png_set_IHDR(png, info, static_cast<png_uint_32>(layout.width),
               static_cast<png_uint_32>(layout.height), layout.bit_depth, layout.color_type,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
  // Labels repeat exactly: prediction from neighbours only hides that from deflate.
  png_set_filter(png, PNG_FILTER_TYPE_BASE, layout.smooth ? PNG_ALL_FILTERS : PNG_FILTER_NONE);
  // Photos: a third of level 6's time for a tenth more bytes. Ids: few bytes either way.
  png_set_compression_level(png, layout.smooth ? 3 : 6);
  png_write_info(png, info);
  for (int y = 0; y < layout.height; ++y) {
    png_write_row(png, pixels + static_cast<std::size_t>(y) * layout.row_bytes);
  }
  png_write_end(png, info);
  return true;
}

std::string Encode(const PngLayout& layout, const std::uint8_t* pixels) {
  PngErrors errors;
  PngSink sink;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &errors, OnError, OnWarning);
  png_infop info = png == nullptr ? nullptr : png_create_info_struct(png);
  const bool good = info != nullptr && WriteAll(png, info, layout, pixels, sink);
  png_destroy_write_struct(&png, &info);
  if (!good) throw std::invalid_argument(errors.message);
  return std::move(sink.bytes);
}

}  // namespace

bool IsPng(std::span<const std::byte> bytes) {
  return bytes.size() >= 8 && std::memcmp(bytes.data(), "\x89PNG\r\n\x1A\n", 8) == 0;
}

Decoded DecodePng(std::span<const std::byte> bytes, const std::filesystem::path& name,
                  Color background) {
  PngDecoder decoder(bytes);
  ReadHeader(decoder, name);
  Check(decoder.ExpandToRgb() && decoder.Start(), decoder, name);
  Decoded decoded;
  decoded.picture = Picture(decoder.width(), decoder.height());
  Picture& picture = decoded.picture;
  if (decoder.channels() == 3) {
    ReadRows(decoder, name, picture.rgb.data());
  } else {
    std::vector<std::uint8_t> rgba(picture.rgb.size() / 3 * 4);
    ReadRows(decoder, name, rgba.data());
    PutOnGround(rgba, background, picture);
  }
  decoded.orientation = decoder.Orientation();
  return decoded;
}

}  // namespace codec

Raster<std::uint32_t> DecodeSegmentPng(std::span<const std::byte> bytes,
                                       const std::filesystem::path& name) {
  codec::RequirePng(bytes, name);
  codec::PngDecoder decoder(bytes);
  codec::ReadHeader(decoder, name);
  if (decoder.color_type() != PNG_COLOR_TYPE_RGB || decoder.bit_depth() != 8 ||
      decoder.has_transparency()) {
    throw InputError(name, "",
                     "a {}-bit {} PNG{}; segment ids are expected as 8-bit RGB, "
                     "id = R + 256 G + 65536 B",
                     decoder.bit_depth(), codec::ColorTypeName(decoder.color_type()),
                     decoder.has_transparency() ? " with transparency" : "");
  }
  codec::Check(decoder.Start(), decoder, name);
  Raster<std::uint32_t> ids(decoder.width(), decoder.height());
  // A byte more, so that each pixel can be read as four: one instruction, not five.
  std::vector<std::uint8_t> rgb(3 * ids.values.size() + 1);
  codec::ReadRows(decoder, name, rgb.data());
  for (std::size_t i = 0; i < ids.values.size(); ++i) {
    static_assert(std::endian::native == std::endian::little);
    std::uint32_t four;
    std::memcpy(&four, &rgb[3 * i], sizeof(four));
    ids.values[i] = four & 0xffffff;
  }
  return ids;
}

Raster<std::uint16_t> DecodeGreyPng(std::span<const std::byte> bytes,
                                    const std::filesystem::path& name) {
  codec::RequirePng(bytes, name);
  codec::PngDecoder decoder(bytes);
  codec::ReadHeader(decoder, name);
  if (decoder.color_type() != PNG_COLOR_TYPE_GRAY || decoder.has_transparency()) {
    throw InputError(name, "", "a PNG with {} pixels; a grey one is expected",
                     codec::ColorTypeName(decoder.color_type()));
  }
  codec::Check(decoder.ExpandTo16BitGrey() && decoder.Start(), decoder, name);
  Raster<std::uint16_t> grey(decoder.width(), decoder.height());
  std::vector<std::uint8_t> big_endian(2 * grey.values.size());
  codec::ReadRows(decoder, name, big_endian.data());
  for (std::size_t i = 0; i < grey.values.size(); ++i) {
    grey.values[i] = static_cast<std::uint16_t>(big_endian[2 * i] << 8 | big_endian[2 * i + 1]);
  }
  return grey;
}

std::string EncodePng(const Picture& picture) {
  return codec::Encode(
      {picture.width, picture.height, PNG_COLOR_TYPE_RGB, 8, std::size_t{3} * picture.width, true},
      picture.rgb.data());
}

std::string EncodePng(const Raster<std::uint8_t>& grey) {
  return codec::Encode(
      {grey.width, grey.height, PNG_COLOR_TYPE_GRAY, 8, static_cast<std::size_t>(grey.width), true},
      grey.values.data());
}

std::string EncodePng(const Raster<std::uint16_t>& grey) {
  std::vector<std::uint8_t> big_endian(2 * grey.values.size());
  for (std::size_t i = 0; i < grey.values.size(); ++i) {
    big_endian[2 * i] = static_cast<std::uint8_t>(grey.values[i] >> 8);
    big_endian[2 * i + 1] = static_cast<std::uint8_t>(grey.values[i]);
  }
  return codec::Encode(
      {grey.width, grey.height, PNG_COLOR_TYPE_GRAY, 16, std::size_t{2} * grey.width, true},
      big_endian.data());
}

std::string EncodeSegmentPng(const Raster<std::uint32_t>& ids) {
  std::vector<std::uint8_t> rgb(3 * ids.values.size());
  for (std::size_t i = 0; i < ids.values.size(); ++i) {
    if (ids.values[i] >> 24 != 0) throw std::out_of_range("a segment id must be below 2^24");
    for (int c = 0; c < 3; ++c) rgb[3 * i + c] = static_cast<std::uint8_t>(ids.values[i] >> 8 * c);
  }
  return codec::Encode(
      {ids.width, ids.height, PNG_COLOR_TYPE_RGB, 8, std::size_t{3} * ids.width, false},
      rgb.data());
}

}  // namespace saccade
