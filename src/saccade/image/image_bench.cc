#include <benchmark/benchmark.h>

#include <span>
#include <string>

#include "saccade/image/blur.h"
#include "saccade/image/foveation.h"
#include "saccade/image/geometry.h"
#include "saccade/image/picture_file.h"
#include "saccade/image/scanpath_drawing.h"

namespace saccade {
namespace {

// A smooth scene with edges: compresses like a photo.
Picture Scene(int width, int height) {
  Picture picture(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      std::uint8_t* p = picture.At(x, y);
      p[0] = static_cast<std::uint8_t>(255 * x / width);
      p[1] = static_cast<std::uint8_t>((x / 40 + y / 30) % 2 == 0 ? 60 : 180);
      p[2] = static_cast<std::uint8_t>((x * 7 + y * 13) % 64);
    }
  }
  return picture;
}

void BM_DecodeSegmentPng(benchmark::State& state) {
  Raster<std::uint32_t> ids(512, 320);
  for (int y = 0; y < 320; ++y) {
    for (int x = 0; x < 512; ++x) ids.At(x, y) = static_cast<std::uint32_t>(x / 37 * 100 + y / 29);
  }
  const std::string png = EncodeSegmentPng(ids);
  const auto bytes = std::as_bytes(std::span(png.data(), png.size()));
  for (auto _ : state) benchmark::DoNotOptimize(DecodeSegmentPng(bytes, "ids"));
}
BENCHMARK(BM_DecodeSegmentPng)->Unit(benchmark::kMicrosecond);

void BM_DecodeJpeg512x320(benchmark::State& state) {
  const std::string jpeg = EncodeJpeg(Scene(512, 320));
  const auto bytes = std::as_bytes(std::span(jpeg.data(), jpeg.size()));
  for (auto _ : state) benchmark::DoNotOptimize(DecodePicture(bytes, "photo"));
}
BENCHMARK(BM_DecodeJpeg512x320)->Unit(benchmark::kMicrosecond);

void BM_BlurSigma2(benchmark::State& state) {
  const Picture picture = Scene(512, 320);
  for (auto _ : state) benchmark::DoNotOptimize(GaussianBlur(picture, 2));
}
BENCHMARK(BM_BlurSigma2)->Unit(benchmark::kMicrosecond);

void BM_FitTwelveMegapixelToImage(benchmark::State& state) {
  const Picture photo = Scene(4000, 3000);
  for (auto _ : state) benchmark::DoNotOptimize(FitToImage(photo));
}
BENCHMARK(BM_FitTwelveMegapixelToImage)->Unit(benchmark::kMillisecond);

void BM_FoveateSixFixations(benchmark::State& state) {
  const Picture picture = Scene(512, 320);
  const PointInPhoto fixations[] = {{256, 160}, {100, 50}, {400, 280}, {30, 300}, {500, 9}, {9, 9}};
  for (auto _ : state) benchmark::DoNotOptimize(Foveate(picture, fixations));
}
BENCHMARK(BM_FoveateSixFixations)->Unit(benchmark::kMillisecond);

void BM_DrawScanpath(benchmark::State& state) {
  const Picture picture = Scene(1024, 640);
  ScanpathFigure figure;
  figure.scanpaths.push_back(
      {.scanpath = {{{512, 320}, 200}, {{200, 100}, 250}, {{800, 500}, 180}}, .label = "bench"});
  for (auto _ : state) benchmark::DoNotOptimize(DrawScanpaths(picture, figure));
}
BENCHMARK(BM_DrawScanpath)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace saccade
