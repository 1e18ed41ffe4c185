#include "saccade/image/picture_samples_test.h"

#include <cstdio>
#include <cstdlib>
// jpeglib.h needs size_t and FILE declared before it.
#include <jpeglib.h>
#include <png.h>
#include <webp/encode.h>

#include <cstring>
#include <stdexcept>
#include <vector>

#include "saccade/base/random.h"

namespace saccade {
namespace {

struct JpegKind {
  J_COLOR_SPACE space;
  int components;
  bool adobe = false;
  bool progressive = false;
};

std::string WriteJpeg(int width, int height, const std::uint8_t* pixels, const JpegKind& kind) {
  jpeg_compress_struct info;
  jpeg_error_mgr errors;
  info.err = jpeg_std_error(&errors);
  jpeg_create_compress(&info);
  unsigned char* buffer = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&info, &buffer, &size);
  info.image_width = static_cast<JDIMENSION>(width);
  info.image_height = static_cast<JDIMENSION>(height);
  info.input_components = kind.components;
  info.in_color_space = kind.space;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, 98, TRUE);
  if (kind.components == 4) info.write_Adobe_marker = kind.adobe ? TRUE : FALSE;
  if (kind.progressive) jpeg_simple_progression(&info);
  jpeg_start_compress(&info, TRUE);
  while (info.next_scanline < info.image_height) {
    auto* row =
        const_cast<JSAMPROW>(pixels + std::size_t{info.next_scanline} *
                                          static_cast<std::size_t>(width * kind.components));
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  std::string bytes(reinterpret_cast<const char*>(buffer), size);
  std::free(buffer);
  return bytes;
}

void AppendToString(png_structp png, png_bytep data, std::size_t size) {
  static_cast<std::string*>(png_get_io_ptr(png))->append(reinterpret_cast<char*>(data), size);
}

void FlushNothing(png_structp) {}

struct PngKind {
  int color_type;
  int bit_depth;
  int interlace = PNG_INTERLACE_NONE;
  const png_color* palette_entry = nullptr;
  int palette_alpha = 255;
};

std::string WritePngRows(PngSample size, const PngKind& kind, std::vector<std::uint8_t> pixels) {
  std::string bytes;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(png, &bytes, AppendToString, FlushNothing);
  png_set_IHDR(png, info, static_cast<png_uint_32>(size.width),
               static_cast<png_uint_32>(size.height), kind.bit_depth, kind.color_type,
               kind.interlace, PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
  if (kind.palette_entry != nullptr) {
    png_set_PLTE(png, info, kind.palette_entry, 1);
    auto alpha = static_cast<png_byte>(kind.palette_alpha);
    if (kind.palette_alpha < 255) png_set_tRNS(png, info, &alpha, 1, nullptr);
  }
  png_write_info(png, info);
  std::vector<png_bytep> rows(static_cast<std::size_t>(size.height));
  const std::size_t row_bytes = png_get_rowbytes(png, info);
  pixels.resize(row_bytes * rows.size());
  for (std::size_t y = 0; y < rows.size(); ++y) rows[y] = &pixels[y * row_bytes];
  png_write_image(png, rows.data());
  png_write_end(png, nullptr);
  png_destroy_write_struct(&png, &info);
  return bytes;
}

std::string BigEndian(std::uint32_t value, int bytes) {
  std::string text;
  for (int i = bytes - 1; i >= 0; --i) text += static_cast<char>(value >> 8 * i);
  return text;
}

std::string Ordered(std::uint32_t value, int bytes, bool little_endian) {
  std::string text = BigEndian(value, bytes);
  if (little_endian) text.assign(text.rbegin(), text.rend());
  return text;
}

// Length, type and data, checksum.
std::string PngChunk(const std::string& type_and_data) {
  // CRC-32 as in PNG's specification, annex D.
  std::uint32_t crc = 0xFFFFFFFFu;
  for (const char c : type_and_data) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = crc & 1 ? 0xEDB88320u ^ (crc >> 1) : crc >> 1;
  }
  return BigEndian(static_cast<std::uint32_t>(type_and_data.size()) - 4, 4) + type_and_data +
         BigEndian(~crc, 4);
}

}  // namespace

Picture NoisePicture(int width, int height) {
  Picture picture(width, height);
  Random random(7, "noise");
  for (std::uint8_t& value : picture.rgb) value = static_cast<std::uint8_t>(random() >> 56);
  return picture;
}

Picture SmoothPicture(int width, int height) {
  Picture picture(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      std::uint8_t* p = picture.At(x, y);
      p[0] = static_cast<std::uint8_t>(255 * x / width);
      p[1] = static_cast<std::uint8_t>(255 * y / height);
      p[2] = 128;
    }
  }
  return picture;
}

std::string EncodeWebp(const Picture& picture) {
  std::uint8_t* out = nullptr;
  const std::size_t size = WebPEncodeLosslessRGB(picture.rgb.data(), picture.width, picture.height,
                                                 3 * picture.width, &out);
  std::string bytes(reinterpret_cast<const char*>(out), size);
  WebPFree(out);
  return bytes;
}

std::string EncodeWebpRgba(const std::uint8_t* rgba, int width, int height) {
  std::uint8_t* out = nullptr;
  const std::size_t size = WebPEncodeLosslessRGBA(rgba, width, height, 4 * width, &out);
  std::string bytes(reinterpret_cast<const char*>(out), size);
  WebPFree(out);
  return bytes;
}

std::string GreyJpeg(int width, int height, std::uint8_t value) {
  const std::vector<std::uint8_t> pixels(static_cast<std::size_t>(width * height), value);
  return WriteJpeg(width, height, pixels.data(), {JCS_GRAYSCALE, 1});
}

std::string ProgressiveJpeg(const Picture& picture) {
  return WriteJpeg(picture.width, picture.height, picture.rgb.data(),
                   {.space = JCS_RGB, .components = 3, .progressive = true});
}

std::string CmykJpeg(std::array<std::uint8_t, 4> inks, bool adobe) {
  std::vector<std::uint8_t> pixels;
  for (int i = 0; i < 64; ++i) pixels.insert(pixels.end(), inks.begin(), inks.end());
  return WriteJpeg(8, 8, pixels.data(), {.space = JCS_CMYK, .components = 4, .adobe = adobe});
}

std::string ExifBlock(int orientation, bool little_endian) {
  const auto number = [&](std::uint32_t value, int bytes) {
    return Ordered(value, bytes, little_endian);
  };
  std::string block = little_endian ? std::string("II*\0", 4) : std::string("MM\0*", 4);
  block += number(8, 4) + number(2, 2);
  block += number(0x0100, 2) + number(4, 2) + number(1, 4) + number(32, 4);
  block += number(0x0112, 2) + number(3, 2) + number(1, 4) +
           number(static_cast<std::uint32_t>(orientation), 2) + number(0, 2);
  return block + number(0, 4);
}

std::string JpegWithExif(const std::string& jpeg, const std::string& exif) {
  const std::string block = std::string("Exif\0\0", 6) + exif;
  return jpeg.substr(0, 2) + "\xFF\xE1" +
         BigEndian(static_cast<std::uint32_t>(block.size()) + 2, 2) + block + jpeg.substr(2);
}

std::string PngWithExif(const std::string& png, const std::string& exif) {
  constexpr std::size_t kSignatureAndHeader = 8 + 25;
  return png.substr(0, kSignatureAndHeader) + PngChunk("eXIf" + exif) +
         png.substr(kSignatureAndHeader);
}

std::string WebpWithExif(const std::string& webp, int width, int height, const std::string& exif) {
  const auto little = [](std::uint32_t value, int bytes) { return Ordered(value, bytes, true); };
  const std::string extended = "VP8X" + little(10, 4) + little(0x08, 4) +  // "has EXIF"
                               little(static_cast<std::uint32_t>(width) - 1, 3) +
                               little(static_cast<std::uint32_t>(height) - 1, 3);
  std::string body = "WEBP" + extended + webp.substr(12) + "EXIF" +
                     little(static_cast<std::uint32_t>(exif.size()), 4) + exif;
  return "RIFF" + little(static_cast<std::uint32_t>(body.size()), 4) + body;
}

void SetJpegSize(std::string& jpeg, int width, int height) {
  const std::size_t frame = jpeg.find("\xFF\xC0");
  if (frame == std::string::npos) throw std::logic_error("no baseline frame header");
  jpeg.replace(frame + 5, 4,
               BigEndian(static_cast<std::uint32_t>(height), 2) +
                   BigEndian(static_cast<std::uint32_t>(width), 2));
}

std::string GreyPng(PngSample size, int bit_depth, int value) {
  std::vector<std::uint8_t> pixels;
  const std::size_t count = static_cast<std::size_t>(size.width * size.height);
  if (bit_depth == 16) {
    for (std::size_t i = 0; i < count; ++i) {
      pixels.push_back(static_cast<std::uint8_t>(value >> 8));
      pixels.push_back(static_cast<std::uint8_t>(value));
    }
  } else {
    pixels.assign(count, static_cast<std::uint8_t>(bit_depth == 1 ? (value ? 255 : 0) : value));
  }
  return WritePngRows(size, {PNG_COLOR_TYPE_GRAY, bit_depth}, pixels);
}

std::string PalettePng(PngSample size, Color color, std::uint8_t alpha) {
  const png_color entry{color.r, color.g, color.b};
  return WritePngRows(size, {PNG_COLOR_TYPE_PALETTE, 8, PNG_INTERLACE_NONE, &entry, alpha}, {});
}

std::string RgbaPng(PngSample size, Color color, std::uint8_t alpha) {
  std::vector<std::uint8_t> pixels;
  for (int i = 0; i < size.width * size.height; ++i) {
    pixels.insert(pixels.end(), {color.r, color.g, color.b, alpha});
  }
  return WritePngRows(size, {PNG_COLOR_TYPE_RGB_ALPHA, 8}, pixels);
}

std::string InterlacedPng(const Picture& picture) {
  return WritePngRows({picture.width, picture.height}, {PNG_COLOR_TYPE_RGB, 8, PNG_INTERLACE_ADAM7},
                      picture.rgb);
}

std::string PngWithSize(std::uint32_t width, std::uint32_t height) {
  return "\x89PNG\r\n\x1A\n" +
         PngChunk("IHDR" + BigEndian(width, 4) + BigEndian(height, 4) +
                  std::string("\x08\x02\x00\x00\x00", 5)) +
         BigEndian(9, 4) + "IDAT";
}

}  // namespace saccade
