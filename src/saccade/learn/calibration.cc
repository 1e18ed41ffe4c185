#include "saccade/learn/calibration.h"

#include "saccade/base/progress.h"

namespace saccade {

Calibrated Calibrate(const CalibrationGrid& grid,
                     const std::function<double(const Calibration&)>& distance) {
  std::map<Calibration, double> known;
  std::size_t most = 1;  // each round tries every value but the one that is there
  for (const CalibrationRange& range : grid) most += 2 * (range.values.size() - 1);
  Progress progress("calibration", most);
  const auto measured = [&](const Calibration& calibration) {
    const auto [place, is_new] = known.emplace(calibration, 0);
    if (is_new) {
      place->second = distance(calibration);
      progress.Step();
    }
    return place->second;
  };
  Calibrated best;
  for (const auto& [name, values] : grid) best.calibration[name] = values.front();
  best.distance = measured(best.calibration);
  for (int round = 0; round < 2; ++round) {
    for (const auto& [name, values] : grid) {
      for (const double value : values) {
        Calibration calibration = best.calibration;
        calibration[name] = value;
        const double found = measured(calibration);
        if (found < best.distance) best = {calibration, found};
      }
    }
  }
  return best;
}

}  // namespace saccade
