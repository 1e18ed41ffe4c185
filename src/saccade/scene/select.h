#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "saccade/scene/coco_instances.h"

namespace saccade {

// The paper's rules for choosing search pictures from COCO (section 3), in the order in which they
// are applied.
enum class Criterion {
  kPersonOrAnimal,  // (1) a person or an animal is in the picture
  kOneInstance,     // (2) not one and only one instance of the target
  kSize,            // (3) the target's box is not over 1% and under 10% of the search image
  kCenter,          // (4) it overlaps the centre cell of a 5x5 grid
  kAspect,          // (5) width/height is not from 1.2 to 2.0
  kClassifier,      // the classifier's score of the target is not over .99
  kMinPictures,     // too few pictures of the category are left
  kSample,          // more pictures than were asked for
};
inline constexpr int kCriteria = 8;
std::string_view KeyOf(Criterion criterion);

// (picture id, category id) -> how sure a classifier was of the target.
using ClassifierScores = std::map<std::pair<std::int64_t, int>, double>;

struct SelectOptions {
  // What (3) measures against: the display with the padding that fits the picture to it, or the
  // bare picture. All published pairs are under 10% only with the padding.
  enum class Area { kDisplay, kPicture } area = Area::kDisplay;
  // Categories with fewer accepted pictures are left out. Absent: 100 as in the paper, except that
  // the 18 targets of COCO-Search18 stay: they had 100 in the whole of COCO, which a part of it
  // cannot decide again.
  std::optional<int> min_pictures;
  // Pictures of a category at most, drawn at random; absent: all.
  std::optional<int> max_pictures;
  std::vector<std::string> categories;  // to search for; empty: all
  std::optional<ClassifierScores> classifier_scores;
  double classifier_threshold = .99;
  std::uint64_t seed = 0;
};

struct SelectedPicture {
  std::string task;
  std::string name;
  std::int64_t image_id = 0;
  std::optional<BoxInPhoto> target;  // absent in target-absent pictures
  bool operator==(const SelectedPicture&) const = default;
};

struct Selection {
  // By category, then picture id.
  std::vector<SelectedPicture> target_present;
  // As many for each category as target-present ones, if there are: pictures without the target and
  // with two or more of its siblings (COCO's supercategory), drawn at random.
  std::vector<SelectedPicture> target_absent;
  // Pairs of a category and a picture that shows it. Each that is removed counts once, under the
  // first criterion it fails: candidates - removed = target_present.
  std::size_t candidates = 0;
  std::array<std::size_t, kCriteria> removed{};
  // Category -> target-absent pictures that could not be found.
  std::map<std::string, std::size_t> target_absent_missing;
};

// The same options and pictures give the same selection. Throws InputError for a category that the
// file does not have.
Selection SelectPictures(const CocoInstances& instances, const SelectOptions& options);

// A list of {image_id, category_id, score}, as COCO's detection results; of several scores for one
// picture and category the highest counts.
ClassifierScores ReadClassifierScores(const std::filesystem::path& path);

}  // namespace saccade
