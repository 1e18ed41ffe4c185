#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "saccade/image/picture.h"
#include "saccade/scene/trial.h"
#include "saccade/search/scanpath_model.h"

namespace saccade {

// What a page plays of one search (web/src/data.ts is the other side of it).

// One scanpath, and what it scored.
struct PlayedTrack {
  std::string who;  // "Person 3"
  ScanpathInImage scanpath;
  bool found = false;  // with its last fixation
  std::vector<std::pair<std::string, double>> scores{};
  bool with_layers = false;  // also what the model believes, foresees and values along it
  bool in_sight = false;     // not found, but it was in the fovea
};

// People, the random baseline or a model.
struct PlayedRow {
  enum class Kind { kPeople, kRandom, kModel };
  std::string name;
  Kind kind = Kind::kModel;
  Color color;
  std::vector<PlayedTrack> tracks{};  // the first is shown first
  std::optional<double> gap{};        // of models: people's mean sequence score less the model's
};

struct PlayedSearch {
  std::string task;
  std::string name;              // of the picture
  std::string picture;           // "#id" of an image in the page, or an address
  FrameSize photo = kImageSize;  // in whose pixels it is drawn; fitted to the image frame
  std::vector<BoxInImage> targets{};
  bool unsure = false;  // nobody knows where the target is: what is shown are guesses
  std::vector<PlayedRow> rows{};
};

// The model behind the layers, and its search of this picture.
struct LayerSource {
  const ScanpathModel& model;
  const Search& search;
  // What is searched, where it is not the search's own task but that stands in (stand_in.h).
  std::optional<int> thing = std::nullopt;
};

// `layers` may be null. Members that a search does not have are left out: a model without a reward
// gives no "reward".
nlohmann::ordered_json ToJson(const PlayedSearch& search, const LayerSource* layers);

// The colours of 64 levels from low to high, as the layers are coded.
nlohmann::ordered_json HeatPalette();

}  // namespace saccade
