#include "saccade/study/metric_words.h"

#include <algorithm>
#include <array>
#include <utility>

namespace saccade {

std::string MetricWords(std::string_view name) {
  static constexpr std::array kWords =
      std::to_array<std::pair<std::string_view, std::string_view>>({
          {"tfp_auc", "TFP-AUC"},
          {"multimatch.shape", "MultiMatch, shape"},
          {"multimatch.direction", "MultiMatch, direction"},
          {"multimatch.length", "MultiMatch, length"},
          {"multimatch.position", "MultiMatch, position"},
          {"scanmatch", "ScanMatch"},
          {"scanmatch_duration", "ScanMatch with durations"},
          {"cig", "cIG, bits"},
          {"cnss", "cNSS"},
          {"cauc", "cAUC"},
          {"auc", "AUC"},
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
  const auto known =
      std::ranges::find(kWords, name, &std::pair<std::string_view, std::string_view>::first);
  std::string words(known == kWords.end() ? name : known->second);
  std::ranges::replace(words, '_', ' ');
  return words;
}

}  // namespace saccade
