#include "saccade/perception/weights.h"

#include <fmt/ranges.h>

#include <cmath>
#include <cstddef>

#include "saccade/base/error.h"
#include "saccade/base/log.h"

namespace saccade {
namespace {

constexpr double kNormEpsilon = 1e-5;

// "a, b, c and 12 more".
std::string Listed(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 6;
  if (names.size() <= kShown) return fmt::format("{}", fmt::join(names, ", "));
  return fmt::format("{} and {} more", fmt::join(names.begin(), names.begin() + kShown, ", "),
                     names.size() - kShown);
}

}  // namespace

HostTensor WeightReader::Take(const std::string& name, const std::vector<std::int64_t>& shape) {
  const auto found = tensors_.find(name);
  if (found == tensors_.end()) {
    missing_.push_back(name);
    return {shape, std::vector<float>(ElementCount(shape))};
  }
  if (found->second.shape != shape) {
    throw InputError(file_, name, "has the shape {}, not {}; is this another network's file?",
                     found->second.shape, shape);
  }
  taken_.insert(name);
  return found->second;
}

HostTensor WeightReader::TakeOr(const std::string& name, const std::vector<std::int64_t>& shape,
                                float fill) {
  if (tensors_.contains(name)) return Take(name, shape);
  filled_.push_back(name);
  return {shape, std::vector<float>(ElementCount(shape), fill)};
}

void WeightReader::Finish() const {
  if (!missing_.empty()) {
    throw InputError(file_, "", "{} parameters of the network are missing: {}", missing_.size(),
                     Listed(missing_));
  }
  if (!filled_.empty()) {
    LogWarning("{}: without statistics, taken as mean 0 and variance 1: {}", file_.string(),
               Listed(filled_));
  }
  std::vector<std::string> ignored;
  for (const auto& [name, tensor] : tensors_) {
    if (!taken_.contains(name)) ignored.push_back(name);
  }
  if (!ignored.empty()) LogInfo("{}: ignored: {}", file_.string(), fmt::join(ignored, ", "));
}

FoldedConvolution TakeFolded(WeightReader& reader, const std::string& weight_name,
                             const std::string& norm, const std::vector<std::int64_t>& shape) {
  const std::vector<std::int64_t> channels = {shape[0]};
  FoldedConvolution folded{reader.Take(weight_name, shape), {channels, {}}};
  const HostTensor gamma = reader.Take(norm + ".weight", channels);
  const HostTensor beta = reader.Take(norm + ".bias", channels);
  const HostTensor mean = reader.TakeOr(norm + ".running_mean", channels, 0.f);
  const HostTensor variance = reader.TakeOr(norm + ".running_var", channels, 1.f);
  const std::size_t per_channel = folded.weight.values.size() / static_cast<std::size_t>(shape[0]);
  for (std::size_t c = 0; c < gamma.values.size(); ++c) {
    const double factor = gamma.values[c] / std::sqrt(variance.values[c] + kNormEpsilon);
    for (std::size_t i = c * per_channel; i < (c + 1) * per_channel; ++i) {
      folded.weight.values[i] = static_cast<float>(folded.weight.values[i] * factor);
    }
    folded.bias.values.push_back(static_cast<float>(beta.values[c] - mean.values[c] * factor));
  }
  return folded;
}

}  // namespace saccade
