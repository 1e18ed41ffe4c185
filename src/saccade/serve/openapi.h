#pragma once

#include <string_view>

namespace saccade::serve {

// The description of the interface, OpenAPI 3.1 as JSON.
std::string_view OpenApi();

}  // namespace saccade::serve
