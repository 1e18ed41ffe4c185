#pragma once

#include <string>
#include <vector>

#include "saccade/base/random.h"
#include "saccade/search/search_set.h"

// A tiny world for tests: pictures with one target each and people who look straight at it.
namespace saccade::testing {

struct TinyWorld {
  static constexpr int kPictures = 24;
  BeliefLibrary library;
  std::vector<TrialInImage> trials;

  TinyWorld() {
    std::vector<PictureBeliefs> pictures;
    for (int i = 0; i < kPictures; ++i) {
      Random random(7, "tiny world", static_cast<std::uint64_t>(i));
      const int task = i % 3;  // bottle, bowl, car
      const Cell target{static_cast<int>(random.Below(28)) + 2,
                        static_cast<int>(random.Below(4)) + (i % 2 == 0 ? 2 : 14)};
      const std::string name = "picture" + std::to_string(i) + ".jpg";
      PictureBeliefs beliefs{name, Layer(target, task, 0.9f), Layer(target, task, 0.4f)};
      pictures.push_back(beliefs);
      for (int subject = 1; subject <= 4; ++subject) AddTrial(name, task, target, subject, random);
    }
    library = BeliefLibrary(std::move(pictures));
  }

 private:
  // Wall above, floor below, and the target's 2x2 cells.
  static BeliefLayer Layer(Cell target, int task, float score) {
    BeliefLayer layer;
    for (int cell = 0; cell < Grid::kCells; ++cell) {
      const Cell at = Grid::At(cell);
      const bool on_target = (at.column == target.column || at.column == target.column + 1) &&
                             (at.row == target.row || at.row == target.row + 1);
      if (on_target) {
        layer.entries.push_back({static_cast<std::uint8_t>(ChannelOfTask(task)), score});
      }
      layer.entries.push_back({static_cast<std::uint8_t>(at.row < 10 ? 131 : 110), 1});
      layer.offsets[cell + 1] = static_cast<std::uint32_t>(layer.entries.size());
    }
    return layer;
  }

  void AddTrial(const std::string& name, int task, Cell target, int subject, Random& random) {
    TrialInImage trial;
    trial.name = name;
    trial.subject = subject;
    trial.task = std::string(kTaskNames[task]);
    trial.target = BoxInImage{target.column * 16.0, target.row * 16.0, 32, 32};
    trial.split = "train";
    trial.scanpath = {{{256, 160}, 200}};
    if (subject == 4) {  // one of them looks elsewhere first
      trial.scanpath.push_back({{random.Uniform(20, 490), random.Uniform(10, 310)}, 150});
    }
    trial.scanpath.push_back(
        {{target.column * 16 + random.Uniform(2, 30), target.row * 16 + random.Uniform(2, 30)},
         250});
    trials.push_back(CutAtTarget(std::move(trial)));
  }
};

}  // namespace saccade::testing
