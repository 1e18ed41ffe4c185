#include "saccade/capi/boundary.h"
#include "saccade/capi/handles.h"
#include "saccade/capi/pixels.h"
#include "saccade/image/scanpath_drawing.h"

using namespace saccade;
using namespace saccade::capi;

int saccade_draw(saccade_pixels* pixels, const saccade_path* paths, size_t count,
                 const double* target, const char* options) {
  return Guard([&] {
    ScanpathFigure figure;
    figure.legend = false;  // it would make the picture higher
    OptionList list;
    list.Add("numbers", figure.numbers, "Fixations carry their numbers")
        .Add("size", figure.size, {kAboveZero, 100}, "Of lines, circles and texts");
    Read(options, list);
    for (std::size_t i = 0; i < count; ++i) {
      figure.scanpaths.push_back(
          {.scanpath = ScanpathOf<Frame::kPhoto>((&Need(paths, "paths"))[i], "paths"),
           .color = ScanpathColor(i)});
    }
    if (target != nullptr) figure.target = BoxInPhoto{target[0], target[1], target[2], target[3]};
    const Picture drawn = DrawScanpaths(PictureOf(Need(pixels, "pixels")), figure);
    const std::size_t row = std::size_t{3} * static_cast<std::size_t>(drawn.width);
    for (int y = 0; y < drawn.height; ++y) {
      std::copy_n(drawn.At(0, y), row, pixels->rgb + static_cast<std::size_t>(y) * pixels->stride);
    }
  });
}
