#pragma once

#include <cstdint>
#include <vector>

#include "saccade/base/random.h"
#include "saccade/beliefs/panoptic.h"
#include "saccade/image/picture.h"
#include "saccade/image/raster.h"
#include "saccade/synth/scene.h"

namespace saccade::synth {

struct Parse {
  Raster<std::uint32_t> ids;              // 512x320
  std::vector<PanopticSegment> segments;  // by id
};

enum class Sharpness { kSharp, kBlurred };

// What a panoptic parser makes of a picture, simulated from the truth. It errs as real ones do:
//   - a thing is found with a probability that grows with its size (square root of its visible
//   area)
//     and its contrast (colour against what is around it); the blurred picture needs some three
//     times the size. Of what is not found, half is still proposed, with a score of .1 to .2; the
//     rest is taken for what is around it;
//   - the score grows with the same evidence: .5 to .99 sharp, .2 to .95 blurred;
//   - a thing that is found may be taken for one that looks alike (Lookalikes), seldom sharp, often
//     when blurred and small; nothing is found twice;
//   - borders are displaced by a smooth random field (about 1 pixel sharp, 4 blurred); blurred
//     regions also lose what is thinner than a few pixels;
//   - stuff is one region a class; regions under 256 pixels (1,024 blurred) are taken for what is
//     around them, and similar stuff is confused at times when blurred.
Parse ParsePicture(const SearchScene& scene, const Picture& picture, Sharpness sharpness,
                   Random& random);

// The classes that a thing is easily taken for: {bowl, bottle, ...} for a cup.
std::vector<int> Lookalikes(int channel);

// The evidence that a parser has for a thing: 0 none .. 1 all. `side` is the square root of the
// visible area in pixels, `contrast` the mean colour difference to its surroundings, 0..1.
double Evidence(double side, double contrast, Sharpness sharpness);

}  // namespace saccade::synth
