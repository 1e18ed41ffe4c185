#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "saccade/base/options_fwd.h"
#include "saccade/base/watch.h"
#include "saccade/scene/select.h"

namespace saccade::app {

// Chooses search pictures from COCO by the paper's criteria.
struct SelectDatasetOptions {
  std::vector<std::filesystem::path> coco{};  // instances
  // JSON list of {image_id, category_id, score}; empty: that criterion is not applied.
  std::filesystem::path classifier_scores{};
  SelectOptions selecting{};
  Watch watch{};
};
OptionList OptionsOf(SelectDatasetOptions& options);

// What falls short of the paper's balance is said in the log. Throws InputError for files that
// cannot be read and as SelectPictures.
Selection SelectDataset(const SelectDatasetOptions& options);
nlohmann::ordered_json ToJson(const Selection& selection);

}  // namespace saccade::app
