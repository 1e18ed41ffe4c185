#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace saccade {

// How a semantic model is fed and what its classes mean.
struct StuffModel {
  // Stuff index 0..53 (scene/category.h) of each of the model's classes. 0 for what is not stuff:
  // the instance segmenter's matter.
  std::vector<std::uint8_t> stuff_of_class;
  // input = (pixel - mean) / deviation, pixel 0..255; red, green, blue.
  std::array<float, 3> mean{};
  std::array<float, 3> deviation{};
  // The picture keeps its aspect in the middle of an input of another, with 0 around it; otherwise
  // it is stretched.
  bool centred = false;
};

// What is known without being told, by the number of classes: 32 (the 31 commonest of ADE20K, 0 for
// "other"; fed x / 127.5 - 1), 150 (ADE20K) and 54 (COCO panoptic's stuff, as Panoptic-FPN has it),
// both fed with ImageNet's mean and deviation. Throws InputError for any other number.
StuffModel KnownStuffModel(const std::filesystem::path& model, int classes);

// The same from a JSON file: {"labels": [{"id": 0, "coco_panoptic_id": 199}, ...], "mean": [r, g,
// b], "std": [r, g, b], "fit": "stretch" or "centre"}, or only the list. Ids of things, and null,
// are not stuff. Mean and deviation are in units of 0..255 and are ImageNet's where absent; a
// picture is stretched where nothing is said. Throws InputError: not such a file, an id that is
// missing, repeated or not of COCO panoptic, a number of labels other than `classes`, another fit.
StuffModel ReadStuffModel(const std::filesystem::path& json, int classes);

}  // namespace saccade
