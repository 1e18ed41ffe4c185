#include "saccade/scene/select.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "saccade/base/error.h"
#include "saccade/base/nearest.h"
#include "saccade/base/random.h"
#include "saccade/scene/category.h"
#include "saccade/scene/coco_json.h"

namespace saccade {
namespace {

constexpr int kPaperMinPictures = 100;
constexpr int kMinSiblings = 2;

struct Candidate {
  const CocoCategory* category = nullptr;
  const CocoPicture* picture = nullptr;
  const CocoObject* target = nullptr;  // the first of its kind in the picture
  std::size_t instances = 0;
};

// Where the photo's pixels land when it is fitted to the display: its scale there.
double DisplayScale(const FrameSize& photo) {
  return std::min(kDisplaySize.width / photo.width, kDisplaySize.height / photo.height);
}

double ShareOfSearchImage(const Candidate& candidate, SelectOptions::Area area) {
  const BoxInPhoto& box = candidate.target->box;
  const FrameSize& photo = candidate.picture->size;
  if (area == SelectOptions::Area::kPicture) {
    return box.width * box.height / (photo.width * photo.height);
  }
  const double scale = DisplayScale(photo);
  return box.width * scale * box.height * scale / (kDisplaySize.width * kDisplaySize.height);
}

bool OverlapsCenterCell(const BoxInPhoto& box, const FrameSize& photo) {
  return box.x < photo.width * 3 / 5 && box.x + box.width > photo.width * 2 / 5 &&
         box.y < photo.height * 3 / 5 && box.y + box.height > photo.height * 2 / 5;
}

// Everything that is asked of the categories while pictures are judged.
class Selector {
 public:
  Selector(const CocoInstances& instances, const SelectOptions& options)
      : instances_(instances), options_(options) {
    for (const CocoCategory& category : instances.categories) {
      category_of_id_[category.id] = &category;
    }
    std::vector<std::string> known;
    for (const CocoCategory& category : instances.categories) known.push_back(category.name);
    for (const std::string& name : options.categories) {
      if (std::ranges::find(known, name) != known.end()) continue;
      const std::string nearest = NearestWord(name, known);
      throw InputError(fmt::format("unknown category \"{}\"; {}", name,
                                   nearest.empty()
                                       ? fmt::format("known are {}", fmt::join(known, ", "))
                                       : fmt::format("did you mean \"{}\"?", nearest)));
    }
  }

  Selection Select() {
    std::map<int, std::vector<Candidate>> accepted;
    for (const CocoPicture& picture : instances_.pictures) {
      for (const Candidate& candidate : CandidatesOf(picture)) {
        ++selection_.candidates;
        if (const auto failed = FirstFailed(candidate)) {
          ++Removed(*failed);
        } else {
          accepted[candidate.category->id].push_back(candidate);
        }
      }
    }
    for (auto& [category_id, candidates] : accepted) {
      const CocoCategory& category = *category_of_id_.at(category_id);
      if (static_cast<int>(candidates.size()) < MinPictures(category)) {
        Removed(Criterion::kMinPictures) += candidates.size();
        continue;
      }
      if (options_.max_pictures) {
        const std::size_t before = candidates.size();
        Sample(candidates, static_cast<std::size_t>(*options_.max_pictures),
               "target-present " + category.name);
        Removed(Criterion::kSample) += before - candidates.size();
      }
      AddTargetPresent(candidates);
      AddTargetAbsent(category, candidates.size());
    }
    return std::move(selection_);
  }

 private:
  std::size_t& Removed(Criterion criterion) {
    return selection_.removed[static_cast<std::size_t>(criterion)];
  }

  bool IsWanted(const CocoCategory& category) const {
    return options_.categories.empty() ||
           std::ranges::find(options_.categories, category.name) != options_.categories.end();
  }

  // The paper's rule for all categories, except when the files are a part of COCO (see the header).
  int MinPictures(const CocoCategory& category) const {
    if (options_.min_pictures) return *options_.min_pictures;
    return TaskIndex(category.name) ? 1 : kPaperMinPictures;
  }

  // One for each category in the picture.
  std::vector<Candidate> CandidatesOf(const CocoPicture& picture) const {
    std::map<int, Candidate> of_category;
    for (const CocoObject& object : picture.objects) {
      const CocoCategory* category = category_of_id_.at(object.category_id);
      if (!IsWanted(*category)) continue;
      Candidate& candidate = of_category[object.category_id];
      if (candidate.instances++ == 0) candidate = {category, &picture, &object, 1};
    }
    std::vector<Candidate> candidates;
    for (const auto& [id, candidate] : of_category) candidates.push_back(candidate);
    return candidates;
  }

  bool ShowsPersonOrAnimal(const CocoPicture& picture) const {
    return std::ranges::any_of(picture.objects, [this](const CocoObject& object) {
      const std::string& kind = category_of_id_.at(object.category_id)->supercategory;
      return kind == "person" || kind == "animal";
    });
  }

  std::optional<Criterion> FirstFailed(const Candidate& candidate) const {
    const CocoPicture& picture = *candidate.picture;
    if (ShowsPersonOrAnimal(picture)) return Criterion::kPersonOrAnimal;
    // A crowd is several instances annotated as one.
    if (candidate.instances != 1 || candidate.target->is_crowd) return Criterion::kOneInstance;
    const double share = ShareOfSearchImage(candidate, options_.area);
    if (!(share > .01 && share < .1)) return Criterion::kSize;
    if (OverlapsCenterCell(candidate.target->box, picture.size)) return Criterion::kCenter;
    const double aspect = picture.size.width / picture.size.height;
    if (!(aspect >= 1.2 && aspect <= 2)) return Criterion::kAspect;
    if (options_.classifier_scores) {
      const auto score = options_.classifier_scores->find({picture.id, candidate.category->id});
      if (score == options_.classifier_scores->end() ||
          !(score->second > options_.classifier_threshold)) {
        return Criterion::kClassifier;
      }
    }
    return std::nullopt;
  }

  // Draws `count` of the values and leaves them in their order.
  template <typename T>
  void Sample(std::vector<T>& values, std::size_t count, std::string_view purpose) const {
    if (values.size() <= count) return;
    std::vector<std::size_t> order(values.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    Random random(options_.seed, purpose);
    random.Shuffle(order);
    order.resize(count);
    std::ranges::sort(order);
    for (std::size_t i = 0; i < count; ++i) values[i] = values[order[i]];
    values.resize(count);
  }

  void AddTargetPresent(const std::vector<Candidate>& candidates) {
    for (const Candidate& candidate : candidates) {
      selection_.target_present.push_back({candidate.category->name, candidate.picture->name,
                                           candidate.picture->id, candidate.target->box});
    }
  }

  bool HasSiblingsWithoutTarget(const CocoPicture& picture, const CocoCategory& target) const {
    int siblings = 0;
    for (const CocoObject& object : picture.objects) {
      if (object.category_id == target.id) return false;
      siblings += category_of_id_.at(object.category_id)->supercategory == target.supercategory;
    }
    return siblings >= kMinSiblings;
  }

  void AddTargetAbsent(const CocoCategory& category, std::size_t count) {
    std::vector<const CocoPicture*> pictures;
    for (const CocoPicture& picture : instances_.pictures) {
      if (HasSiblingsWithoutTarget(picture, category)) pictures.push_back(&picture);
    }
    if (pictures.size() < count) {
      selection_.target_absent_missing[category.name] = count - pictures.size();
    }
    Sample(pictures, count, "target-absent " + category.name);
    for (const CocoPicture* picture : pictures) {
      selection_.target_absent.push_back({category.name, picture->name, picture->id, {}});
    }
  }

  const CocoInstances& instances_;
  const SelectOptions& options_;
  std::map<int, const CocoCategory*> category_of_id_;
  Selection selection_;
};

}  // namespace

std::string_view KeyOf(Criterion criterion) {
  constexpr std::array<std::string_view, kCriteria> kKeys = {
      "person_or_animal", "not_one_instance", "size",         "center",
      "aspect",           "classifier",       "min_pictures", "sample"};
  return kKeys.at(static_cast<std::size_t>(criterion));
}

Selection SelectPictures(const CocoInstances& instances, const SelectOptions& options) {
  return Selector(instances, options).Select();
}

ClassifierScores ReadClassifierScores(const std::filesystem::path& path) {
  const JsonDocument document = JsonDocument::Read(path);
  ClassifierScores scores;
  CocoRecord(document).ForEach("", [&](const CocoRecord& record) {
    const double score = record.Number("score");
    const auto [entry, is_new] = scores.try_emplace(
        {record.Integer("image_id"), static_cast<int>(record.Integer("category_id"))}, score);
    if (!is_new) entry->second = std::max(entry->second, score);
  });
  return scores;
}

}  // namespace saccade
