#include "saccade/app/evaluate.h"

#include <nlohmann/json.hpp>

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
    OptionList list = OptionsOf(evaluate);
    // Trials are given as values, in frames that they know.
    list.Drop({"fixations", "predictions", "lenient", "frame", "predictions-frame"});
    list.Add("by-subject", by_subject, "Curve over searchers with standard errors");
    Read(options, list);
    evaluate.fixations = InImage(humans, "humans");
    for (std::size_t i = 0; i < count; ++i) {
      evaluate.predictions.push_back(
          {&Need((&Need(names, "names"))[i], "names"),
           InImage((&Need(predictions, "predictions"))[i], "predictions")});
    }
    const app::EvaluateResult result = app::Evaluate(evaluate);
    auto document = EvaluationJson(result.humans, result.evaluation, evaluate.seed, by_subject);
    document["understood"] = app::UnderstoodJson(result.understood);
    *json = CopyOf(document);
  });
}
