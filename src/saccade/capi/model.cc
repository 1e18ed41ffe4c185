#include <nlohmann/json.hpp>

#include "saccade/app/predict_pairs.h"
#include "saccade/app/predict_photo.h"
#include "saccade/base/file.h"
#include "saccade/beliefs/belief_state.h"
#include "saccade/capi/boundary.h"
#include "saccade/capi/handles.h"
#include "saccade/search/hidden_channels.h"
#include "saccade/search/installed_models.h"
#include "saccade/search/prediction.h"

namespace saccade::capi {
namespace {

// The model with no parser: pictures come parsed.
app::PhotoSearcher SearcherOf(const saccade_model& model) { return {model.model, nullptr, 0}; }

// As the model sees it when it searches for the target.
Search SearchFor(const saccade_model& model, const saccade_picture& picture, const char* target) {
  return SearcherOf(model)
      .SearchesOf(picture.photo,
                  {.targets = {&Need(target, "target")}, .without = model.without})[0]
      .search;
}

// Cells of the fixations so far; fixations beside the picture occur neither here nor in learning.
std::vector<Cell> PastOf(const saccade_picture& picture, const saccade_path* past) {
  std::vector<Cell> cells = {Grid::Center()};
  if (past == nullptr) return cells;
  const ScanpathInPhoto scanpath = ScanpathOf<Frame::kPhoto>(*past, "past");
  for (std::size_t i = 1; i < scanpath.size(); ++i) {
    if (const auto cell = Grid::CellOf(picture.photo.fit.FromPhoto(scanpath[i].point))) {
      cells.push_back(*cell);
    }
  }
  return cells;
}

// As a trial like those of `list`.
template <Frame F>
Trial<F> TrialOf(const app::PhotoScanpath& found, const saccade_picture& picture,
                 const std::vector<Trial<F>>&) {
  Trial<F> trial;
  trial.name = picture.photo.beliefs.name;
  trial.subject = found.sample;
  trial.task = app::TargetName(found.target);
  for (const FixationInPhoto& fixation : found.scanpath) {
    trial.scanpath.push_back({{fixation.point.x, fixation.point.y}, fixation.duration_ms});
  }
  return trial;
}

}  // namespace
}  // namespace saccade::capi

using namespace saccade;
using namespace saccade::capi;

int saccade_model_open(const char* name, saccade_model** out) {
  return Guard([&] {
    Need(out, "out");
    const std::string resolved =
        ResolveModel(name == nullptr || *name == '\0' ? kDefaultModel : name);
    *out = new saccade_model{OpenModel(resolved), resolved, {}};
  });
}

int saccade_model_card(const saccade_model* model, char** json) {
  return Guard([&] {
    Need(json, "json");
    const std::filesystem::path folder = Need(model, "model").folder;
    *json = CopyOf(std::filesystem::is_directory(folder)
                       ? ReadFile(folder / "model.json")
                       : nlohmann::json{{"kind", model->model->name()}}.dump());
  });
}

int saccade_model_without(const saccade_model* model, const char* const* classes, size_t count,
                          saccade_model** out) {
  return Guard([&] {
    Need(out, "out");
    auto blind = std::make_unique<saccade_model>(Need(model, "model"));
    for (std::size_t i = 0; i < count; ++i) {
      blind->without.emplace_back(&Need((&Need(classes, "classes"))[i], "classes"));
    }
    HiddenChannels(blind->without, 0);  // refuses unknown words
    *out = blind.release();
  });
}

int saccade_model_search(const saccade_model* model, const saccade_picture* picture,
                         const char* const* targets, size_t count, const char* options,
                         saccade_progress progress, void* data, saccade_trials** out, char** json) {
  return Guard(progress, data, [&] {
    Need(model, "model");
    Need(picture, "picture");
    Need(out, "out");
    if (count == 0) throw InputError("argument targets: name what is searched");
    app::PredictPhotoOptions predict{.without = model->without};
    Read(options, OptionsOf(predict.predict));
    for (std::size_t i = 0; i < count; ++i) {
      predict.targets.emplace_back(&Need((&Need(targets, "targets"))[i], "targets"));
    }
    const auto found = SearcherOf(*model).Search(picture->photo, predict);
    auto trials = std::make_unique<saccade_trials>();
    // A stored picture has no pixels but the image frame's.
    const bool stored = picture->photo.photo.width == 0;
    if (stored) {
      trials->trials = std::vector<TrialInImage>();
    } else {
      trials->trials = std::vector<TrialInPhoto>();
    }
    for (const app::PhotoScanpath& scanpath : found) {
      std::visit([&](auto& list) { list.push_back(TrialOf(scanpath, *picture, list)); },
                 trials->trials);
      trials->found_at.push_back(scanpath.found_at ? static_cast<int>(*scanpath.found_at) : -1);
    }
    if (json != nullptr) {
      *json = stored ? nullptr : CopyOf(app::ToJson(picture->photo, found).dump(1) + "\n");
    }
    *out = trials.release();
  });
}

int saccade_model_predict(const saccade_model* model, const saccade_beliefs* beliefs,
                          const saccade_trials* pairs, const char* options,
                          saccade_progress progress, void* data, saccade_trials** out) {
  return Guard(progress, data, [&] {
    Need(model, "model");
    Need(out, "out");
    std::filesystem::path maps;
    app::PredictPairsOptions predict;
    OptionList list = OptionsOf(predict.predict);
    list.Add("maps", TextOf(maps), "Folder for maps of next fixations");
    Read(options, list);
    predict.without = model->without;
    predict.pairs = InImage(pairs, "pairs");
    predict.maps = !maps.empty();
    app::PredictPairsResult result =
        app::PredictPairs(*model->model, Need(beliefs, "beliefs").library, predict);
    if (predict.maps) app::WriteMaps(maps, result.maps);
    auto trials = std::make_unique<saccade_trials>();
    trials->trials = std::move(result.scanpaths);
    *out = trials.release();
  });
}

int saccade_model_map(const saccade_model* model, const saccade_picture* picture,
                      const char* target, const saccade_path* past, int reward, double* out) {
  return Guard([&] {
    Need(model, "model");
    Need(picture, "picture");
    Need(out, "out");
    const Search search = SearchFor(*model, *picture, target);
    const std::vector<Cell> cells = PastOf(*picture, past);
    const std::vector<double> map = reward != 0 ? model->model->RewardMap(search, cells)
                                                : model->model->NextFixation(search, cells);
    if (map.empty()) {
      throw InputError(fmt::format(
          "model {} {}", model->model->name(),
          reward != 0 ? "has learned no reward; train irl does" : "gives no map of fixations"));
    }
    std::ranges::copy(map, out);
  });
}

int saccade_model_state(const saccade_model* model, const saccade_picture* picture,
                        const char* target, const saccade_path* past, float* out) {
  return Guard([&] {
    const Search search = SearchFor(Need(model, "model"), Need(picture, "picture"), target);
    const BeliefState state = StateAfter(search, PastOf(*picture, past), {});
    state.Expand({&Need(out, "out"), std::size_t{SACCADE_CHANNELS} * SACCADE_CELLS});
  });
}

void saccade_model_free(saccade_model* model) { delete model; }
