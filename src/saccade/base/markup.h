#pragma once

#include <string>
#include <string_view>

namespace saccade {

// Text as it must stand in HTML and SVG, in content and in quoted attributes. XML has no place for
// control characters, not even escaped: but for line ends and tabs they become blanks.
std::string EscapeMarkup(std::string_view text);

// "data:image/jpeg;base64,...": bytes that travel inside the page.
std::string DataUri(std::string_view media_type, std::string_view bytes);

}  // namespace saccade
