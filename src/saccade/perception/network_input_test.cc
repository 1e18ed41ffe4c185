#include "saccade/perception/network_input.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <numeric>
#include <string>

#include "saccade/base/file.h"
#include "saccade/formats/crc32.h"
#include "saccade/perception/formula_weights.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

constexpr const char* kMicroOps = "gold_d2/micro_ops.json";

nlohmann::json MicroOps() {
  return nlohmann::json::parse(ReadFile(testing::SharedData(kMicroOps)));
}

// The golden files hold blue, green, red.
std::string BgrBytes(const Picture& picture) {
  std::string bytes(picture.rgb.begin(), picture.rgb.end());
  for (std::size_t i = 0; i < bytes.size(); i += 3) std::swap(bytes[i], bytes[i + 2]);
  return bytes;
}

TEST(NetworkInput, SizeFollowsThePublishedRule) {
  SACCADE_NEEDS_DATA(kMicroOps);
  const auto rule = MicroOps().at("resize_shape");
  for (const auto& golden : rule.at("cases")) {
    SCOPED_TRACE(golden.dump());
    const PixelSize in{golden.at("in")[1], golden.at("in")[0]};
    const PixelSize expected{golden.at("out")[1], golden.at("out")[0]};
    EXPECT_EQ(FitShortEdge(in, rule.at("short_edge"), rule.at("max_size")), expected);
  }
}

TEST(NetworkInput, PadsToMultiples) {
  SACCADE_NEEDS_DATA(kMicroOps);
  for (const auto& golden : MicroOps().at("padding")) {
    SCOPED_TRACE(golden.dump());
    const PixelSize expected{golden.at("padded")[1], golden.at("padded")[0]};
    EXPECT_EQ(PadToMultiple({golden.at("in")[1], golden.at("in")[0]}, 32), expected);
  }
}

TEST(NetworkInput, ResizeGivesPillowsBytes) {
  SACCADE_NEEDS_DATA(kMicroOps);
  for (const auto& golden : MicroOps().at("pil_bilinear_u8")) {
    SCOPED_TRACE(golden.at("image").dump() + golden.at("out").dump());
    const Picture in =
        FormulaPicture(golden.at("image")[1], golden.at("image")[0], golden.at("image")[2]);
    const Picture out = ResizeLikePillow(in, {golden.at("out")[1], golden.at("out")[0]});
    EXPECT_EQ(std::accumulate(out.rgb.begin(), out.rgb.end(), std::int64_t{0}), golden.at("sum"));
    const std::string bytes = BgrBytes(out);
    EXPECT_EQ(fmt::format("{:08x}", Crc32(std::as_bytes(std::span(bytes)))), golden.at("crc32"));
  }
}

TEST(NetworkInput, ResizeToTheSameSizeChangesNothing) {
  const Picture picture = FormulaPicture(17, 9, 4);
  EXPECT_EQ(ResizeLikePillow(picture, {17, 9}), picture);
}

TEST(NetworkInput, AOnePixelPictureEnlargesToItsColour) {
  EXPECT_EQ(ResizeLikePillow(Picture(1, 1, {10, 20, 30}), {5, 3}), Picture(5, 3, {10, 20, 30}));
}

TEST(NetworkInput, AVeryLongPictureKeepsAPixel) {
  EXPECT_EQ(FitShortEdge({10000, 1}, 800, 1333), (PixelSize{1333, 1}));
}

}  // namespace
}  // namespace saccade
