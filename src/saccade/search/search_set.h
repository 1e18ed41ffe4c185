#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "saccade/base/options_fwd.h"
#include "saccade/beliefs/belief_store.h"
#include "saccade/beliefs/cell_set.h"
#include "saccade/scene/trial.h"

namespace saccade {

using BeliefVariants = std::vector<std::shared_ptr<const PictureBeliefs>>;

// The beliefs of pictures, by name, in memory. Several stores are variants of the same pictures
// (parsed with another blur, say): learning draws one of them each time, prediction uses the first.
class BeliefLibrary {
 public:
  BeliefLibrary() = default;
  explicit BeliefLibrary(std::span<const BeliefStore> stores, bool with_mirrored = false);
  explicit BeliefLibrary(const BeliefStore& store) : BeliefLibrary(std::span(&store, 1)) {}
  // A library of pictures that were made in memory.
  explicit BeliefLibrary(std::vector<PictureBeliefs> pictures);

  // The first store's beliefs of a picture. Throws InputError, naming the store, when it has none.
  const PictureBeliefs& Find(const std::string& name) const;
  // All variants; the mirrored ones after the others. They live as long as somebody holds them.
  // Throws InputError when a store has none.
  const BeliefVariants& Variants(const std::string& name) const;
  std::size_t plain_variants() const { return plain_variants_; }

 private:
  void Add(PictureBeliefs beliefs);

  std::string origin_ = "belief store";
  std::size_t plain_variants_ = 0;
  std::size_t variants_ = 0;  // of every picture
  std::map<std::string, BeliefVariants> by_name_;
};

// Left and right exchanged: people search a mirrored picture in a mirrored way.
PictureBeliefs Mirrored(const PictureBeliefs& beliefs);
int MirroredCell(int cell);
BoxInImage Mirrored(const BoxInImage& box);

// One (task, picture) pair: what is searched, and where.
struct Search {
  int task = 0;
  std::string name;
  std::string split;
  std::optional<BoxInImage> target;
  // Where the last person of the file who searched this pair looked first.
  std::optional<PointInImage> recorded_start = std::nullopt;
  BeliefVariants variants;  // none for models that see the picture itself
  std::size_t plain_variants = 1;
  CellSet closed = {};  // never looked at: beside a photo that does not fill the frame
  // Channels that this searcher does not see, the history's too, which no belief holds.
  ChannelMask off = {};
  // Which random numbers its scanpaths are drawn with; by default those of its place in the list.
  // Two searches of one stream differ by what is searched, not by chance.
  std::optional<std::size_t> stream = std::nullopt;

  // Throws InputError when the search was made without beliefs.
  const PictureBeliefs& Beliefs(std::size_t variant = 0) const;
  // Where the next fixation cannot be: also in the cells that past ones have closed (inhibition of
  // return), which open again when no cell is left.
  CellSet ClosedAfter(const CellSet& past) const {
    const CellSet both = closed | past;
    return both.size() < Grid::kCells ? both : closed;
  }
  bool IsMirrored(std::size_t variant) const { return variant >= plain_variants; }
};

// A person's search as cells: the start at the centre, then the cells looked at.
struct Demonstration {
  std::size_t search = 0;
  Identifier subject;
  std::vector<int> cells;
};

// Which human fixations a learner imitates (design, "Human pairs").
struct DemonstrationOptions {
  bool only_correct = true;   // answers; the released code takes every trial of the file
  bool cut_at_last = false;   // cut after the last fixation on target instead of the first
  int max_entries = 6;        // of a scanpath, the start included
  bool drop_revisits = true;  // a fixation in a cell already visited is left out
};
OptionList OptionsOf(DemonstrationOptions& options);

struct SearchSet {
  std::vector<Search> searches;  // sorted by task, then name
  std::vector<Demonstration> demonstrations;
  std::size_t pairs = 0;  // state-action pairs in all demonstrations
};

// Target-present trials only. Fixations outside the picture are left out. Throws InputError when a
// picture has no beliefs, or no task is a model's; trials of others are left out, with a word.
SearchSet MakeSearchSet(std::span<const TrialInImage> trials, const BeliefLibrary& library,
                        const DemonstrationOptions& options);
// The same without beliefs, for models that see the pictures themselves: no variants.
SearchSet MakeSearchSet(std::span<const TrialInImage> trials, const DemonstrationOptions& options);

// The cells that overlap a box: where a search ends in training.
CellSet CellsOverlapping(const BoxInImage& box);
// The cells whose centre is inside a box: where a search is on its target.
CellSet CellsCenteredIn(const BoxInImage& box);

}  // namespace saccade
