#include "saccade/app/fixation_maps.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <regex>
#include <span>
#include <stdexcept>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/base/json.h"

namespace saccade::app {
namespace {

constexpr char kIndexName[] = "maps.json";
constexpr char kArrayName[] = "maps.npy";
constexpr std::string_view kMagic = "\x93NUMPY";

std::string NpyHeader(std::size_t maps, int rows, int columns) {
  std::string header = fmt::format(
      "{{'descr': '<f4', 'fortran_order': False, 'shape': ({}, {}, {}), }}", maps, rows, columns);
  // Values start at a multiple of 64; the header ends in a newline.
  constexpr std::size_t kFixedPart = 10;
  header.append(63 - (kFixedPart + header.size()) % 64, ' ');
  header += '\n';
  std::string bytes(kMagic);
  bytes += {'\x01', '\x00', static_cast<char>(header.size() & 0xFF),
            static_cast<char>(header.size() >> 8)};
  return bytes + header;
}

}  // namespace

FixationMaps::FixationMaps(const std::filesystem::path& folder) : origin_(folder / kArrayName) {
  file_.emplace(origin_);
  ReadIndex(folder / kIndexName);
  ReadHeader();
}

FixationMaps::FixationMaps(MapArray array, const std::string& name)
    : origin_(name),
      in_memory_(std::move(array.values)),
      values_(reinterpret_cast<const std::byte*>(in_memory_.data())),
      rows_(static_cast<std::size_t>(array.rows)),
      columns_(static_cast<std::size_t>(array.columns)) {
  for (MapKey& key : array.keys) AddKey(std::move(key), origin_);
  CheckShape(origin_);
  if (in_memory_.size() != index_.size() * rows_ * columns_) {
    throw InputError(origin_, "", "have {} values; {} of {}x{} have {}", in_memory_.size(),
                     index_.size(), rows_, columns_, index_.size() * rows_ * columns_);
  }
}

void FixationMaps::AddKey(MapKey key, const std::filesystem::path& path) {
  const std::size_t place = index_.size();
  if (!index_.emplace(std::move(key), place).second) {
    throw InputError(path, fmt::format("map {}", place), "stands here for the second time");
  }
}

void FixationMaps::CheckShape(const std::filesystem::path& path) const {
  if (!(rows_ == 20 && columns_ == 32) && !(rows_ == 320 && columns_ == 512)) {
    throw InputError(path, "", "maps have {} rows x {} columns; 20x32 or 320x512 are expected",
                     rows_, columns_);
  }
}

void FixationMaps::ReadIndex(const std::filesystem::path& path) {
  try {
    const nlohmann::json json = ReadJson(path);
    rows_ = json.at("rows");
    columns_ = json.at("columns");
    for (const nlohmann::json& entry : json.at("maps")) {
      AddKey({entry.at("task"), entry.at("name"), entry.at("subject"), entry.at("step")}, path);
    }
  } catch (const nlohmann::json::exception& error) {
    throw InputError(path, "", "is no index of maps ({}); see docs/metrics/conditional.md",
                     error.what());
  }
  CheckShape(path);
}

void FixationMaps::ReadHeader() {
  const std::filesystem::path& path = origin_;
  const auto bytes = file_->bytes();
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  constexpr std::size_t kLongestHeader = 4096;
  if (!text.starts_with(kMagic) || text.size() < 12) throw InputError(path, "", "is no .npy file");
  const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(bytes[i]); };
  const bool first_version = byte(6) == 1;
  const std::size_t begin = first_version ? 10 : 12;
  const std::size_t length = first_version
                                 ? byte(8) | byte(9) << 8
                                 : byte(8) | byte(9) << 8 | byte(10) << 16 | byte(11) << 24;
  if (length > kLongestHeader || begin + length > text.size()) {
    throw InputError(path, "", "has a broken .npy header");
  }
  const std::string header(text.substr(begin, length));
  std::smatch type, shape;
  static const std::regex kType("'descr': *'<f([48])'");
  static const std::regex kShape(R"('shape': *\((\d{1,12}), *(\d{1,12}), *(\d{1,12}),?\))");
  if (!std::regex_search(header, type, kType) || !std::regex_search(header, shape, kShape) ||
      header.find("'fortran_order': False") == std::string::npos) {
    throw InputError(path, "", "float32 or float64 [maps, rows, columns] in C order is expected");
  }
  double_precision_ = type[1] == "8";
  values_ = bytes.data() + begin + length;
  if (std::stoull(shape[1]) != index_.size() || std::stoull(shape[2]) != rows_ ||
      std::stoull(shape[3]) != columns_) {
    throw InputError(path, "", "has shape ({}, {}, {}); {} describes ({}, {}, {})", shape[1].str(),
                     shape[2].str(), shape[3].str(), kIndexName, index_.size(), rows_, columns_);
  }
  const std::size_t expected =
      begin + length + index_.size() * rows_ * columns_ * (double_precision_ ? 8 : 4);
  if (text.size() < expected) {
    throw InputError(path, "", "ends after {} bytes; {} are expected", text.size(), expected);
  }
}

std::vector<double> FixationMaps::Find(const MapKey& key) const {
  const auto found = index_.find(key);
  if (found == index_.end()) return {};
  std::vector<double> map(rows_ * columns_);
  const std::size_t first = found->second * map.size();
  double sum = 0;
  bool valid = true;
  for (std::size_t i = 0; i < map.size(); ++i) {
    if (double_precision_) {
      std::memcpy(&map[i], values_ + 8 * (first + i), 8);
    } else {
      float value = 0;
      std::memcpy(&value, values_ + 4 * (first + i), 4);
      map[i] = value;
    }
    valid = valid && map[i] >= 0;  // false for NaN
    sum += map[i];
  }
  constexpr double kTolerance = 1e-3;  // float32 sums of 163,840 pixels
  if (!valid || !(std::abs(sum - 1) < kTolerance)) {
    throw InputError(origin_, fmt::format("map {}", found->second),
                     "sums to {}{}; probabilities that sum to 1 are expected", sum,
                     valid ? "" : " and has negative or undefined values");
  }
  return map;
}

void WriteMaps(const std::filesystem::path& folder, const MapArray& maps) {
  const auto cells = static_cast<std::size_t>(maps.rows) * static_cast<std::size_t>(maps.columns);
  if (maps.values.size() != maps.keys.size() * cells) {
    throw std::invalid_argument("WriteMaps: values must be keys x rows x columns");
  }
  nlohmann::ordered_json entries = nlohmann::ordered_json::array();
  for (const MapKey& key : maps.keys) {
    entries.push_back(
        {{"task", key.task}, {"name", key.name}, {"subject", key.subject}, {"step", key.step}});
  }
  std::filesystem::create_directories(folder);
  AtomicFile array(folder / kArrayName);
  array.Write(NpyHeader(maps.keys.size(), maps.rows, maps.columns));
  array.Write(std::as_bytes(std::span(maps.values)));
  array.Commit();
  const nlohmann::ordered_json index = {
      {"rows", maps.rows}, {"columns", maps.columns}, {"maps", std::move(entries)}};
  WriteFileAtomically(folder / kIndexName, index.dump() + "\n");
}

}  // namespace saccade::app
