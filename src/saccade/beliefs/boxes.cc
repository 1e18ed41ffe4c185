#include "saccade/beliefs/boxes.h"

#include <algorithm>
#include <cmath>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/beliefs/coco_json.h"
#include "saccade/image/geometry.h"

namespace saccade {
namespace {

using Path = std::filesystem::path;

struct PictureBoxes {
  ImageFit fit;
  BoxedPicture picture;
};
using PicturesById = std::map<std::int64_t, PictureBoxes>;

void AddBox(const CocoRecord& record, PicturesById& pictures, UnknownCategories& unknown) {
  const auto found = pictures.find(record.Integer("image_id"));
  if (found == pictures.end()) {
    record.Refuse("image_id {} is not in \"images\"", record.Integer("image_id"));
  }
  const double score = record.Has("score") ? record.Number("score") : 1.0;
  if (score < 0 || score > 1) record.Refuse("score {} is outside 0..1", score);
  const int channel = unknown.ChannelOf(record.Integer("category_id"));
  const BoxInImage box = found->second.fit.FromPhoto(record.Box("bbox"));
  found->second.picture.boxes.push_back({box, channel, static_cast<float>(score)});
}

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
  const CocoRecord root{document, document.root(), ""};
  PicturesById pictures;
  for (auto& [id, image] : ReadCocoImages(root)) {
    pictures.emplace(id, PictureBoxes{ImageFit(image.size), {image.name, {}}});
  }
  UnknownCategories unknown;
  int index = 0;
  if (detections) {
    std::string list = ReadFile(*detections);
    file.checksum ^= 31 * Checksum(list);
    const JsonDocument results = JsonDocument::Parse(std::move(list), *detections);
    if (!results.root().is_array()) {
      throw InputError(*detections, "", "is {}; a list of detections is expected",
                       KindOf(results.root()));
    }
    for (const simdjson::dom::element item : simdjson::dom::array(results.root())) {
      AddBox({results, item, fmt::format("detection {}", index++)}, pictures, unknown);
    }
    unknown.Check(results);
  } else {
    for (const simdjson::dom::element item : root.Array("annotations")) {
      AddBox(root.Item(item, fmt::format("annotation {}", index++)), pictures, unknown);
    }
    unknown.Check(document);
  }
  if (pictures.empty()) throw InputError(instances, "images", "there are none");
  for (auto& [id, entry] : pictures) file.pictures.push_back(std::move(entry.picture));
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
