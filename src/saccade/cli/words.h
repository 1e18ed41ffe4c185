#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

#include "saccade/metrics/multimatch.h"
#include "saccade/scene/frame.h"

namespace saccade::cli {

// Words of the command line that stand for values, in the order of --help.
template <typename T>
using Words = std::vector<std::pair<std::string, T>>;

inline const Words<metrics::ShortRule> kShortWords = {{"pad", metrics::ShortRule::kPad},
                                                      {"skip", metrics::ShortRule::kSkip}};
inline const Words<Frame> kFrameWords = {{"image", Frame::kImage}, {"display", Frame::kDisplay}};

// An option that takes one of the words; `place` may be a T or an optional one, and must live as
// long as the command.
template <typename T, typename Place>
CLI::Option* AddWord(CLI::App& command, const std::string& name, Place& place,
                     const Words<T>& words, const std::string& description) {
  std::vector<std::string> names;
  for (const auto& [word, value] : words) names.push_back(word);
  const auto set = [&place, words](const std::string& typed) {
    for (const auto& [word, value] : words) {
      if (word == typed) place = value;
    }
  };
  return command.add_option_function<std::string>(name, set, description)
      ->check(CLI::IsMember(names));
}

}  // namespace saccade::cli
