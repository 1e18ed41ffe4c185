#include "saccade/app/compare.h"

#include <nlohmann/json.hpp>

#include "saccade/capi/boundary.h"
#include "saccade/capi/handles.h"

using namespace saccade;
using namespace saccade::capi;

int saccade_compare(const saccade_trials* first, const saccade_trials* second, const char* options,
                    saccade_progress progress, void* data, char** json) {
  return Guard(progress, data, [&] {
    Need(json, "json");
    app::CompareOptions compare{.first = "first", .second = "second"};
    // Trials are given as values.
    Read(options, OptionsOf(compare).Drop({"first", "second", "lenient"}));
    const std::vector<app::ComparedPair> pairs =
        compare.frame == Frame::kDisplay
            ? app::Compare<Frame::kDisplay>(InDisplay(first, "first"), InDisplay(second, "second"),
                                            compare)
            : app::Compare<Frame::kImage>(InImage(first, "first"), InImage(second, "second"),
                                          compare);
    *json = CopyOf(app::ToJson(pairs));
  });
}
