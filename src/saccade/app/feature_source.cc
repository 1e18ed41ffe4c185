#include "saccade/app/feature_source.h"

#include <cstdlib>
#include <memory>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/base/options.h"
#include "saccade/image/geometry.h"
#include "saccade/image/picture_file.h"
#include "saccade/perception/feature_cache.h"
#include "saccade/perception/resnet_features.h"

namespace saccade::app {
namespace {

namespace fs = std::filesystem;

fs::path DefaultCache() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache != '\0') return fs::path(cache) / "saccade";
  const char* const home = std::getenv("HOME");
  if (home != nullptr && *home != '\0') return fs::path(home) / ".cache" / "saccade";
  throw InputError("there is no home folder to keep features in; give --feature-cache DIR");
}

}  // namespace

OptionList OptionsOf(FeatureOptions& o) {
  OptionList list;
  list.Add("images", TextOf(o.images), "Folder of the pictures", "FOLDER")
      .Add("features-from", TextOf(o.weights),
           "Weights of the network that makes their features (ResNet-50 of ImageNet, or "
           "Panoptic-FPN)",
           "FILE")
      .Add("feature-cache", TextOf(o.cache),
           "Folder that keeps features, 1.3 MB a picture; by default ~/.cache/saccade "
           "(XDG_CACHE_HOME)",
           "FOLDER");
  return list;
}

ModelInputs OpenFeatures(const FeatureOptions& options) {
  if (options.weights.empty()) return {};
  if (!fs::is_directory(options.images)) {
    throw InputError("--images " + options.images.string() +
                     " is no folder; give that of the pictures");
  }
  // One thread a picture: pictures are made side by side.
  const auto extractor = std::make_shared<const FeatureExtractor>(options.weights, 1);
  const std::string& maker = extractor->Description();
  const fs::path images = options.images;
  const auto cache = std::make_shared<const FeatureCache>(
      options.cache.empty() ? DefaultCache() : options.cache, maker);
  const auto before = [extractor, cache, images](int blocks) -> FeatureSource {
    const std::string cut = blocks > 0 ? fmt::format(" before the last {} blocks", blocks) : "";
    return [=](const std::string& name) {
      // By content: another data set may have pictures of the same name.
      const std::string bytes = ReadFile(images / name);
      return cache->Get(fmt::format("picture {:016x}{}", Checksum(bytes), cut), [&] {
        const Picture picture = FitToImage(ReadPicture(images / name));
        return blocks > 0 ? extractor->ExtractBefore(blocks, picture) : extractor->Extract(picture);
      });
    };
  };
  return {.features = before(0), .feature_maker = maker, .cut = [extractor, before](int blocks) {
            return CutNetwork{before(blocks), extractor->LastBlocks(blocks)};
          }};
}

}  // namespace saccade::app
