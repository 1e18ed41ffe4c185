#include "saccade/beliefs/boxes.h"

#include <algorithm>
#include <cmath>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/image/geometry.h"
#include "saccade/scene/coco_json.h"

namespace saccade {
namespace {

using Path = std::filesystem::path;

// The share of a cell that a box covers, as the rule sees it.
double Coverage(const BoxInImage& box, Cell cell, DownsampleRule rule) {
  const PointInImage corner = Grid::PointOf(cell, CellPoint::kCorner);
  if (rule == DownsampleRule::kCorner || rule == DownsampleRule::kCenter) {
    const PointInImage p =
        rule == DownsampleRule::kCorner ? corner : Grid::PointOf(cell, CellPoint::kCenter);
    const bool inside =
        box.x <= p.x && p.x < box.x + box.width && box.y <= p.y && p.y < box.y + box.height;
    return inside ? 1 : 0;
  }
  const double width =
      std::min(box.x + box.width, corner.x + Grid::kCellPixels) - std::max(box.x, corner.x);
  const double height =
      std::min(box.y + box.height, corner.y + Grid::kCellPixels) - std::max(box.y, corner.y);
  if (width <= 0 || height <= 0) return 0;
  const double share = width * height / (Grid::kCellPixels * Grid::kCellPixels);
  return rule == DownsampleRule::kArea ? share : (share >= 0.5 ? 1 : 0);
}

}  // namespace

BoxFile ReadBoxFile(const Path& instances, const std::optional<Path>& detections) {
  std::string text = ReadFile(instances);
  BoxFile file{instances, Checksum(text), {}};
  const JsonDocument document = JsonDocument::Parse(std::move(text), instances);
  const CocoRecord root(document);
  std::map<std::int64_t, CocoPicture> pictures = ReadCocoImages(root);
  std::map<std::int64_t, std::vector<ScoredBox>> boxes;
  UnknownCategories unknown;
  const auto add = [&](const CocoRecord& record) {
    const CocoPicture& picture = PictureOf(record, pictures);
    const BoxInImage box = ImageFit(picture.size).FromPhoto(record.Box("bbox"));
    boxes[picture.id].push_back(
        {box, unknown.ChannelOf(record.Integer("category_id")), record.Score()});
  };
  if (detections) {
    std::string list = ReadFile(*detections);
    file.checksum ^= 31 * Checksum(list);
    const JsonDocument results = JsonDocument::Parse(std::move(list), *detections);
    CocoRecord(results).ForEach("", add);
    unknown.Check(results);
  } else {
    root.ForEach("annotations", add);
    unknown.Check(document);
  }
  if (pictures.empty()) throw InputError(instances, "images", "there are none");
  for (auto& [id, picture] : pictures) {
    file.pictures.push_back({std::move(picture.name), std::move(boxes[id])});
  }
  std::ranges::sort(file.pictures, {}, &BoxedPicture::name);
  return file;
}

BeliefLayer BoxLayer(const std::vector<ScoredBox>& boxes, DownsampleRule rule) {
  std::vector<float> dense(kBeliefChannels * Grid::kCells, 0.0f);
  const auto first_cell = [](double pixel, int cells) {
    return static_cast<int>(std::clamp(std::floor(pixel / Grid::kCellPixels), 0.0, cells - 1.0));
  };
  for (const ScoredBox& scored : boxes) {
    const BoxInImage& box = scored.box;
    const int last_row = first_cell(box.y + box.height, Grid::kRows);
    const int last_column = first_cell(box.x + box.width, Grid::kColumns);
    for (int row = first_cell(box.y, Grid::kRows); row <= last_row; ++row) {
      for (int column = first_cell(box.x, Grid::kColumns); column <= last_column; ++column) {
        const Cell cell{column, row};
        float& value = dense[scored.channel * Grid::kCells + Grid::Index(cell)];
        value = std::max(value, static_cast<float>(Coverage(box, cell, rule) * scored.score));
      }
    }
  }
  return SparseFromDense(dense);
}

}  // namespace saccade
