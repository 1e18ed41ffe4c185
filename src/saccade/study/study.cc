#include "saccade/study/study.h"

#include <fmt/format.h>

#include "saccade/base/error.h"
#include "saccade/base/log.h"
#include "saccade/base/progress.h"

namespace saccade {

const GivenModel& StudyOptions::Model() const {
  if (models.size() != 1)
    throw InputError("--model FOLDER is needed, once: whose searches it is about");
  return models.front();
}

std::vector<std::uint64_t> SeedsOf(const StudyOptions& options) {
  std::vector<std::uint64_t> seeds;
  for (int i = 0; i < options.seeds; ++i) {
    seeds.push_back(options.seed + static_cast<std::uint64_t>(i));
  }
  return seeds;
}

std::optional<StudyResult> RunStudy(const Study& study, const StudyOptions& options,
                                    const StudyShare& share, const std::string& command) {
  const Experiment experiment(options.out, study.cells(options));
  if (options.so_far) {
    LogInfo("{}: {} of {} cells are finished", options.out.string(), experiment.Finished().size(),
            experiment.cells().size());
    return study.assemble(experiment, options, command);
  }
  const auto names = !share.only.empty() ? experiment.Named(share.only)
                     : share.shard       ? experiment.ShareOf(*share.shard)
                                         : experiment.All();
  const Experiment::Outcome outcome =
      experiment.Compute(names, share.wait ? Experiment::Held::kWait : Experiment::Held::kPass);
  LogInfo("{}: {} cells computed, {} were finished already", options.out.string(), outcome.computed,
          outcome.finished_before);
  if (!outcome.elsewhere.empty()) {
    throw Failure(
        fmt::format("{}: other processes still compute {}; {}run the same command again "
                    "when they are done",
                    options.out.string(), fmt::join(outcome.elsewhere, ", "),
                    share.IsAll() ? "no table was made, " : ""));
  }
  if (!share.IsAll()) return std::nullopt;
  return study.assemble(experiment, options, command);
}

Table CellTable(const std::vector<CellStatus>& cells) {
  Table table;
  std::map<CellState, std::pair<int, double>> totals;
  table.columns = {{"cell"}, {"state"}, {"cost"}, {"by"}};
  for (const CellStatus& cell : cells) {
    std::string state(CellStateName(cell.state));
    if (cell.state == CellState::kRunning) state += " by " + cell.holder->Text();
    if (cell.state == CellState::kStale) state += ": " + cell.stale;
    TableCell cost;
    if (cell.seconds) cost = DurationText(*cell.seconds);
    table.rows.push_back({cell.name, state, cost, cell.seconds_from});
    ++totals[cell.state].first;
    totals[cell.state].second += cell.seconds.value_or(0);
  }
  std::string title;
  for (const auto& [state, total] : totals) {
    title += fmt::format("{}{} {}", title.empty() ? "" : ", ", total.first, CellStateName(state));
    if (total.second > 0) title += fmt::format(" ({})", DurationText(total.second));
  }
  table.title = {"Cells: " + title};
  return table;
}

nlohmann::ordered_json ToJson(const std::vector<CellStatus>& cells) {
  auto list = nlohmann::ordered_json::array();
  for (const CellStatus& cell : cells) {
    auto& json = list.emplace_back();
    json = {{"cell", cell.name}, {"kind", cell.kind}, {"state", CellStateName(cell.state)}};
    if (cell.holder) json["holder"] = {{"host", cell.holder->host}, {"pid", cell.holder->pid}};
    if (!cell.stale.empty()) json["stale"] = cell.stale;
    if (!cell.seconds) continue;
    json["seconds"] = *cell.seconds;
    json["seconds_from"] = cell.seconds_from;
  }
  return {{"cells", list}};
}

}  // namespace saccade
