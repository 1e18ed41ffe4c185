#include "saccade/perception/stuff_labels.h"

#include <nlohmann/json.hpp>
#include <string>

#include "saccade/base/error.h"
#include "saccade/base/json.h"
#include "saccade/perception/ade20k_classes.h"
#include "saccade/scene/category.h"

namespace saccade {
namespace {

constexpr std::array<float, 3> kImageNetMean = {123.675f, 116.28f, 103.53f};
constexpr std::array<float, 3> kImageNetDeviation = {58.395f, 57.12f, 57.375f};
constexpr std::array<float, 3> kHalfRange = {127.5f, 127.5f, 127.5f};

// 0 for things and for 0, "no class".
std::uint8_t StuffOf(int coco_id) {
  const auto channel = ChannelOfCocoId(coco_id);
  if (!channel || *channel < kThingChannels) return 0;
  return static_cast<std::uint8_t>(*channel - kThingChannels);
}

std::array<float, 3> ReadTriple(const nlohmann::json& document, const char* key,
                                const std::array<float, 3>& otherwise) {
  return document.is_object() ? document.value(key, otherwise) : otherwise;
}

bool ReadCentred(const std::filesystem::path& json, const nlohmann::json& document) {
  const std::string fit =
      document.is_object() ? document.value("fit", std::string("stretch")) : "stretch";
  if (fit != "stretch" && fit != "centre") {
    throw InputError(json, "fit", "is \"{}\", not \"stretch\" or \"centre\"", fit);
  }
  return fit == "centre";
}

}  // namespace

StuffModel KnownStuffModel(const std::filesystem::path& model, int classes) {
  StuffModel known{{}, kImageNetMean, kImageNetDeviation};
  if (classes == static_cast<int>(kAde20k31.size())) {
    known.mean = known.deviation = kHalfRange;
    for (const Ade20kClass& c : kAde20k31) known.stuff_of_class.push_back(StuffOf(c.coco_id));
  } else if (classes == static_cast<int>(kAde20k150.size())) {
    for (const Ade20kClass& c : kAde20k150) known.stuff_of_class.push_back(StuffOf(c.coco_id));
  } else if (classes == kStuffChannels) {
    for (int i = 0; i < classes; ++i) {
      known.stuff_of_class.push_back(static_cast<std::uint8_t>(i));
    }
  } else {
    throw InputError(model, "",
                     "gives {} classes, which are not known; say what they are in {}.labels.json "
                     "beside it (docs/models.md)",
                     classes, model.stem().string());
  }
  return known;
}

StuffModel ReadStuffModel(const std::filesystem::path& json, int classes) {
  StuffModel model;
  try {
    const auto document = ReadJson(json);
    const auto& labels = document.is_object() ? document.at("labels") : document;
    model.mean = ReadTriple(document, "mean", kImageNetMean);
    model.deviation = ReadTriple(document, "std", kImageNetDeviation);
    model.centred = ReadCentred(json, document);
    if (static_cast<int>(labels.size()) != classes) {
      throw InputError(json, "", "lists {} labels; the model has {} classes", labels.size(),
                       classes);
    }
    model.stuff_of_class.assign(classes, 0);
    std::vector<char> seen(classes, 0);
    for (const auto& label : labels) {
      const int id = label.at("id");
      if (id < 0 || id >= classes || seen[id] != 0) {
        throw InputError(json, std::to_string(id), "this id is repeated or not within 0..{}",
                         classes - 1);
      }
      seen[id] = 1;
      const auto& coco = label.at("coco_panoptic_id");
      if (coco.is_null()) continue;
      if (!ChannelOfCocoId(coco.get<int>())) {
        throw InputError(json, std::to_string(id), "{} is not a category of COCO panoptic",
                         coco.get<int>());
      }
      model.stuff_of_class[id] = StuffOf(coco.get<int>());
    }
  } catch (const nlohmann::json::exception& error) {
    throw InputError(json, "", "is not a list of labels: {}", error.what());
  }
  for (const float deviation : model.deviation) {
    if (!(deviation > 0)) throw InputError(json, "std", "must be over 0");
  }
  return model;
}

}  // namespace saccade
