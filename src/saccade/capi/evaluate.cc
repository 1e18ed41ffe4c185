#include "saccade/app/evaluate.h"

#include "saccade/capi/boundary.h"
#include "saccade/capi/handles.h"
#include "saccade/study/evaluation_json.h"

using namespace saccade;
using namespace saccade::capi;

int saccade_evaluate(const saccade_trials* humans, const char* const* names,
                     const saccade_trials* const* predictions, size_t count, const char* options,
                     saccade_progress progress, void* data, char** json) {
  return Guard(progress, data, [&] {
    Need(json, "json");
    app::EvaluateOptions evaluate;
    bool by_subject = false;
    Options given(options);
    given.Take("model", evaluate.models);
    given.Take("protocol", evaluate.protocol);
    metrics::StringCut cut{};
    if (given.Has("cut")) {
      given.TakeWord("cut", {"none", "both", "prediction"}, cut);
      evaluate.cut = cut;
    }
    given.Take("steps", evaluate.steps);
    given.TakeWord("short", {"pad", "skip"}, evaluate.short_rule);
    given.Take("samples", evaluate.samples);
    given.Take("bootstrap", evaluate.bootstrap);
    given.Take("seed", evaluate.seed);
    given.Take("by-subject", by_subject);
    given.Finish();
    evaluate.fixations = InImage(humans, "humans");
    for (std::size_t i = 0; i < count; ++i) {
      evaluate.predictions.push_back(
          {&Need((&Need(names, "names"))[i], "names"),
           InImage((&Need(predictions, "predictions"))[i], "predictions")});
    }
    const app::EvaluateResult result = app::Evaluate(evaluate);
    *json =
        CopyOf(EvaluationJson(result.humans, result.evaluation, evaluate.seed, by_subject).dump());
  });
}
