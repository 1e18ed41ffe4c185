#include "saccade/search/durations.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/base/random.h"

namespace saccade {
namespace {

constexpr std::size_t kSteps = 3;
constexpr std::array<const char*, kSteps> kStepNames = {"start", "first", "later"};
constexpr std::size_t kFewest = 8;  // fixations: two for each number that is learned

constexpr std::array<std::pair<const char*, double DurationTerms::*>, 5> kTerms = {
    {{"log_ms", &DurationTerms::log_ms},
     {"came", &DurationTerms::came},
     {"goes", &DurationTerms::goes},
     {"target", &DurationTerms::target},
     {"spread", &DurationTerms::spread}}};

// Calls visit(name, number) for each of them.
template <typename D, typename Visit>
void ForEachTerm(D& durations, Visit&& visit) {
  const auto of = [&](auto& steps, const char* when) {
    for (std::size_t s = 0; s < kSteps; ++s) {
      for (const auto& [term, place] : kTerms) {
        visit(fmt::format("{}.{}.{}", kStepNames[s], when, term), steps[s].*place);
      }
    }
  };
  of(durations.going_on, "going_on");
  of(durations.last, "last");
}

// What a duration depends on: 1, came, goes, target.
using Causes = std::array<double, 4>;

double LogDistance(const FixationInImage& a, const FixationInImage& b) {
  return std::log1p(std::hypot(a.point.x - b.point.x, a.point.y - b.point.y));
}

Causes CausesOf(const ScanpathInImage& path, std::size_t i, const BeliefLayer& sharp, int channel) {
  const auto cell = Grid::CellOf(path[i].point);
  return {1, i > 0 ? LogDistance(path[i - 1], path[i]) : 0,
          i + 1 < path.size() ? LogDistance(path[i], path[i + 1]) : 0,
          cell ? sharp.Value(Grid::Index(*cell), channel) : 0};
}

// Normal equations of log(ms) on its causes.
class LeastSquares {
 public:
  void Add(Causes x, double y) {
    ++count_;
    for (std::size_t r = 0; r < x.size(); ++r) {
      right_[r] += x[r] * y;
      for (std::size_t c = 0; c < x.size(); ++c) left_[r][c] += x[r] * x[c];
    }
    squares_ += y * y;
  }
  std::size_t count() const { return count_; }

  // A cause that never varies has no effect: the ridge keeps it at 0.
  DurationTerms Solve() const {
    constexpr double kRidge = 1e-9;
    auto a = left_;
    auto b = right_;
    constexpr std::size_t n = std::tuple_size_v<Causes>;
    for (std::size_t i = 0; i < n; ++i) a[i][i] += kRidge * static_cast<double>(count_);
    for (std::size_t i = 0; i < n; ++i) {  // positive definite: no pivots
      for (std::size_t r = i + 1; r < n; ++r) {
        const double factor = a[r][i] / a[i][i];
        for (std::size_t c = i; c < n; ++c) a[r][c] -= factor * a[i][c];
        b[r] -= factor * b[i];
      }
    }
    Causes w{};
    for (std::size_t i = n; i-- > 0;) {
      double sum = b[i];
      for (std::size_t c = i + 1; c < n; ++c) sum -= a[i][c] * w[c];
      w[i] = sum / a[i][i];
    }
    double residual = squares_;
    for (std::size_t r = 0; r < n; ++r) residual -= w[r] * right_[r];
    return {w[0], w[1], w[2], w[3],
            std::sqrt(std::max(0.0, residual / static_cast<double>(count_)))};
  }

 private:
  std::size_t count_ = 0;
  std::array<Causes, std::tuple_size_v<Causes>> left_{};
  Causes right_{};
  double squares_ = 0;
};

DurationTerms Solved(const LeastSquares& sums, std::size_t step) {
  if (sums.count() < kFewest) {
    throw InputError(
        fmt::format("{} {} fixations with a duration are too few to learn from; {} are needed",
                    sums.count(), kStepNames[step], kFewest));
  }
  return sums.Solve();
}

std::size_t StepOf(std::size_t fixation) { return std::min(fixation, kSteps - 1); }

class TimedModel : public ScanpathModel {
 public:
  TimedModel(std::unique_ptr<ScanpathModel> model, const Durations& durations)
      : model_(std::move(model)), durations_(durations) {}

  std::string name() const override { return model_->name(); }
  bool NeedsBeliefs() const override { return model_->NeedsBeliefs(); }
  std::vector<TrialInImage> Predict(std::span<const Search> searches,
                                    const PredictOptions& options) const override {
    std::vector<TrialInImage> scanpaths = model_->Predict(searches, options);
    DrawDurations(durations_, searches, options.samples, options.seed, scanpaths);
    return scanpaths;
  }
  std::vector<double> NextFixation(const Search& search,
                                   std::span<const Cell> past) const override {
    return model_->NextFixation(search, past);
  }
  std::vector<double> RewardMap(const Search& search, std::span<const Cell> past) const override {
    return model_->RewardMap(search, past);
  }
  double RewardTemperature() const override { return model_->RewardTemperature(); }

 private:
  std::unique_ptr<ScanpathModel> model_;
  Durations durations_;
};

}  // namespace

std::map<std::string, double> DurationsByName(const Durations& durations) {
  std::map<std::string, double> by_name;
  ForEachTerm(durations, [&](const std::string& name, double value) { by_name[name] = value; });
  return by_name;
}

Durations DurationsOf(const std::map<std::string, double>& by_name, const std::string& origin) {
  Durations durations;
  std::set<std::string> known;
  ForEachTerm(durations, [&](const std::string& name, double& value) {
    const auto found = by_name.find(name);
    if (found == by_name.end()) throw InputError(origin, "durations." + name, "is missing");
    const bool fits =
        std::isfinite(found->second) && (found->second >= 0 || !name.ends_with("spread"));
    if (!fits) throw InputError(origin, "durations." + name, "is {}", found->second);
    value = found->second;
    known.insert(name);
  });
  for (const auto& [name, value] : by_name) {
    if (!known.contains(name)) throw InputError(origin, "durations." + name, "is not known");
  }
  return durations;
}

Durations LearnDurations(std::span<const TrialInImage> trials, const BeliefLibrary& library) {
  std::array<LeastSquares, kSteps> going_on, last;
  for (const TrialInImage& trial : trials) {
    const auto channel = ChannelOfName(trial.task);
    if (trial.condition != Condition::kPresent || !trial.correct || !channel) continue;
    const BeliefLayer& sharp = library.Find(trial.name).sharp;
    for (std::size_t i = 0; i + 1 < trial.scanpath.size(); ++i) {
      const FixationInImage& fixation = trial.scanpath[i];
      if (!(fixation.duration_ms > 0) || !IsInPicture(trial, fixation.point)) continue;
      Causes causes = CausesOf(trial.scanpath, i, sharp, *channel);
      const double log_ms = std::log(fixation.duration_ms);
      going_on[StepOf(i)].Add(causes, log_ms);
      causes[2] = 0;
      last[StepOf(i)].Add(causes, log_ms);
    }
  }
  Durations durations;
  for (std::size_t step = 0; step < kSteps; ++step) {
    durations.going_on[step] = Solved(going_on[step], step);
    durations.last[step] = Solved(last[step], step);
  }
  return durations;
}

void DrawDurations(const Durations& durations, std::span<const Search> searches, int samples,
                   std::uint64_t seed, std::span<TrialInImage> scanpaths) {
  const auto each = static_cast<std::size_t>(samples);
  for (std::size_t p = 0; p < scanpaths.size(); ++p) {
    const Search& search = searches[p / each];
    Random random(seed, "duration", search.stream.value_or(p / each) * each + p % each);
    ScanpathInImage& path = scanpaths[p].scanpath;
    for (std::size_t i = 0; i < path.size(); ++i) {
      const Causes x = CausesOf(path, i, search.Beliefs().sharp, ChannelOfTask(search.task));
      const DurationsByStep& steps = i + 1 < path.size() ? durations.going_on : durations.last;
      const DurationTerms& w = steps[StepOf(i)];
      const double mean = w.log_ms + w.came * x[1] + w.goes * x[2] + w.target * x[3];
      path[i].duration_ms = std::max(1.0, std::round(std::exp(mean + w.spread * random.Normal())));
    }
  }
}

std::unique_ptr<ScanpathModel> WithDurations(std::unique_ptr<ScanpathModel> model,
                                             const Durations& durations) {
  return std::make_unique<TimedModel>(std::move(model), durations);
}

}  // namespace saccade
