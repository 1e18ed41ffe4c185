#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace saccade::serve {

// Reading a question's parameters. InputErrors name the parameter, what it says and what it may.

// Throws for a parameter that is none of `known`.
void CheckNames(const std::map<std::string, std::string>& query,
                std::initializer_list<std::string_view> known);

// A whole number from range.first to range.second.
std::int64_t Number(const std::map<std::string, std::string>& query, const std::string& name,
                    std::int64_t otherwise, std::pair<std::int64_t, std::int64_t> range);

// "a,b" as two words; none for a parameter that is not there or empty.
std::vector<std::string> Words(const std::map<std::string, std::string>& query,
                               const std::string& name);

// What the page plays (web/src/api.ts, Play).
nlohmann::ordered_json PlayJson(std::vector<nlohmann::ordered_json> searches,
                                const std::vector<std::string>& classes);

}  // namespace saccade::serve
