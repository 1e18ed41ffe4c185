#include "saccade/search/search_set.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/base/log.h"
#include "saccade/base/options.h"

namespace saccade {
namespace {

BeliefLayer MirroredLayer(const BeliefLayer& layer) {
  BeliefLayer mirrored;
  mirrored.entries.reserve(layer.entries.size());
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    for (const BeliefEntry& entry : layer.At(MirroredCell(cell))) mirrored.entries.push_back(entry);
    mirrored.offsets[cell + 1] = static_cast<std::uint32_t>(mirrored.entries.size());
  }
  return mirrored;
}

// The trial as far as it counts, before it becomes cells.
ScanpathInImage CutForLearning(const TrialInImage& trial, const DemonstrationOptions& options) {
  if (!trial.target) return trial.scanpath;
  if (!options.cut_at_last) return CutAtTarget(trial).scanpath;
  ScanpathInImage cut = trial.scanpath;
  for (std::size_t i = cut.size(); i > 0; --i) {
    if (!trial.target->Contains(cut[i - 1].point)) continue;
    cut.resize(i);
    break;
  }
  return cut;
}

std::vector<int> CellsOf(const ScanpathInImage& scanpath, const DemonstrationOptions& options) {
  std::vector<int> cells = {Grid::Index(Grid::Center())};
  const std::size_t end = std::min<std::size_t>(scanpath.size(), options.max_entries);
  for (std::size_t i = 1; i < end; ++i) {
    const auto cell = Grid::CellOf(scanpath[i].point);
    if (!cell) continue;
    const int index = Grid::Index(*cell);
    if (options.drop_revisits && std::ranges::find(cells, index) != cells.end()) continue;
    cells.push_back(index);
  }
  return cells;
}

}  // namespace

OptionList OptionsOf(DemonstrationOptions& o) {
  OptionList list;
  list.Add("only_correct", o.only_correct, "learn from correct answers alone")
      .Add("cut_at_last", o.cut_at_last, "cut after the last fixation on target, not the first")
      .Add("max_entries", o.max_entries, {2, 1000}, "fixations of a scanpath, the start included")
      .Add("drop_revisits", o.drop_revisits, "leave out fixations in cells visited before");
  return list;
}

int MirroredCell(int cell) {
  const Cell at = Grid::At(cell);
  return Grid::Index({Grid::kColumns - 1 - at.column, at.row});
}

PictureBeliefs Mirrored(const PictureBeliefs& beliefs) {
  return {beliefs.name, MirroredLayer(beliefs.sharp), MirroredLayer(beliefs.blurred)};
}

BoxInImage Mirrored(const BoxInImage& box) {
  return {kImageSize.width - box.x - box.width, box.y, box.width, box.height};
}

BeliefLibrary::BeliefLibrary(std::span<const BeliefStore> stores, bool with_mirrored)
    : plain_variants_(stores.size()) {
  if (!stores.empty()) origin_ = stores.front().path().string();
  for (const BeliefStore& store : stores) {
    for (PictureBeliefs& beliefs : store.LoadAll()) Add(std::move(beliefs));
  }
  variants_ = plain_variants_ * (with_mirrored ? 2 : 1);
  if (!with_mirrored) return;
  for (auto& [name, variants] : by_name_) {
    const std::size_t plain = variants.size();
    for (std::size_t i = 0; i < plain; ++i) {
      variants.push_back(std::make_shared<PictureBeliefs>(Mirrored(*variants[i])));
    }
  }
}

BeliefLibrary::BeliefLibrary(std::vector<PictureBeliefs> pictures)
    : plain_variants_(1), variants_(1) {
  for (PictureBeliefs& beliefs : pictures) Add(std::move(beliefs));
}

void BeliefLibrary::Add(PictureBeliefs beliefs) {
  BeliefVariants& variants = by_name_[beliefs.name];
  variants.push_back(std::make_shared<PictureBeliefs>(std::move(beliefs)));
}

const BeliefVariants& BeliefLibrary::Variants(const std::string& name) const {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) {
    throw InputError(origin_, "",
                     "has no beliefs of picture {}; build the store from a segmentation of all "
                     "pictures of the fixation file",
                     name);
  }
  if (found->second.size() != variants_) {
    throw InputError(origin_, "",
                     "and the other belief stores do not all have picture {}; variants must hold "
                     "the same pictures",
                     name);
  }
  return found->second;
}

const PictureBeliefs& BeliefLibrary::Find(const std::string& name) const {
  return *Variants(name).front();
}

namespace {

// `library` may be null.
SearchSet SearchesOf(std::span<const TrialInImage> trials, const BeliefLibrary* library,
                     const DemonstrationOptions& options) {
  std::map<std::pair<int, std::string>, std::size_t> order;
  std::map<std::string, int> unknown;
  for (const TrialInImage& trial : trials) {
    if (trial.condition != Condition::kPresent) continue;
    if (const auto task = TaskIndex(trial.task)) {
      order.emplace(std::pair(*task, trial.name), 0);
    } else {
      ++unknown[trial.task];
    }
  }
  for (const auto& [task, count] : unknown) {
    LogWarning("{} trials search for \"{}\", which models do not; left out", count, task);
  }
  if (order.empty() && !unknown.empty()) {
    throw InputError("no trial searches for what models know: " + KnownTasks());
  }
  SearchSet set;
  for (auto& [key, index] : order) {
    index = set.searches.size();
    Search& search = set.searches.emplace_back();
    search.task = key.first;
    search.name = key.second;
    if (library == nullptr) continue;
    search.variants = library->Variants(key.second);
    search.plain_variants = library->plain_variants();
  }
  for (const TrialInImage& trial : trials) {
    const auto task = TaskIndex(trial.task);
    if (trial.condition != Condition::kPresent || !task) continue;
    const std::size_t index = order.at({*task, trial.name});
    Search& search = set.searches[index];
    if (!search.target) search.target = trial.target;
    search.split = trial.split;
    if (!trial.scanpath.empty()) search.recorded_start = trial.scanpath.front().point;
    if (options.only_correct && (!trial.correct || !FirstOnTarget(trial))) continue;
    std::vector<int> cells = CellsOf(CutForLearning(trial, options), options);
    if (cells.size() < 2) continue;
    set.pairs += cells.size() - 1;
    set.demonstrations.push_back({index, trial.subject, std::move(cells)});
  }
  return set;
}

}  // namespace

const PictureBeliefs& Search::Beliefs(std::size_t variant) const {
  if (variant >= variants.size()) {
    throw InputError("this model searches beliefs, and none are given of picture " + name +
                     "; give --beliefs S.beliefs");
  }
  return *variants[variant];
}

SearchSet MakeSearchSet(std::span<const TrialInImage> trials, const BeliefLibrary& library,
                        const DemonstrationOptions& options) {
  return SearchesOf(trials, &library, options);
}

SearchSet MakeSearchSet(std::span<const TrialInImage> trials, const DemonstrationOptions& options) {
  return SearchesOf(trials, nullptr, options);
}

CellSet CellsOverlapping(const BoxInImage& box) {
  CellSet cells;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    const Cell at = Grid::At(cell);
    const double left = at.column * Grid::kCellPixels, top = at.row * Grid::kCellPixels;
    if (left < box.x + box.width && box.x < left + Grid::kCellPixels && top < box.y + box.height &&
        box.y < top + Grid::kCellPixels) {
      cells.Insert(cell);
    }
  }
  return cells;
}

CellSet CellsCenteredIn(const BoxInImage& box) {
  CellSet cells;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    if (box.Contains(Grid::PointOf(Grid::At(cell)))) cells.Insert(cell);
  }
  return cells;
}

}  // namespace saccade
