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

// Throws InputError, naming `file` and line, when the text is not JSON or nests deeper.
nlohmann::ordered_json ParseJson(std::string_view text, const std::filesystem::path& file);
nlohmann::ordered_json ReadJson(const std::filesystem::path& file);

// A value for a message: "3.5", "\"cup\"", "a list", "an object"; never long.
std::string JsonText(const nlohmann::ordered_json& value);

}  // namespace saccade
