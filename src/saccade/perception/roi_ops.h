#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace saccade {

// The region operators of Panoptic-FPN: boxes, non-maximum suppression, ROIAlign, mask paste. Float
// throughout, in the order of operations of the published network, so that results agree with it to
// rounding.

// Continuous pixel coordinates: width = x2 - x1, no "+ 1" anywhere. Which pixels (network input or
// output picture) is said where a box is passed.
struct CornerBox {
  float x1 = 0, y1 = 0, x2 = 0, y2 = 0;

  bool operator==(const CornerBox&) const = default;
  float Width() const { return x2 - x1; }
  float Height() const { return y2 - y1; }
  float Area() const { return Width() * Height(); }
};

// Applies (dx, dy, dw, dh), divided by `weights`, to a box. dw and dh are clamped from above only,
// at ln(1000 / 16), so that exp stays finite.
CornerBox DecodeBox(const CornerBox& box, const float* deltas, const std::array<float, 4>& weights);

CornerBox ClipBox(const CornerBox& box, float width, float height);
bool IsFinite(const CornerBox& box);

// Pyramid level 2..5 from which a box of the network's frame is pooled (224 pixels: level 4).
int PoolLevel(const CornerBox& box_in_network);

// Intersection over union; 0/0 is not a number, as upstream has it, and suppresses nothing.
float BoxIou(const CornerBox& a, const CornerBox& b);

// Indices of the boxes kept, best first; ties go to the lower index. A kept box suppresses every
// later one whose IoU is strictly over the threshold.
std::vector<int> Nms(std::span<const CornerBox> boxes, std::span<const float> scores,
                     double threshold);

// The same within groups (classes or pyramid levels) that do not interact. Up to 1000 boxes
// upstream shifts each group out of the others' way instead of looping, which costs the shifted
// coordinates some bits; the same split is made here, to agree to the last box.
std::vector<int> BatchedNms(std::span<const CornerBox> boxes, std::span<const float> scores,
                            std::span<const int> groups, double threshold);

// One level of the pyramid, channels last: value(y, x, c) = data[(y * width + x) * channels + c].
struct FeatureMap {
  const float* data = nullptr;
  int height = 0;
  int width = 0;
  int channels = 0;
};

// ROIAlign, "aligned", with adaptive sampling. `scale` takes the box into the map's pixels. Writes
// size * size * channels values, channels last, to `out`.
void RoiAlign(const FeatureMap& map, float scale, const CornerBox& box, int size, float* out);

// A mask in the part of a picture that can be non-zero.
struct PastedMask {
  int x = 0, y = 0;  // of the window's first pixel in the picture
  int width = 0, height = 0;
  std::vector<std::uint8_t> inside;  // width * height, 1 inside the object

  std::int64_t Area() const;
};

// Samples a size x size map of probabilities over `box_in_picture` bilinearly (zero outside the
// map) and keeps pixels of at least `threshold`.
PastedMask PasteMask(std::span<const float> probabilities, int size,
                     const CornerBox& box_in_picture, int picture_width, int picture_height,
                     float threshold = 0.5f);

}  // namespace saccade
