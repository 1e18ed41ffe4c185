#include "format_fuzz.h"
#include "saccade/scene/trial_formats.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return ReadAsFormat(
      "bids", "sub-01_task-search_physioevents.tsv", data, size,
      "sub-01_task-search_physioevents.json",
      R"({"Columns": ["onset", "duration", "trial_type", "x_coordinate", "y_coordinate"], "StimulusPresentation": {"ScreenResolution": [1280, 1024]}})");
}
