#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "saccade/image/picture.h"
#include "saccade/perception/panoptic_merge.h"

namespace saccade {

// Turns a picture into a panoptic segmentation of the same size.
class Parser {
 public:
  virtual ~Parser() = default;
  // May be called from several threads at once. Throws InputError for a picture it cannot take,
  // Failure when the network's runtime fails.
  virtual SceneParse Parse(const Picture& picture) const = 0;
  // What it is, for reports: "Panoptic-FPN R-50 (model_final_c10459.pkl), short edge 800".
  virtual std::string Description() const = 0;
};

}  // namespace saccade
