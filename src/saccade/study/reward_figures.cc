#include "saccade/study/reward_figures.h"

#include "saccade/study/example_figures.h"
#include "saccade/study/map_figure.h"

namespace saccade {

Section RewardSection(std::span<const RewardFigure> figures, const std::filesystem::path& images) {
  Section section{"The learned reward", {}};
  section.blocks.emplace_back(Paragraph{
      "What a look at each place is worth at the start of a search, log D of the "
      "discriminator: the same picture, two targets. Colours run from the lowest tenth of "
      "the cells to the largest reward of each map."});
  for (std::size_t i = 0; i < figures.size();) {
    const std::string& picture = figures[i].picture;
    Figures side_by_side;
    for (; i < figures.size() && figures[i].picture == picture; ++i) {
      const std::string& task = figures[i].task;
      std::vector<float> values = figures[i].values;
      RaiseLowestTenth(values);
      side_by_side.figures.push_back(
          {MapFigureSvg({.title = "Reward of a search for " + task,
                         .picture = EmbeddedPicture(images, task, picture),
                         .values = values}),
           "Looking for: " + task});
    }
    section.blocks.emplace_back(std::move(side_by_side));
  }
  return section;
}

}  // namespace saccade
