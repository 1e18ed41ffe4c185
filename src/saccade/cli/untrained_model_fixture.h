#pragma once

#include "saccade/nn/network_shape.h"
#include "saccade/search/model_folder.h"

namespace saccade::testing {

// A model folder with an untrained policy and, if it is to have one, an untrained reward.
inline void WriteUntrainedModel(const std::filesystem::path& folder, bool with_reward) {
  Model model;
  model.description.kind = with_reward ? "irl" : "bc-cnn";
  model.description.preset = "default";
  model.tensors = WithPrefix(InitialPolicy({}, Random(1)), "policy.");
  if (with_reward) {
    model.tensors.merge(WithPrefix(InitialDiscriminator({}, Random(2)), "discriminator."));
  }
  WriteModelFolder(folder, model);
}

}  // namespace saccade::testing
