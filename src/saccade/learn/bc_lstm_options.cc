#include "saccade/learn/bc_lstm_options.h"

#include <nlohmann/json.hpp>

#include "saccade/base/error.h"
#include "saccade/beliefs/belief_state.h"
#include "saccade/learn/option_fields.h"

namespace saccade {
namespace {

std::vector<OptionField> Fields(BcLstmOptions& o) {
  return {{"only_correct", &o.demonstrations.only_correct},
          {"cut_at_last", &o.demonstrations.cut_at_last},
          {"max_entries", &o.demonstrations.max_entries},
          {"drop_revisits", &o.demonstrations.drop_revisits},
          {"channels", &o.channels},
          {"mirror", &o.mirror},
          {"drop_stuff", &o.drop_stuff},
          {"hidden", &o.hidden},
          {"gaze_prior", &o.gaze_prior},
          {"epochs", &o.epochs},
          {"searches_per_batch", &o.searches_per_batch},
          {"rate", &o.rate},
          {"smoothing", &o.smoothing},
          {"weight_decay", &o.weight_decay},
          {"gradient_clip", &o.gradient_clip},
          {"validate_every", &o.validate_every},
          {"validation_samples", &o.validation_samples},
          {"final_samples", &o.final_samples},
          {"checkpoint_every", &o.checkpoint_every}};
}

}  // namespace

void BcLstmOptions::Check() const {
  const auto require = [](bool holds, const char* name, const char* what) {
    if (!holds) throw InputError(std::string(name) + " " + what);
  };
  require(demonstrations.max_entries >= 2, "max_entries", "must be at least 2: start and one more");
  CheckChannels(channels);
  require(drop_stuff >= 0 && drop_stuff <= 1, "drop_stuff", "must lie in 0..1");
  require(hidden > 0 && hidden % 4 == 0 && hidden <= 512, "hidden",
          "must be a multiple of 4 in 4..512");
  require(epochs > 0, "epochs", "must be positive");
  require(searches_per_batch > 0, "searches_per_batch", "must be positive");
  require(rate > 0, "rate", "must be positive");
  require(smoothing >= 0, "smoothing", "must not be negative");
  require(weight_decay >= 0, "weight_decay", "must not be negative");
  require(gradient_clip >= 0, "gradient_clip", "must not be negative");
  require(validate_every > 0, "validate_every", "must be positive");
  require(validation_samples > 0, "validation_samples", "must be positive");
  require(final_samples > 0, "final_samples", "must be positive");
  require(checkpoint_every > 0, "checkpoint_every", "must be positive");
}

nlohmann::ordered_json ToJson(const BcLstmOptions& options) {
  BcLstmOptions copy = options;
  return FieldsToJson(Fields(copy));
}

BcLstmOptions BcLstmOptionsFromJson(const nlohmann::ordered_json& document,
                                    const std::string& origin) {
  BcLstmOptions options;
  const std::vector<OptionField> fields = Fields(options);
  for (const auto& [name, value] : document.items()) SetField(fields, name, value, origin);
  return options;
}

}  // namespace saccade
