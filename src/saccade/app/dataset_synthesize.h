#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

#include "saccade/base/options_fwd.h"
#include "saccade/base/watch.h"
#include "saccade/synth/data_set_files.h"

namespace saccade::app {

// Makes a data set of simulated rooms, streets and searchers.
struct SynthesizeOptions {
  std::filesystem::path out{};  // appears when complete
  synth::DataSetOptions data{};
  bool force = false;  // replace such a data set that is there
  Watch watch{};
};
OptionList OptionsOf(SynthesizeOptions& options);

// Throws as synth::WriteDataSet.
synth::WriteReport Synthesize(const SynthesizeOptions& options);
nlohmann::ordered_json ToJson(const synth::WriteReport& report, const SynthesizeOptions& options);

}  // namespace saccade::app
