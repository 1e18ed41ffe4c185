#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>

#include "saccade/perception/resnet_features.h"
#include "saccade/scene/frame.h"

namespace saccade {

// Features on disk, one file an entry, half precision, memory-mapped when read; an entry appears
// whole or not at all, and one that is damaged or was made by another extractor is made again. 1.3
// MB each.
class FeatureCache {
 public:
  // `maker` is the extractor's Description().
  FeatureCache(std::filesystem::path folder, std::string maker);

  // The entry of `key` ("000000000194.jpg", or with fixations CfiKey), computed once. The values
  // are those of half precision from the first time on. May be called from several threads.
  PictureFeatures Get(const std::string& key,
                      const std::function<PictureFeatures()>& compute) const;

  std::filesystem::path FileOf(const std::string& key) const;

 private:
  std::filesystem::path folder_;
  std::string maker_;
};

// The key of a picture after fixations.
std::string CfiKey(const std::string& name, std::span<const PointInImage> fixations);

}  // namespace saccade
