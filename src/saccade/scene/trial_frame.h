#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "saccade/formats/json_document.h"
#include "saccade/scene/trial_file.h"

namespace saccade {

// Which frame the coordinates of a JSON file are in. Include it in .cc files only (simdjson).

// Where the file's coordinates lie, measured before a frame is assumed. Broken trials count
// nowhere.
struct Extents {
  std::size_t starts = 0;
  std::size_t starts_beyond_image = 0;
  std::size_t fixations = 0;
  std::size_t fixations_beyond_image = 0;
  std::size_t boxes = 0;
  std::size_t boxes_beyond_image = 0;
  std::size_t screens = 0;  // trials that say theirs
  std::size_t tasks = 0;
};

Extents MeasureExtents(const simdjson::dom::array& trials);

struct FoundFrame {
  Frame frame;
  std::string how;
};

FoundFrame FindFrame(const Extents& extents, const TrialFileOptions& options);

// Throws InputError for the known copy whose boxes stayed at 1680x1050, and for a repair of others.
void CheckBoxesAreInTheFrameOfFixations(const Extents& extents, const std::filesystem::path& path,
                                        bool scale_boxes);

}  // namespace saccade
