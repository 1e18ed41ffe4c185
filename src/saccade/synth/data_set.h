#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "saccade/beliefs/belief_map.h"
#include "saccade/image/picture.h"
#include "saccade/scene/convert.h"
#include "saccade/scene/trial.h"
#include "saccade/synth/parser.h"
#include "saccade/synth/scene.h"
#include "saccade/synth/searcher.h"

namespace saccade::synth {

// The embedded data set: pictures of simulated rooms and streets, what a parser makes of them sharp
// and blurred, and how ten simulated people search them. Everything follows from the seed; pictures
// are independent of each other and may be made in any order, on any number of threads.
//
//   const SimulatedPicture picture = MakePicture(options, 7);
//   BeliefState state = BeliefState::Start(picture.beliefs);
//   const TrueReward reward = RewardOf(MakeSearchers(options.seed)[0], state,
//   picture.pairs[0].task,
//                                      Grid::Center());
struct DataSetOptions {
  int pictures_per_task = 20;
  std::uint64_t seed = 0;
  std::array<double, 3> shares = kPaperShares;  // of train, valid, test, within each task
  // Share of the pictures that are also searched for a second target, where one follows the rules.
  double second_target = .15;
  // Pixels of the pictures for each of 512x320; nothing else depends on it.
  int enlarge = 1;

  // Throws InputError when a value makes no sense.
  void Check() const;
  int Pictures() const { return kTasks * pictures_per_task; }
};

// A thing as it is: what the searchers and the parser cannot know.
struct TrueObject {
  int channel = 0;
  BoxInImage box;  // of what is seen of it
};

struct SimulatedPicture {
  std::int64_t id = 0;
  std::string name;  // "000000000017.jpg"
  std::string split;
  SceneKind kind = SceneKind::kKitchen;
  Picture image;
  std::vector<TrueObject> things;
  std::vector<SearchTask> pairs;  // the targets searched for, one or two
  Parse sharp;
  Parse blurred;
  PictureBeliefs beliefs;  // of both parses, as `saccade beliefs build --rule corner` makes them
};

// The split of picture `number`, 0..pictures_per_task-1, of a task.
std::string SplitOf(const DataSetOptions& options, int task, int number);

// Picture `index` of 0..options.Pictures()-1; made for task index % 18.
SimulatedPicture MakePicture(const DataSetOptions& options, int index);

// Every searcher's trial for every pair of the picture, by pair, then subject.
std::vector<TrialInDisplay> SearchPicture(const SimulatedPicture& picture,
                                          std::span<const Searcher> searchers, std::uint64_t seed);

}  // namespace saccade::synth
