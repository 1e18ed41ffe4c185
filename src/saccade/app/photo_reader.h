#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>

#include "saccade/app/parsing.h"
#include "saccade/image/picture.h"
#include "saccade/perception/photo_beliefs.h"

namespace saccade::app {

// Photos become beliefs: by segmentations that lie beside them (perception/stored_scenes.h), or by
// a parser, which is opened when the first photo needs it. May be called from several threads.
class PhotoReader {
 public:
  explicit PhotoReader(ParsingOptions options) : options_(std::move(options)) {}
  explicit PhotoReader(std::shared_ptr<const Parser> parser) : parser_(std::move(parser)) {}

  // `blur`: sigma of the periphery's view. A photo with stored segmentations needs no parser,
  // unless one is named. Throws InputError for what is no picture (image/picture_file.h).
  ParsedPhoto Read(const std::filesystem::path& photo, double blur) const;
  // `name` is what messages and scanpaths call it.
  ParsedPhoto Read(Picture photo, const std::string& name, double blur) const;

  // Throws InputError when none is installed.
  const Parser& parser() const;

 private:
  ParsingOptions options_{};
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const Parser> parser_;
};

}  // namespace saccade::app
