#include "saccade/image/contact_sheet.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "saccade/image/canvas.h"
#include "saccade/image/figure_style.h"
#include "saccade/image/resize.h"
#include "saccade/image/text.h"

namespace saccade {
namespace {

Picture Shrunk(const Picture& picture, const ContactSheetOptions& options) {
  if (picture.width == 0 || picture.height == 0) return picture;
  const double scale = std::min(static_cast<double>(options.tile_width) / picture.width,
                                static_cast<double>(options.tile_height) / picture.height);
  return Resize(picture, std::max(1, static_cast<int>(std::lround(picture.width * scale))),
                std::max(1, static_cast<int>(std::lround(picture.height * scale))));
}

}  // namespace

Picture ContactSheet(std::span<const Tile> tiles, const ContactSheetOptions& options) {
  const int columns = std::clamp(static_cast<int>(tiles.size()), 1, std::max(1, options.columns));
  const int rows = (static_cast<int>(tiles.size()) + columns - 1) / columns;
  std::vector<Picture> small;
  for (const Tile& tile : tiles) small.push_back(Shrunk(tile.picture, options));
  std::vector<int> row_heights(rows);
  bool captions = false;
  for (std::size_t i = 0; i < small.size(); ++i) {
    int& height = row_heights[i / columns];
    height = std::max(height, small[i].height);
    captions = captions || !tiles[i].caption.empty();
  }
  const int caption = captions ? static_cast<int>(1.8 * options.text_size) : 0;
  const int title = options.title.empty() ? 0 : static_cast<int>(2.2 * options.text_size);

  int height = options.gap + title;
  for (const int row : row_heights) height += row + caption + options.gap;
  Picture sheet(options.gap + columns * (options.tile_width + options.gap), height, kPaper);
  if (title > 0) {
    const double size = 1.25 * options.text_size;
    DrawText(sheet, ShortenText(options.title, size, sheet.width - 2 * options.gap),
             {double(options.gap), options.gap + title / 2.0 - 0.3 * options.text_size},
             {.size = size, .color = kInk, .bold = true, .anchor = TextAnchor::kMiddle});
  }
  int top = options.gap + title;
  for (std::size_t i = 0; i < small.size(); ++i) {
    const int column = static_cast<int>(i) % columns;
    const int row = static_cast<int>(i) / columns;
    if (column == 0 && row > 0) top += row_heights[row - 1] + caption + options.gap;
    const int left = options.gap + column * (options.tile_width + options.gap);
    Paste(sheet, small[i], left + (options.tile_width - small[i].width) / 2, top);
    DrawText(sheet, ShortenText(tiles[i].caption, options.text_size, options.tile_width),
             {left + options.tile_width / 2.0, top + row_heights[row] + 0.95 * options.text_size},
             {.size = options.text_size,
              .color = kInk,
              .align = TextAlign::kCenter,
              .anchor = TextAnchor::kMiddle});
  }
  return sheet;
}

}  // namespace saccade
