#include "saccade/study/metric_words.h"

#include <algorithm>
#include <array>
#include <utility>

#include "saccade/metrics/score_table.h"

namespace saccade {

std::string MetricWords(std::string_view name) {
  static constexpr std::array kWords =
      std::to_array<std::pair<std::string_view, std::string_view>>({
          {"distance", "distance from people"},
          {"real_loss", "loss on people's pairs"},
          {"fake_loss", "loss on the policy's pairs"},
          {"real_accuracy", "people's pairs told right"},
          {"fake_accuracy", "the policy's pairs told right"},
          {"penalty", "gradient penalty"},
          {"rate", "learning rate"},
          {"gradient", "length of the gradient"},
          {"value_loss", "loss of the value"},
          {"entropy", "entropy, nats"},
          {"clipped", "share of clipped steps"},
          {"found", "share of searches that find the target"},
          {"length", "fixations of a search"},
          {"states", "states seen"},
          {"reward", "mean reward"},
      });
  for (const metrics::ScoreInfo& info : metrics::kScoreTable) {
    if (info.key == name) return std::string(info.name);
  }
  const auto known =
      std::ranges::find(kWords, name, &std::pair<std::string_view, std::string_view>::first);
  std::string words(known == kWords.end() ? name : known->second);
  std::ranges::replace(words, '_', ' ');
  return words;
}

}  // namespace saccade
