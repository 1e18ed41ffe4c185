#pragma once

#include <string_view>

namespace saccade {

// The page that is served, its script and style: built from web/.
std::string_view ServePage();
std::string_view ServeScript();
std::string_view ServeStyle();

}  // namespace saccade
