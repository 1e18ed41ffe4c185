#include "saccade/base/shard_option.h"

namespace saccade {

OptionText TextOf(std::optional<Shard>& place) {
  return {[&place] { return place ? place->Text() : std::string(); },
          [&place](const std::string& text) {
            place = text.empty() ? std::nullopt : std::optional(ParseShard(text));
          }};
}

}  // namespace saccade
