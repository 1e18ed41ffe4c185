#include "saccade/study/world.h"

#include "saccade/study/experiment.h"

namespace saccade {

std::vector<World> WorldsOf(const StudyOptions& options) {
  std::vector<World> worlds;
  for (const auto& store : options.beliefs) {
    World& world = worlds.emplace_back();
    const std::string stem = store.stem().string();
    if (worlds.size() > 1) {
      world.name = "-" + FolderName(stem);
      world.title = ", " + stem;
    }
    world.options = options;
    world.options.beliefs = {store};
  }
  return worlds;
}

}  // namespace saccade
