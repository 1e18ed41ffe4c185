#include "saccade/app/photo_reader.h"

#include "saccade/perception/stored_scenes.h"

namespace saccade::app {

const Parser& PhotoReader::parser() const {
  const std::lock_guard lock(mutex_);
  if (!parser_) parser_ = OpenParserOf(options_);
  return *parser_;
}

ParsedPhoto PhotoReader::Read(const std::filesystem::path& photo, double blur) const {
  if (options_.parser.empty() && !options_.blur && options_.input_size == 0) {
    if (const auto stored = StoredScenes::Of(photo)) return stored->Read();
  }
  return ParsePhoto(photo, parser(), {.sigma = blur});
}

ParsedPhoto PhotoReader::Read(Picture photo, const std::string& name, double blur) const {
  return ParsePhoto(std::move(photo), name, parser(), {.sigma = blur});
}

}  // namespace saccade::app
