#include "saccade/scene/trial_frame.h"

#include <algorithm>
#include <vector>

#include "saccade/base/error.h"
#include "saccade/scene/trial_fields.h"

namespace saccade {
namespace {

std::vector<double> NumbersOrNone(TrialFields& fields, const char* field) {
  std::vector<double> numbers;
  try {
    fields.Numbers(field, numbers);
  } catch (const BadTrial&) {
    numbers.clear();
  }
  return numbers;
}

bool Most(std::size_t part, std::size_t whole) { return 2 * part > whole; }

// Searches start at the centre: (840, 525) on the display, beyond the whole image frame. So one
// trial is enough to tell, and a few fixations off the screen change nothing. Scanpaths that start
// elsewhere are told by where most of their fixations lie, files without scanpaths by their boxes.
Frame FrameOfFixations(const Extents& extents) {
  if (extents.fixations == 0) {
    return Most(extents.boxes_beyond_image, extents.boxes) ? Frame::kDisplay : Frame::kImage;
  }
  return Most(extents.starts_beyond_image, extents.starts) ||
                 Most(extents.fixations_beyond_image, extents.fixations)
             ? Frame::kDisplay
             : Frame::kImage;
}

}  // namespace

Extents MeasureExtents(const simdjson::dom::array& trials) {
  Extents extents;
  for (const simdjson::dom::element value : trials) {
    simdjson::dom::object object_;
    if (value.get_object().get(object_) != simdjson::SUCCESS) continue;
    TrialFields fields(object_);
    const std::vector<double> x = NumbersOrNone(fields, "X");
    const std::vector<double> y = NumbersOrNone(fields, "Y");
    for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
      const bool beyond = x[i] > kImageSize.width || y[i] > kImageSize.height;
      extents.fixations += 1;
      extents.fixations_beyond_image += beyond;
      extents.starts += i == 0;
      extents.starts_beyond_image += i == 0 && beyond;
    }
    extents.screens += fields.Has("screen");
    extents.tasks += fields.Has("task");
    const std::vector<double> box = NumbersOrNone(fields, "bbox");
    if (box.size() != 4) continue;
    extents.boxes += 1;
    extents.boxes_beyond_image += box[0] + box[2] > kImageSize.width + kBoxTolerance ||
                                  box[1] + box[3] > kImageSize.height + kBoxTolerance;
  }
  return extents;
}

FoundFrame FindFrame(const Extents& extents, const TrialFileOptions& options) {
  if (extents.screens > 0) return {Frame::kScreen, "each trial names its screen"};
  if (options.screen == kDisplaySize) return {Frame::kDisplay, "given"};
  if (options.screen == kImageSize) return {Frame::kImage, "given"};
  if (options.screen) return {Frame::kScreen, "given"};
  if (options.frame) return {*options.frame, "given"};
  return {FrameOfFixations(extents),
          extents.fixations > 0 ? "found from where scanpaths lie" : "found from where boxes lie"};
}

void CheckBoxesAreInTheFrameOfFixations(const Extents& extents, const std::filesystem::path& path,
                                        bool scale_boxes) {
  const bool unscaled = extents.fixations > 0 && FrameOfFixations(extents) == Frame::kImage &&
                        Most(extents.boxes_beyond_image, extents.boxes);
  if (unscaled && !scale_boxes) {
    throw InputError(path, "",
                     "fixations are at 512x320 and boxes were left at 1680x1050 ({} of {} do not "
                     "fit 512x320); repair it with: saccade dataset convert {} --scale-boxes --out "
                     "FIXED.json",
                     extents.boxes_beyond_image, extents.boxes, path.string());
  }
  if (!unscaled && scale_boxes) {
    throw InputError(path, "",
                     "boxes and fixations are in the same frame; leave out --scale-boxes");
  }
}

}  // namespace saccade
