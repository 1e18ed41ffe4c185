#include "saccade/beliefs/saliency.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/formats/npy.h"
#include "saccade/image/geometry.h"
#include "saccade/image/picture_file.h"

namespace saccade {
namespace {

using Path = std::filesystem::path;

std::map<std::string, std::size_t, std::less<>> ReadNames(const Path& path) {
  std::map<std::string, std::size_t, std::less<>> rows;
  std::istringstream lines(ReadFile(path));
  std::string line;
  std::size_t row = 0;
  while (std::getline(lines, line)) {
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty()) continue;
    if (!rows.emplace(line, row).second) {
      throw InputError(path, fmt::format("line {}", row + 1), "{} occurs twice", line);
    }
    ++row;
  }
  return rows;
}

Raster<float> MapOf(const Tensor& tensor, const Path& file) {
  if (tensor.shape.size() != 2 || tensor.size() == 0) {
    throw InputError(file, "", "has {} dimensions; a map of rows and columns is expected",
                     tensor.shape.size());
  }
  Raster<float> map(static_cast<int>(tensor.shape[1]), static_cast<int>(tensor.shape[0]));
  map.values = tensor.ToFloat();
  return map;
}

Raster<float> ReadMap(const Path& path) {
  if (path.extension() == ".npy") return MapOf(ReadNpy(path), path);
  const Picture picture = ReadPicture(path);
  Raster<float> map(picture.width, picture.height);
  for (std::size_t i = 0; i < map.values.size(); ++i) {
    const std::uint8_t* rgb = &picture.rgb[3 * i];
    map.values[i] = static_cast<float>(rgb[0] + rgb[1] + rgb[2]) / (3 * 255);
  }
  return map;
}

// To 0..1, the same everywhere in the map.
void Normalise(std::vector<float>& values, const Path& file, std::string_view picture) {
  float highest = 0;
  for (const float value : values) {
    if (!(value >= 0) || std::isinf(value)) {
      throw InputError(file, picture, "saliency {} is not a number of 0 or more", value);
    }
    highest = std::max(highest, value);
  }
  if (highest <= 1) return;
  for (float& value : values) value /= highest;
}

}  // namespace

std::vector<float> SaliencyOnGrid(const Raster<float>& map) {
  const ImageFit fit({static_cast<double>(map.width), static_cast<double>(map.height)});
  std::vector<float> grid(Grid::kCells);
  for (int i = 0; i < Grid::kCells; ++i) {
    const PointInImage corner = Grid::PointOf(Grid::At(i), CellPoint::kCorner);
    const BoxInPhoto area =
        fit.ToPhoto(BoxInImage{corner.x, corner.y, Grid::kCellPixels, Grid::kCellPixels});
    double sum = 0;
    const int last_row = std::min(map.height, static_cast<int>(std::ceil(area.y + area.height)));
    const int last_column = std::min(map.width, static_cast<int>(std::ceil(area.x + area.width)));
    for (int y = std::max(0, static_cast<int>(std::floor(area.y))); y < last_row; ++y) {
      const double height = std::min(y + 1.0, area.y + area.height) - std::max<double>(y, area.y);
      for (int x = std::max(0, static_cast<int>(std::floor(area.x))); x < last_column; ++x) {
        const double width = std::min(x + 1.0, area.x + area.width) - std::max<double>(x, area.x);
        if (width > 0 && height > 0) sum += width * height * map.At(x, y);
      }
    }
    grid[i] = static_cast<float>(sum / (area.width * area.height));
  }
  return grid;
}

void SetSaliency(BeliefLayer& layer, std::span<const float> map) {
  BeliefLayer joined;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    for (const BeliefEntry& entry : layer.At(cell)) {
      if (entry.channel < kSaliencyChannel) joined.entries.push_back(entry);
    }
    if (map[cell] > 0) joined.entries.push_back({kSaliencyChannel, map[cell]});
    joined.offsets[cell + 1] = static_cast<std::uint32_t>(joined.entries.size());
  }
  layer = std::move(joined);
}

SaliencySource SaliencySource::Open(const Path& path, const std::optional<Path>& names) {
  SaliencySource source;
  source.path_ = path;
  if (std::filesystem::is_directory(path)) return source;
  if (!names) {
    throw InputError(path, "", "is one file for all pictures; give the list of their names too");
  }
  source.stack_ = ReadNpy(path);
  source.rows_ = ReadNames(*names);
  const auto& shape = source.stack_.shape;
  if (shape.size() != 3 || shape[1] < 1 || shape[2] < 1) {
    throw InputError(path, "", "has {} dimensions; pictures, rows and columns are expected",
                     shape.size());
  }
  if (static_cast<std::size_t>(shape[0]) != source.rows_.size()) {
    throw InputError(path, "", "has {} maps and {} names {} pictures; they must be equal", shape[0],
                     names->string(), source.rows_.size());
  }
  return source;
}

Path SaliencySource::FileOf(const std::string& picture) const {
  for (const std::string& stem : {Path(picture).stem().string(), picture}) {
    for (const char* ending : {".npy", ".png", ".jpg", ".jpeg"}) {
      Path candidate = path_ / (stem + ending);
      if (std::filesystem::exists(candidate)) return candidate;
    }
  }
  throw InputError(path_, picture, "there is no saliency map: .npy, .png or .jpg is expected");
}

Raster<float> SaliencySource::StackedMap(const std::string& picture) const {
  const auto found = rows_.find(picture);
  if (found == rows_.end()) throw InputError(path_, picture, "the list of names does not have it");
  const std::size_t bytes = stack_.bytes.size() / rows_.size();
  const auto first = stack_.bytes.begin() + static_cast<std::ptrdiff_t>(found->second * bytes);
  const Tensor one{stack_.dtype,
                   {stack_.shape[1], stack_.shape[2]},
                   {first, first + static_cast<std::ptrdiff_t>(bytes)}};
  return MapOf(one, path_);
}

std::uint64_t SaliencySource::ChecksumOf(const std::string& picture) const {
  if (rows_.empty()) return Checksum(ReadFile(FileOf(picture)));
  const Raster<float> map = StackedMap(picture);
  return Checksum(std::as_bytes(std::span(map.values)));
}

std::vector<float> SaliencySource::Load(const std::string& picture) const {
  Raster<float> map = rows_.empty() ? ReadMap(FileOf(picture)) : StackedMap(picture);
  Normalise(map.values, path_, picture);
  return SaliencyOnGrid(map);
}

}  // namespace saccade
