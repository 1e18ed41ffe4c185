#include "saccade/study/played_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <span>

#include "saccade/beliefs/belief_state.h"
#include "saccade/image/colormap.h"
#include "saccade/image/geometry.h"
#include "saccade/image/text.h"
#include "saccade/search/stand_in.h"
#include "saccade/study/map_figure.h"

namespace saccade {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr char kNone = '.';
constexpr int kLevels = static_cast<int>(kAlphabet.size());

std::string Hex(Color color) {
  return fmt::format("#{:02x}{:02x}{:02x}", color.r, color.g, color.b);
}

// A tenth of a pixel is more than a screen shows.
double Short(double value) { return std::round(value * 10) / 10; }

char Level(double share) {
  const int level = static_cast<int>(std::lround(share * (kLevels - 1)));
  return kAlphabet[static_cast<std::size_t>(std::clamp(level, 0, kLevels - 1))];
}

std::string Levels(std::span<const float> values, double low, double high) {
  std::string cells;
  for (const double value : values) {
    cells += Level(high > low && std::isfinite(value) ? (value - low) / (high - low) : 0);
  }
  return cells;
}

// Square roots: the peak would leave everything else dark.
Json NextMap(std::span<const double> probabilities) {
  const double most = std::ranges::max(probabilities);
  std::vector<float> roots;
  for (const double p : probabilities) roots.push_back(static_cast<float>(std::sqrt(p)));
  return {{"cells", Levels(roots, 0, std::sqrt(most))},
          {"low", "0%"},
          {"high", fmt::format("{:.1f}%", 100 * most)}};
}

Json RewardLevels(std::span<const double> reward) {
  std::vector<float> values(reward.begin(), reward.end());
  RaiseLowestTenth(values);
  const auto [low, high] = std::ranges::minmax(values);
  return {{"cells", Levels(values, low, high)},
          {"low", fmt::format("{:.2f} or less", low)},
          {"high", fmt::format("{:.2f}", high)}};
}

// The class that is believed most in a cell, or -1.
int ClassAt(const BeliefLayer& layer, int cell) {
  int channel = -1;
  float most = 0;
  for (const BeliefEntry& entry : layer.At(cell)) {
    if (entry.channel >= kBeliefChannels || entry.value <= most) continue;
    channel = entry.channel;
    most = entry.value;
  }
  return channel;
}

// The classes of either layer, the most frequent first; as many as there are letters.
std::vector<int> ClassesIn(const PictureBeliefs& beliefs) {
  std::map<int, int> cells;
  for (const BeliefLayer* layer : {&beliefs.sharp, &beliefs.blurred}) {
    for (int cell = 0; cell < Grid::kCells; ++cell) ++cells[ClassAt(*layer, cell)];
  }
  cells.erase(-1);
  std::vector<int> channels;
  for (const auto& [channel, count] : cells) channels.push_back(channel);
  std::ranges::stable_sort(channels, std::ranges::greater{},
                           [&](int channel) { return cells.at(channel); });
  if (channels.size() > kLevels) channels.resize(kLevels);
  return channels;
}

std::string ClassCells(const BeliefLayer& layer, const std::vector<int>& classes) {
  std::string cells;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    const auto place = std::ranges::find(classes, ClassAt(layer, cell));
    cells += place == classes.end() ? kNone
                                    : kAlphabet[static_cast<std::size_t>(place - classes.begin())];
  }
  return cells;
}

std::string TargetCells(const BeliefLayer& layer, int channel) {
  std::string cells;
  for (int cell = 0; cell < Grid::kCells; ++cell) cells += Level(layer.Value(cell, channel));
  return cells;
}

Json BeliefsJson(const LayerSource& source) {
  const int task = ChannelOfTask(source.search.task);
  const int target = source.thing.value_or(task);
  const PictureBeliefs beliefs = Exchanged(source.search.Beliefs(), target, task);
  const std::vector<int> classes = ClassesIn(beliefs);
  Json named = Json::array();
  for (std::size_t i = 0; i < classes.size(); ++i) {
    named.push_back({{"name", Categories()[static_cast<std::size_t>(classes[i])].name},
                     {"color", Hex(ClassColor(static_cast<int>(i)))}});
  }
  return {{"classes", named},
          {"sharp", ClassCells(beliefs.sharp, classes)},
          {"blurred", ClassCells(beliefs.blurred, classes)},
          {"targetSharp", TargetCells(beliefs.sharp, target)},
          {"targetBlurred", TargetCells(beliefs.blurred, target)}};
}

// A search starts at the centre, wherever its first fixation was recorded; a look outside the
// picture shows nothing.
std::vector<std::optional<Cell>> CellsOf(const ScanpathInImage& scanpath) {
  std::vector<std::optional<Cell>> cells;
  for (const auto& fixation : scanpath) cells.push_back(Grid::CellOf(fixation.point));
  if (!cells.empty()) cells.front() = Grid::Center();
  return cells;
}

void AddLayers(const ScanpathInImage& scanpath, const LayerSource& source, Json& track) {
  Json seen = Json::array(), next = Json::array(), reward = Json::array();
  std::vector<Cell> past;
  CellSet before;
  std::optional<BeliefState> state;
  if (!source.search.variants.empty()) state.emplace(source.search.Beliefs());
  for (const std::optional<Cell>& cell : CellsOf(scanpath)) {
    if (cell) past.push_back(*cell);
    if (cell && state) state->Fixate(*cell);
    if (state) {
      Json& cells = seen.emplace_back(Json::array());
      (state->revealed() - before).ForEach([&](int index) { cells.push_back(index); });
      before = state->revealed();
    }
    const auto foreseen = source.model.NextFixation(source.search, past);
    if (foreseen.size() == Grid::kCells) next.push_back(NextMap(foreseen));
    const auto worth = source.model.RewardMap(source.search, past);
    if (worth.size() == Grid::kCells) reward.push_back(RewardLevels(worth));
  }
  if (state) track["seen"] = seen;
  if (next.size() == scanpath.size()) track["next"] = next;
  if (reward.size() == scanpath.size()) track["reward"] = reward;
}

Json TrackJson(const PlayedTrack& track, const ImageFit& fit, const LayerSource* layers) {
  Json points = Json::array();
  for (const auto& [at, ms] : fit.ToPhoto(track.scanpath)) {
    points.push_back({Short(at.x), Short(at.y), Short(ms)});
  }
  Json scores = Json::object();
  for (const auto& [name, value] : track.scores) scores[name] = std::round(value * 1000) / 1000;
  Json json = {{"who", track.who}, {"points", points}, {"found", track.found}, {"scores", scores}};
  if (track.in_sight) json["inSight"] = true;
  if (layers && track.with_layers && !track.scanpath.empty()) {
    AddLayers(track.scanpath, *layers, json);
  }
  return json;
}

Json BoxJson(const BoxInPhoto& box) {
  return {Short(box.x), Short(box.y), Short(box.width), Short(box.height)};
}

}  // namespace

Json ToJson(const PlayedSearch& search, const LayerSource* layers) {
  constexpr std::array kKinds = {"people", "random", "model"};
  const ImageFit fit(search.photo);
  Json rows = Json::array();
  for (const PlayedRow& row : search.rows) {
    Json tracks = Json::array();
    for (const PlayedTrack& track : row.tracks) tracks.push_back(TrackJson(track, fit, layers));
    Json json = {{"name", row.name},
                 {"kind", kKinds[static_cast<std::size_t>(row.kind)]},
                 {"color", Hex(row.color)},
                 {"ink", Hex(ContrastingColor(row.color))},
                 {"tracks", tracks}};
    if (row.gap) json["gap"] = std::round(*row.gap * 1000) / 1000;
    rows.push_back(json);
  }
  Json targets = Json::array();
  for (const BoxInImage& box : search.targets) targets.push_back(BoxJson(fit.ToPhoto(box)));
  const BoxInImage grid{0, 0, kImageSize.width, kImageSize.height};
  Json json = {{"task", search.task},         {"name", search.name},
               {"width", search.photo.width}, {"height", search.photo.height},
               {"picture", search.picture},   {"grid", BoxJson(fit.ToPhoto(grid))},
               {"targets", targets},          {"rows", rows}};
  if (search.unsure) json["unsure"] = true;
  if (layers && !layers->search.variants.empty()) json["beliefs"] = BeliefsJson(*layers);
  return json;
}

Json HeatPalette() {
  Json colors = Json::array();
  for (int i = 0; i < kLevels; ++i) colors.push_back(Hex(HeatColor(i / (kLevels - 1.0))));
  return colors;
}

}  // namespace saccade
