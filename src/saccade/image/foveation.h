#pragma once

#include <span>
#include <vector>

#include "saccade/image/picture.h"
#include "saccade/image/raster.h"
#include "saccade/scene/frame.h"

namespace saccade {

// The cumulative foveated image (CFI), the paper's alternative to DCB (appendix, "Comparing
// different state representations"; Zelinsky et al. 2019): a picture that is sharp where people
// have looked and the more blurred the farther from there.

// What the eye resolves, after Geisler & Perry, "A real-time foveated multiresolution system for
// low-bandwidth video communication" (1998), whose values Perry & Geisler, "Gaze-contingent
// real-time simulation of arbitrary visual fields" (2002), use: the contrast that is just seen at
// spatial frequency f (cycles per degree) and eccentricity e (degrees) is
//   CT(f, e) = CT0 exp(alpha f (e + e2) / e2).
struct FoveationOptions {
  double minimal_contrast_threshold = 1.0 / 64;  // CT0
  double frequency_decay = 0.106;                // alpha
  double half_resolution_eccentricity = 2.3;     // e2, degrees

  // Pixels of the picture that one degree of visual angle covers; 0: as on the paper's display
  // (PixelsPerDegree of the picture's width).
  double pixels_per_degree = 0;

  // Number of pyramid levels, the picture included; each holds half the frequencies of the last.
  int levels = 6;

  // Throws InputError when a value makes no sense.
  void Check() const;
};

// For a picture shown over the whole width of the paper's monitor: 22 inch, 16:10, seen from 47 cm
// (appendix, "Gaze data collection procedure"), hence 53.5 degrees wide. 31.4 at 1680 pixels, 9.6
// at 512. The mean over the screen, as usual in the field; at its centre a degree is 7% narrower.
double PixelsPerDegree(double picture_width);

// The highest frequency that is seen at all (CT = 1) at an eccentricity, in cycles per degree.
double CutoffFrequency(double eccentricity_degrees, const FoveationOptions& options = {});

// Grows with every fixation; a pixel keeps the sharpest it was ever seen.
//   CumulativeFoveation cfi(picture);
//   cfi.Fixate({256, 160});
//   WritePng("after_first.png", cfi.Render());
class CumulativeFoveation {
 public:
  explicit CumulativeFoveation(const Picture& picture, const FoveationOptions& options = {});

  // `point` in the picture's own pixels; it may lie outside.
  void Fixate(const PointInPhoto& point);

  // What has been seen so far. Before the first fixation: the last level everywhere.
  Picture Render() const;

  // The pyramid level that each pixel is seen at, 0 = sharp; between whole levels two are mixed.
  const Raster<float>& levels() const { return levels_; }

 private:
  FoveationOptions options_;
  std::vector<Picture> pyramid_;  // every level at the picture's size
  Raster<float> levels_;
};

// The CFI after all these fixations.
Picture Foveate(const Picture& picture, std::span<const PointInPhoto> fixations,
                const FoveationOptions& options = {});

}  // namespace saccade
