#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "saccade/app/photo_reader.h"
#include "saccade/beliefs/belief_store.h"
#include "saccade/capi/saccade.h"
#include "saccade/perception/photo_beliefs.h"
#include "saccade/scene/trial.h"
#include "saccade/search/scanpath_model.h"
#include "saccade/search/search_set.h"

// What stands behind the handles of saccade.h.

struct saccade_trials {
  // In the order of SACCADE_FRAME_DISPLAY, _IMAGE, _PICTURE, _SCREEN.
  std::variant<std::vector<saccade::TrialInDisplay>, std::vector<saccade::TrialInImage>,
               std::vector<saccade::TrialInPhoto>, std::vector<saccade::TrialOnScreen>>
      trials;
  std::vector<int> found_at;  // of predictions in pictures; empty: of none
  std::string understood;     // when they were read, a line each
};

struct saccade_beliefs {
  explicit saccade_beliefs(saccade::BeliefStore opened);
  saccade::BeliefStore store;
  saccade::BeliefLibrary library;  // the same, decoded
  std::vector<std::string> names;
};

struct saccade_parser {
  explicit saccade_parser(saccade::app::ParsingOptions options) : reader(std::move(options)) {}
  saccade::app::PhotoReader reader;
};

// A picture of a store, or of maps, is a parsed photo that fills the image frame.
struct saccade_picture {
  saccade::ParsedPhoto photo;
};

struct saccade_model {
  std::shared_ptr<const saccade::ScanpathModel> model;
  std::string folder;                // empty for built-in models
  std::vector<std::string> without;  // classes, as saccade_model_without has them
};

namespace saccade::capi {

// The same trials in that frame. Throws InputError for a NULL trials, or those in pictures.
std::vector<TrialInImage> InImage(const saccade_trials* trials, const char* name);
std::vector<TrialInDisplay> InDisplay(const saccade_trials* trials, const char* name);
std::vector<TrialOnScreen> OnScreen(const saccade_trials* trials, const char* name);

// A path as fixations. Throws InputError for a number that is none, or arrays that are not there.
template <Frame F>
Scanpath<F> ScanpathOf(const saccade_path& path, const char* name);

}  // namespace saccade::capi
