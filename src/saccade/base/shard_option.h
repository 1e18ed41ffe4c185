#pragma once

#include <optional>

#include "saccade/base/options.h"
#include "saccade/base/shard.h"

namespace saccade {

// A share as an option, "3/8".
OptionText TextOf(std::optional<Shard>& place);

}  // namespace saccade
