#include <csetjmp>
#include <cstdio>
#include <cstring>
// jpeglib.h needs size_t and FILE declared before it.
#include <jpeglib.h>
// JMSG_* and JWRN_* codes.
#include <jerror.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>

#include "saccade/image/codec.h"
#include "saccade/image/exif.h"

namespace saccade {
namespace codec {
namespace {

struct JpegErrors {
  jpeg_error_mgr manager;  // first: libjpeg hands out a pointer to it
  std::jmp_buf escape;
  char message[JMSG_LENGTH_MAX];
};

[[noreturn]] void Escape(j_common_ptr info) {
  auto* errors = reinterpret_cast<JpegErrors*>(info->err);
  errors->manager.format_message(info, errors->message);
  std::longjmp(errors->escape, 1);
}

// libjpeg goes on after damage and shows grey; a photo that is half grey must be refused. What is
// only untidy (bytes between markers, odd version numbers) passes.
void OnMessage(j_common_ptr info, int level) {
  if (level >= 0) return;
  switch (info->err->msg_code) {
    case JWRN_EXTRANEOUS_DATA:
    case JWRN_TOO_MUCH_DATA:
    case JWRN_JFIF_MAJOR:
    case JWRN_ADOBE_XFORM:
      return;
    default:
      Escape(info);
  }
}

void OnOutput(j_common_ptr) {}

void PrepareErrors(JpegErrors& errors) {
  jpeg_std_error(&errors.manager);
  errors.manager.error_exit = Escape;
  errors.manager.emit_message = OnMessage;
  errors.manager.output_message = OnOutput;
  errors.message[0] = 0;
}

// Progressive files may hold any number of scans, each of which costs a pass over the whole
// picture; real ones have about ten.
void LimitScans(j_common_ptr info) {
  constexpr int kMostScans = 200;
  auto* decoder = reinterpret_cast<j_decompress_ptr>(info);
  if (info->is_decompressor && decoder->input_scan_number > kMostScans) {
    ERREXIT(info, JERR_BAD_PROGRESSION);
  }
}

// Owns libjpeg's memory. The methods are the only places that setjmp.
class JpegDecoder {
 public:
  JpegDecoder() {
    std::memset(&info_, 0, sizeof info_);
    PrepareErrors(errors_);
    info_.err = &errors_.manager;
  }
  ~JpegDecoder() { jpeg_destroy_decompress(&info_); }
  JpegDecoder(const JpegDecoder&) = delete;
  JpegDecoder& operator=(const JpegDecoder&) = delete;

  bool ReadHeader(const std::uint8_t* data, std::size_t size) {
    if (setjmp(errors_.escape) != 0) return false;
    jpeg_create_decompress(&info_);
    progress_.progress_monitor = LimitScans;
    info_.progress = &progress_;
    jpeg_mem_src(&info_, data, size);
    jpeg_save_markers(&info_, JPEG_APP0 + 1, 0xFFFF);
    jpeg_read_header(&info_, TRUE);
    const bool four_inks = info_.jpeg_color_space == JCS_CMYK || info_.jpeg_color_space == JCS_YCCK;
    info_.out_color_space = four_inks ? JCS_CMYK : JCS_RGB;
    info_.dct_method = JDCT_ISLOW;
    info_.do_fancy_upsampling = TRUE;
    return true;
  }

  bool Start() {
    if (setjmp(errors_.escape) != 0) return false;
    return jpeg_start_decompress(&info_) == TRUE;
  }

  bool ReadRow(std::uint8_t* row) {
    if (setjmp(errors_.escape) != 0) return false;
    return jpeg_read_scanlines(&info_, &row, 1) == 1;
  }

  bool Finish() {
    if (setjmp(errors_.escape) != 0) return false;
    return jpeg_finish_decompress(&info_) == TRUE;
  }

  const jpeg_decompress_struct& info() const { return info_; }
  const char* message() const { return errors_.message; }

 private:
  jpeg_decompress_struct info_;
  jpeg_progress_mgr progress_{};
  JpegErrors errors_;
};

int Orientation(const jpeg_decompress_struct& info) {
  for (jpeg_saved_marker_ptr marker = info.marker_list; marker != nullptr; marker = marker->next) {
    const auto bytes = std::as_bytes(std::span(marker->data, marker->data_length));
    if (marker->marker == JPEG_APP0 + 1 && bytes.size() > 6 &&
        std::memcmp(bytes.data(), "Exif\0\0", 6) == 0) {
      return ExifOrientation(bytes);
    }
  }
  return 1;
}

// Adobe's programs store inks inverted (0 is full ink) and say so by their marker.
void CmykToRgb(const std::uint8_t* inks, int pixels, bool inverted, std::uint8_t* rgb) {
  const int flip = inverted ? 0 : 255;
  for (int i = 0; i < pixels; ++i, inks += 4, rgb += 3) {
    const int light = inks[3] ^ flip;
    for (int c = 0; c < 3; ++c) {
      rgb[c] = static_cast<std::uint8_t>(((inks[c] ^ flip) * light + 127) / 255);
    }
  }
}

// Holds plain data only between setjmp and return.
bool Compress(jpeg_compress_struct& info, JpegErrors& errors, const Picture& picture, int quality,
              unsigned char** buffer, unsigned long* size) {
  if (setjmp(errors.escape) != 0) return false;
  jpeg_create_compress(&info);
  jpeg_mem_dest(&info, buffer, size);
  info.image_width = static_cast<JDIMENSION>(picture.width);
  info.image_height = static_cast<JDIMENSION>(picture.height);
  info.input_components = 3;
  info.in_color_space = JCS_RGB;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, quality, TRUE);
  info.optimize_coding = TRUE;
  jpeg_start_compress(&info, TRUE);
  while (info.next_scanline < info.image_height) {
    JSAMPROW row = const_cast<JSAMPROW>(picture.At(0, static_cast<int>(info.next_scanline)));
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  return true;
}

}  // namespace

bool IsJpeg(std::span<const std::byte> bytes) {
  return bytes.size() >= 3 && std::memcmp(bytes.data(), "\xFF\xD8\xFF", 3) == 0;
}

Decoded DecodeJpeg(std::span<const std::byte> bytes, const std::filesystem::path& name) {
  JpegDecoder decoder;
  const auto check = [&](bool good) {
    if (!good) ThrowCorrupt(name, "JPEG", decoder.message());
  };
  check(decoder.ReadHeader(Data(bytes), bytes.size()));
  const jpeg_decompress_struct& info = decoder.info();
  CheckSize(name, info.image_width, info.image_height);
  Decoded decoded;
  decoded.orientation = Orientation(info);
  check(decoder.Start());
  decoded.picture =
      Picture(static_cast<int>(info.output_width), static_cast<int>(info.output_height));
  std::vector<std::uint8_t> inks;
  if (info.output_components == 4) inks.resize(std::size_t{4} * info.output_width);
  for (int y = 0; y < decoded.picture.height; ++y) {
    std::uint8_t* row = decoded.picture.At(0, y);
    check(decoder.ReadRow(inks.empty() ? row : inks.data()));
    if (!inks.empty()) {
      CmykToRgb(inks.data(), decoded.picture.width, info.saw_Adobe_marker == TRUE, row);
    }
  }
  check(decoder.Finish());
  return decoded;
}

}  // namespace codec

std::string EncodeJpeg(const Picture& picture, int quality) {
  jpeg_compress_struct info;
  std::memset(&info, 0, sizeof info);
  codec::JpegErrors errors;
  codec::PrepareErrors(errors);
  info.err = &errors.manager;
  unsigned char* buffer = nullptr;
  unsigned long size = 0;
  const bool good = codec::Compress(info, errors, picture, quality, &buffer, &size);
  jpeg_destroy_compress(&info);
  const std::unique_ptr<unsigned char, decltype(&std::free)> owner(buffer, &std::free);
  if (!good) throw std::invalid_argument(errors.message);
  return {reinterpret_cast<const char*>(buffer), size};
}

}  // namespace saccade
