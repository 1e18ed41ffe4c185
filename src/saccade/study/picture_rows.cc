#include "saccade/study/picture_rows.h"

#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "saccade/base/error.h"
#include "saccade/base/parallel.h"
#include "saccade/beliefs/fovea.h"
#include "saccade/beliefs/saliency.h"
#include "saccade/image/picture_file.h"
#include "saccade/image/resize.h"
#include "saccade/image/spectral_residual.h"
#include "saccade/search/map_scanpath.h"

namespace saccade {
namespace {

using metrics::HumanPair;

// 640 weights for a picture that stands there in the image frame; nothing when it is not to be had.
using PictureMap =
    std::function<std::optional<std::vector<double>>(const std::string& name, const BoxInImage&)>;

std::optional<std::vector<double>> CentreMap(const std::string&, const BoxInImage& area) {
  std::vector<double> weights(Grid::kCells);
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    const PointInImage p = Grid::PointOf(Grid::At(cell));
    const double x = (p.x - area.Center().x) / (area.width / 4);
    const double y = (p.y - area.Center().y) / (area.height / 4);
    weights[static_cast<std::size_t>(cell)] = std::exp(-.5 * (x * x + y * y));
  }
  return weights;
}

PictureMap SaliencyMap(const std::filesystem::path& images) {
  return
      [images](const std::string& name, const BoxInImage&) -> std::optional<std::vector<double>> {
        const std::filesystem::path file = images / name;
        if (!std::filesystem::exists(file)) return std::nullopt;
        const Picture picture = ReadPicture(file);
        // In the picture's proportions, so that it is fitted to the image as the picture is.
        const double larger = std::max(picture.width, picture.height);
        const auto side = [&](int length) {
          return std::max(1, static_cast<int>(256 * length / larger));
        };
        const auto grid = SaliencyOnGrid(
            Resize(SpectralResidual(picture), side(picture.width), side(picture.height)));
        return std::vector<double>(grid.begin(), grid.end());
      };
}

// Where people's trials say that the picture stands; the whole frame otherwise.
BoxInImage AreaOf(const std::map<std::string, BoxInImage>& areas, const std::string& name) {
  const auto found = areas.find(name);
  return found != areas.end() ? found->second
                              : BoxInImage{0, 0, kImageSize.width, kImageSize.height};
}

CellSet CellsBeside(const BoxInImage& area) {
  CellSet beside;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    if (!area.Contains(Grid::PointOf(Grid::At(cell)))) beside.Insert(cell);
  }
  return beside;
}

class PictureRow : public RowSource {
 public:
  explicit PictureRow(PictureMap map) : map_(std::move(map)) {}

  SourcedRow Score(const ScoredTrials& on, const ShownPictures* shown,
                   const RowRequest& request) const override {
    std::map<std::string, BoxInImage> areas;
    for (const TrialInImage& trial : on.trials) {
      if (trial.viewing)
        areas.try_emplace(trial.name, trial.viewing->ToImage(trial.viewing->Area()));
    }
    const auto& pairs = on.humans.pairs;
    std::vector<std::optional<std::vector<double>>> maps(pairs.size());
    std::vector<std::vector<TrialInImage>> drawn(pairs.size());
    ParallelFor(pairs.size(), [&](std::size_t i) {
      const BoxInImage area = AreaOf(areas, pairs[i].name);
      maps[i] = map_(pairs[i].name, area);
      if (maps[i]) drawn[i] = Draw(pairs[i], *maps[i], CellsBeside(area), request.predict);
    });
    SourcedRow sourced;
    for (auto& of_pair : drawn) {
      sourced.scanpaths.insert(sourced.scanpaths.end(), of_pair.begin(), of_pair.end());
    }
    if (sourced.scanpaths.empty()) {
      throw InputError(request.title +
                       ": none of the pictures is there; say where: --images FOLDER");
    }
    sourced.row = metrics::ScorePredictions(on.humans, request.title, sourced.scanpaths,
                                            on.humans.protocol.predicted_cell);
    const auto map = [&](const HumanPair& pair, const Identifier&, const metrics::NextFixation&) {
      return maps[static_cast<std::size_t>(&pair - pairs.data())].value_or(std::vector<double>());
    };
    constexpr auto kGrid = metrics::MapResolution::kGrid;
    if (shown != nullptr && shown->priors != nullptr) {
      metrics::ScoreMaps(on.humans, map, *shown->priors, kGrid, sourced.row);
    } else {
      metrics::ScoreMapsWithoutPriors(on.humans, map, kGrid, sourced.row);
    }
    return sourced;
  }

 private:
  static std::vector<TrialInImage> Draw(const HumanPair& pair, const std::vector<double>& weights,
                                        const CellSet& beside, const PredictOptions& options) {
    const FixationInImage start = pair.trials.front().scanpath.front();
    const Cell first = Grid::CellOf(start.point).value_or(Grid::Center());
    const Random random(options.seed, "picture row", Fnv1a64(pair.task + "|" + pair.name));
    std::vector<TrialInImage> drawn;
    for (int sample = 1; sample <= options.samples; ++sample) {
      TrialInImage& trial = drawn.emplace_back();
      trial.name = pair.name;
      trial.task = pair.task;
      trial.subject = sample;
      trial.target = pair.target;
      trial.scanpath = {{start.point, 0}};
      const auto cells = DrawCells(
          first, beside, [&](std::span<const Cell>) { return weights; },
          {.max_fixations = options.max_fixations},
          Random(random.State(), "sample", static_cast<std::uint64_t>(sample)));
      for (std::size_t i = 1; i < cells.size(); ++i) {
        trial.scanpath.push_back({Grid::PointOf(cells[i]), 0});
      }
    }
    return drawn;
  }

  PictureMap map_;
};

}  // namespace

std::unique_ptr<RowSource> OpenPictureRow(const std::string& name,
                                          const std::filesystem::path& images) {
  if (name == "centre") return std::make_unique<PictureRow>(&CentreMap);
  if (name != "saliency") return nullptr;
  if (images.empty()) {
    throw InputError("--model saliency needs the pictures: say where they are, --images FOLDER");
  }
  return std::make_unique<PictureRow>(SaliencyMap(images));
}

}  // namespace saccade
