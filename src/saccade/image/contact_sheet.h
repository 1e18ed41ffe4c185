#pragma once

#include <span>
#include <string>

#include "saccade/image/picture.h"

namespace saccade {

// Many pictures on one page, in rows, each with a line of text below it.
struct Tile {
  Picture picture = {};
  std::string caption = {};
};

struct ContactSheetOptions {
  int columns = 4;
  // Pictures are shrunk or enlarged to this width, aspect kept, and to this height at most.
  int tile_width = 384;
  int tile_height = 288;
  int gap = 14;
  double text_size = 14;
  std::string title = {};  // may be empty
};

// Rows are as high as their highest picture. Captions that are too long are cut with "...".
Picture ContactSheet(std::span<const Tile> tiles, const ContactSheetOptions& options = {});

}  // namespace saccade
