#include "saccade/beliefs/panoptic.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/image/geometry.h"
#include "saccade/image/picture_file.h"
#include "saccade/scene/coco_json.h"

namespace saccade {
namespace {

constexpr int kImageWidth = static_cast<int>(kImageSize.width);
constexpr int kImageHeight = static_cast<int>(kImageSize.height);
constexpr int kPixelsInCell = Grid::kCellPixels * Grid::kCellPixels;

std::vector<PanopticSegment> ReadSegments(const CocoRecord& annotation,
                                          UnknownCategories& unknown) {
  std::vector<PanopticSegment> segments;
  annotation.ForEach("segments_info", [&](const CocoRecord& record) {
    const std::int64_t id = record.Integer("id");
    if (id <= 0 || id >= 1 << 24) record.Refuse("id {} is outside 1..16777215", id);
    segments.push_back({static_cast<std::uint32_t>(id),
                        unknown.ChannelOf(record.Integer("category_id")), record.Score()});
  });
  std::ranges::sort(segments, {}, &PanopticSegment::id);
  const auto twice = std::ranges::adjacent_find(segments, {}, &PanopticSegment::id);
  if (twice != segments.end()) annotation.Refuse("segment id {} occurs twice", twice->id);
  return segments;
}

// Segments by id, with the last one asked for kept: neighbouring pixels mostly share it.
class SegmentLookup {
 public:
  SegmentLookup(std::span<const PanopticSegment> segments, const std::filesystem::path& file)
      : segments_(segments), file_(file) {}

  // Null for void.
  const PanopticSegment* Find(std::uint32_t id) {
    if (id == 0) return nullptr;
    if (last_ != nullptr && last_->id == id) return last_;
    const auto at = std::ranges::lower_bound(segments_, id, {}, &PanopticSegment::id);
    if (at == segments_.end() || at->id != id) {
      throw InputError(file_, "", "shows segment {}, which the annotation does not list", id);
    }
    last_ = &*at;
    return last_;
  }

 private:
  std::span<const PanopticSegment> segments_;
  const std::filesystem::path& file_;
  const PanopticSegment* last_ = nullptr;
};

// What one cell sees of each class.
struct ClassInCell {
  int pixels = 0;
  float highest = 0;  // score
  double sum = 0;     // of scores over pixels
};

class CellCounter {
 public:
  void Add(const PanopticSegment& segment) {
    ClassInCell& seen = classes_[segment.channel];
    if (seen.pixels++ == 0) channels_.push_back(segment.channel);
    seen.highest = std::max(seen.highest, segment.score);
    seen.sum += segment.score;
  }

  // Channels ascending.
  void Emit(DownsampleRule rule, std::vector<BeliefEntry>& entries) {
    std::ranges::sort(channels_);
    if (rule == DownsampleRule::kArea) {
      for (const int channel : channels_) {
        Put(channel, static_cast<float>(classes_[channel].sum / kPixelsInCell), entries);
      }
    } else if (!channels_.empty()) {
      const int most = *std::ranges::max_element(
          channels_, {}, [this](int channel) { return classes_[channel].pixels; });
      int filled = 0;
      for (const int channel : channels_) filled += classes_[channel].pixels;
      if (classes_[most].pixels >= kPixelsInCell - filled) {
        Put(most, classes_[most].highest, entries);
      }
    }
    for (const int channel : channels_) classes_[channel] = {};
    channels_.clear();
  }

  static void Put(int channel, float value, std::vector<BeliefEntry>& entries) {
    if (value > 0) entries.push_back({static_cast<std::uint8_t>(channel), value});
  }

 private:
  std::array<ClassInCell, kBeliefChannels> classes_{};
  std::vector<int> channels_;
};

}  // namespace

PanopticFile ReadPanopticFile(const std::filesystem::path& path) {
  return ParsePanopticFile(ReadFile(path), path);
}

PanopticFile ParsePanopticFile(std::string text, const std::filesystem::path& path) {
  PanopticFile file{path, Checksum(text), {}};
  const JsonDocument document = JsonDocument::Parse(std::move(text), path);
  const CocoRecord root(document);
  std::map<std::int64_t, CocoPicture> pictures = ReadCocoImages(root);
  std::filesystem::path folder = path;
  folder.replace_extension();
  UnknownCategories unknown;
  std::set<std::int64_t> annotated;
  root.ForEach("annotations", [&](const CocoRecord& record) {
    const CocoPicture& picture = PictureOf(record, pictures);
    if (!annotated.insert(picture.id).second) {
      record.Refuse("is a second one for image_id {}", picture.id);
    }
    file.pictures.push_back(
        {picture.name, folder / record.Text("file_name"), ReadSegments(record, unknown)});
  });
  unknown.Check(document);
  if (file.pictures.empty()) throw InputError(path, "annotations", "there are none");
  std::ranges::sort(file.pictures, {}, &PanopticPicture::name);
  return file;
}

void MeasureSegments(const Raster<std::uint32_t>& ids, std::span<PanopticSegment> segments) {
  struct Extent {
    std::int64_t area = 0;
    int left = 1 << 30, top = 1 << 30, right = 0, bottom = 0;
  };
  std::map<std::uint32_t, Extent> extents;
  Extent* extent = nullptr;
  for (int y = 0; y < ids.height; ++y) {
    for (int x = 0; x < ids.width; ++x) {
      const std::uint32_t id = ids.At(x, y);
      if (x == 0 || id != ids.At(x - 1, y)) extent = &extents[id];
      ++extent->area;
      extent->left = std::min(extent->left, x);
      extent->top = std::min(extent->top, y);
      extent->right = std::max(extent->right, x + 1);
      extent->bottom = std::max(extent->bottom, y + 1);
    }
  }
  for (PanopticSegment& segment : segments) {
    const auto found = extents.find(segment.id);
    segment.area = 0;
    segment.box = {};
    if (found == extents.end()) continue;
    const Extent& e = found->second;
    segment.area = e.area;
    segment.box = {static_cast<double>(e.left), static_cast<double>(e.top),
                   static_cast<double>(e.right - e.left), static_cast<double>(e.bottom - e.top)};
  }
}

Raster<std::uint32_t> FitSegments(const Raster<std::uint32_t>& segments) {
  if (segments.width == kImageWidth && segments.height == kImageHeight) return segments;
  const ImageFit fit({static_cast<double>(segments.width), static_cast<double>(segments.height)});
  Raster<std::uint32_t> fitted(kImageWidth, kImageHeight, 0);
  for (int y = 0; y < kImageHeight; ++y) {
    for (int x = 0; x < kImageWidth; ++x) {
      const PointInPhoto p = fit.ToPhoto(PointInImage{x + 0.5, y + 0.5});
      if (p.x < 0 || p.y < 0 || p.x >= segments.width || p.y >= segments.height) continue;
      fitted.At(x, y) = segments.At(static_cast<int>(p.x), static_cast<int>(p.y));
    }
  }
  return fitted;
}

BeliefLayer PanopticLayer(const Raster<std::uint32_t>& ids,
                          std::span<const PanopticSegment> segments,
                          const std::filesystem::path& file, DownsampleRule rule) {
  SegmentLookup lookup(segments, file);
  CellCounter counter;
  BeliefLayer layer;
  for (int i = 0; i < Grid::kCells; ++i) {
    const Cell cell = Grid::At(i);
    const int left = cell.column * Grid::kCellPixels;
    const int top = cell.row * Grid::kCellPixels;
    if (rule == DownsampleRule::kCorner || rule == DownsampleRule::kCenter) {
      const int shift = rule == DownsampleRule::kCenter ? Grid::kCellPixels / 2 : 0;
      const auto* segment = lookup.Find(ids.At(left + shift, top + shift));
      if (segment != nullptr) CellCounter::Put(segment->channel, segment->score, layer.entries);
    } else {
      for (int y = top; y < top + Grid::kCellPixels; ++y) {
        for (int x = left; x < left + Grid::kCellPixels; ++x) {
          if (const auto* segment = lookup.Find(ids.At(x, y))) counter.Add(*segment);
        }
      }
      counter.Emit(rule, layer.entries);
    }
    layer.offsets[i + 1] = static_cast<std::uint32_t>(layer.entries.size());
  }
  return layer;
}

BeliefLayer DecodePanopticLayer(std::span<const std::byte> png, const PanopticPicture& picture,
                                DownsampleRule rule) {
  return PanopticLayer(FitSegments(DecodeSegmentPng(png, picture.png)), picture.segments,
                       picture.png, rule);
}

}  // namespace saccade
