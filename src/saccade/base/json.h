#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace saccade {

// JSON as it comes from anybody. Every JSON that is not read by simdjson is read by this.

// Deeper than anything of ours, and far from the depth at which values that hold each other
// exhaust the stack when they are copied or printed.
inline constexpr int kDeepestJson = 64;

// Throws InputError, naming `file` and line, when the text is not JSON or nests deeper. The ordered
// kind finds a name by looking at all of them: for files of ours only.
template <typename Json = nlohmann::json>
Json ParseJson(std::string_view text, const std::filesystem::path& file);
template <typename Json = nlohmann::json>
Json ReadJson(const std::filesystem::path& file);

// Throws InputError where the text nests deeper; ParseJson does this.
void CheckJsonDepth(std::string_view text, const std::filesystem::path& file);

// A value for a message: "3.5", "\"cup\"", "a list", "an object"; never long.
template <typename Json>
std::string JsonText(const Json& value);

}  // namespace saccade
