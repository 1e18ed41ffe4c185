#include "saccade/app/dataset_synthesize.h"

#include <nlohmann/json.hpp>

#include "saccade/base/options.h"

namespace saccade::app {

OptionList OptionsOf(SynthesizeOptions& o) {
  OptionList data, list;
  data.Add("pictures", o.data.pictures_per_task, {1, 10000}, "Pictures for each of the 18 targets")
      .Add("seed", o.data.seed, {}, "Everything follows from it")
      .Add("shares", NumbersOf(o.data.shares, {0, 1}),
           "Shares of train, valid and test within each target", "A,B,C")
      .Add("second-target", o.data.second_target, {0, 1},
           "Share of the pictures that are also searched for another target")
      .Add("enlarge", o.data.enlarge, {1, 8}, "Pictures so many times as wide and high as 512x320");
  list.Add("out", TextOf(o.out), "Folder to make; appears when complete", "DIR")
      .Add(data)
      .Add("force", o.force, "Replace a simulated data set that is already there")
      .Omit();
  return list;
}

synth::WriteReport Synthesize(const SynthesizeOptions& options) {
  const WatchScope scope(options.watch);
  return synth::WriteDataSet(options.out, options.data, options.force);
}

nlohmann::ordered_json ToJson(const synth::WriteReport& report, const SynthesizeOptions& options) {
  return {{"folder", options.out.string()},
          {"seed", options.data.seed},
          {"pictures", report.pictures},
          {"pairs", report.pairs},
          {"trials", report.trials},
          {"train", report.trials_by_split[0]},
          {"valid", report.trials_by_split[1]},
          {"test", report.trials_by_split[2]},
          {"seconds", report.seconds}};
}

}  // namespace saccade::app
