#include "saccade/serve/parameters.h"

#include <algorithm>
#include <charconv>

#include "saccade/base/error.h"
#include "saccade/study/played_search.h"

namespace saccade::serve {

void CheckNames(const std::map<std::string, std::string>& query,
                std::initializer_list<std::string_view> known) {
  for (const auto& [name, value] : query) {
    if (std::ranges::find(known, name) != known.end()) continue;
    std::string list;
    for (const std::string_view word : known)
      list += fmt::format("{}{}", list.empty() ? "" : ", ", word);
    throw InputError(fmt::format("there is no parameter \"{}\"; known are {}", name, list));
  }
}

std::int64_t Number(const std::map<std::string, std::string>& query, const std::string& name,
                    std::int64_t otherwise, std::pair<std::int64_t, std::int64_t> range) {
  const auto found = query.find(name);
  if (found == query.end()) return otherwise;
  const std::string& text = found->second;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (!whole || value < range.first || value > range.second) {
    throw InputError(fmt::format("{} is \"{}\"; it must be a whole number from {} to {}", name,
                                 text, range.first, range.second));
  }
  return value;
}

std::vector<std::string> Words(const std::map<std::string, std::string>& query,
                               const std::string& name) {
  std::vector<std::string> words;
  const auto found = query.find(name);
  if (found == query.end() || found->second.empty()) return words;
  const std::string& text = found->second;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

nlohmann::ordered_json PlayJson(std::vector<nlohmann::ordered_json> searches,
                                const std::vector<std::string>& classes) {
  return {{"palette", HeatPalette()}, {"searches", std::move(searches)}, {"classes", classes}};
}

}  // namespace saccade::serve
