#include "saccade/study/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <map>
#include <numeric>
#include <set>
#include <thread>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/base/interrupt.h"
#include "saccade/base/json.h"
#include "saccade/base/log.h"
#include "saccade/base/memory.h"
#include "saccade/base/nearest.h"
#include "saccade/base/stopwatch.h"

namespace saccade {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kRecord = "cell.json";

FinishedCell FromRecord(const fs::path& folder, const Json& record) {
  return {folder,
          record.at("result"),
          record.value("seconds", 0.0),
          record.value("complete", true),
          record.value("memory_mb", 0.0),
          record.value("processor_seconds", 0.0)};
}

std::string ResultChecksum(const Json& record) {
  return fmt::format("{:016x}", Checksum(record["result"].dump()));
}

// Whether a file that was meant to be a record is one; a finished one with what it was finished
// with.
bool IsRecord(const Json& record) {
  if (!record.is_object() || !record.contains("inputs") || !record["inputs"].is_object()) {
    return false;
  }
  const auto fits = [&](const char* key, const auto& is_kind) {
    return !record.contains(key) || is_kind(record[key]);
  };
  for (const char* key : {"finished", "complete"}) {
    if (!fits(key, [](const Json& value) { return value.is_boolean(); })) return false;
  }
  for (const char* key : {"seconds", "memory_mb", "processor_seconds"}) {
    if (!fits(key, [](const Json& value) { return value.is_number() && value >= 0; })) return false;
  }
  if (!record.value("finished", false)) return true;
  return record.contains("result") && fits("result_checksum", [&](const Json& value) {
           return value == ResultChecksum(record);
         });
}

}  // namespace

std::string_view CellStateName(CellState state) {
  constexpr std::string_view kNames[] = {"finished", "running", "left", "stale"};
  return kNames[static_cast<int>(state)];
}

std::string FolderName(const std::string& name) {
  std::string out;
  for (const char c : name) {
    const auto u = static_cast<unsigned char>(c);
    if (std::isalnum(u) != 0) {
      out += static_cast<char>(std::tolower(u));
    } else if (!out.empty() && out.back() != '-') {
      out += '-';
    }
  }
  while (!out.empty() && out.back() == '-') out.pop_back();
  return out.empty() ? "model" : out;
}

std::string ChecksumText(const fs::path& file) {
  return fmt::format("{:016x}", Checksum(MappedFile(file).bytes()));
}

Experiment::Experiment(fs::path out, std::vector<StudyCell> cells)
    : out_(std::move(out)), cells_(std::move(cells)) {
  std::set<std::string> names;
  for (const StudyCell& cell : cells_) {
    for (const std::string& need : cell.needs) {
      if (!names.contains(need)) {
        throw std::logic_error(fmt::format("cell {} needs {} before it is there", cell.name, need));
      }
    }
    if (!names.insert(cell.name).second) {
      throw InputError(fmt::format("two cells are called \"{}\"; give other names", cell.name));
    }
  }
  // Looked at last: another process may just be making them.
  if (fs::exists(out_) && !fs::is_empty(out_) && !fs::exists(out_ / "cells")) {
    throw InputError(out_, "", "is not empty and holds no experiment; give another --out");
  }
}

std::size_t Experiment::Index(const std::string& name) const {
  const auto found = std::ranges::find(cells_, name, &StudyCell::name);
  if (found != cells_.end()) return static_cast<std::size_t>(found - cells_.begin());
  const std::string nearest = NearestWord(name, All());
  throw InputError(fmt::format("there is no cell \"{}\"; {}--list shows all", name,
                               nearest.empty() ? "" : "did you mean " + nearest + "? "));
}

std::vector<std::string> Experiment::All() const {
  std::vector<std::string> names;
  for (const StudyCell& cell : cells_) names.push_back(cell.name);
  return names;
}

std::vector<std::string> Experiment::Named(const std::vector<std::string>& names) const {
  for (const std::string& name : names) Index(name);
  return names;
}

std::vector<std::vector<std::string>> Experiment::Groups() const {
  // Each cell's group is the first cell that it is connected with.
  std::vector<std::size_t> group(cells_.size());
  std::iota(group.begin(), group.end(), std::size_t{0});
  for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
    for (const std::string& need : cells_[cell].needs) {
      const std::size_t other = group[Index(need)], own = group[cell];
      std::ranges::replace(group, std::max(other, own), std::min(other, own));
    }
  }
  std::vector<std::vector<std::string>> groups;
  std::map<std::size_t, std::size_t> order;
  for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
    const std::size_t place = order.emplace(group[cell], order.size()).first->second;
    groups.resize(order.size());
    groups[place].push_back(cells_[cell].name);
  }
  return groups;
}

std::vector<std::string> Experiment::ShareOf(const Shard& shard) const {
  std::set<std::string> mine;
  const auto groups = Groups();
  for (std::size_t i = shard.index; i < groups.size(); i += shard.count) {
    mine.insert(groups[i].begin(), groups[i].end());
  }
  std::vector<std::string> names = All();  // in their order
  std::erase_if(names, [&](const std::string& name) { return !mine.contains(name); });
  return names;
}

// What must be the same for a result to stand for this cell.
Json Experiment::Identity(const StudyCell& cell) const {
  Json identity = {{"code", "saccade " SACCADE_VERSION}};
  identity.update(cell.inputs);
  for (const std::string& need : cell.needs) {
    identity[need] = fmt::format("{:016x}", Checksum(Identity(cells_[Index(need)]).dump()));
  }
  return identity;
}

Json Experiment::Record(const StudyCell& cell) const {
  const fs::path file = Folder(cell) / kRecord;
  if (!fs::exists(file)) return nullptr;
  Json record = ReadJson<Json>(file);
  if (!IsRecord(record)) {
    throw InputError(file, "", "is no record of a cell, or a damaged one; remove its folder");
  }
  return record;
}

std::string Experiment::Difference(const StudyCell& cell, const Json& record) const {
  if (record.is_null()) return "";
  const Json now = Identity(cell);
  const Json& before = record["inputs"];
  const auto text = [](const Json& json, const std::string& key) {
    return json.contains(key) ? json[key].dump() : "not given";
  };
  Json keys = before;
  keys.update(now);
  for (const auto& [key, value] : keys.items()) {
    if (text(before, key) == text(now, key)) continue;
    return fmt::format("{}: is {} in the cell that is there and {} in this call", key,
                       text(before, key), text(now, key));
  }
  return "";
}

void Experiment::CheckInputs(const StudyCell& cell, const Json& record) const {
  const std::string difference = Difference(cell, record);
  if (difference.empty()) return;
  throw InputError(
      fmt::format("{}:{}; use the same, remove the cell's folder, or give another --out",
                  (Folder(cell) / kRecord).string(), difference));
}

bool Experiment::IsFinished(const StudyCell& cell) const {
  const Json record = Record(cell);
  CheckInputs(cell, record);
  return !record.is_null() && record.value("finished", false);
}

std::vector<CellStatus> Experiment::List() const {
  std::vector<CellStatus> list;
  std::map<std::string, std::pair<double, int>> by_kind;  // seconds, cells
  std::map<std::string, double> memory;                   // of a kind, the most
  for (const StudyCell& cell : cells_) {
    const Json record = Record(cell);
    CellStatus& status = list.emplace_back();
    status.name = cell.name;
    status.kind = cell.kind;
    status.stale = Difference(cell, record);
    status.holder = Lease::HolderOf(Folder(cell) / "lease");
    const bool finished = !record.is_null() && record.value("finished", false);
    if (!status.stale.empty()) {
      status.state = CellState::kStale;
    } else if (finished) {
      status.state = CellState::kFinished;
      const FinishedCell cost = FromRecord(Folder(cell), record);
      status.seconds = cost.seconds;
      status.seconds_from = "measured";
      double& most = memory[cell.kind];
      most = std::max(most, cost.memory_mb);
      if (!cost.seconds_complete) continue;
      by_kind[cell.kind].first += cost.seconds;
      ++by_kind[cell.kind].second;
    } else if (status.holder) {
      status.state = CellState::kRunning;
    }
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (const auto most = memory.find(list[i].kind); most != memory.end()) {
      list[i].memory_mb = most->second;
    }
    if (list[i].seconds) continue;
    if (const auto known = by_kind.find(list[i].kind); known != by_kind.end()) {
      list[i].seconds = known->second.first / known->second.second;
      list[i].seconds_from = "finished cells of its kind";
    } else if (cells_[i].estimate_seconds) {
      list[i].seconds = cells_[i].estimate_seconds;
      list[i].seconds_from = "declared";
    }
  }
  return list;
}

std::set<std::string> Experiment::Finished() const {
  std::set<std::string> names;
  for (const CellStatus& cell : List()) {
    if (cell.state == CellState::kFinished) names.insert(cell.name);
  }
  return names;
}

FinishedCell Experiment::Read(const std::string& name) const {
  const StudyCell& cell = cells_[Index(name)];
  const Json record = Record(cell);
  CheckInputs(cell, record);
  if (record.is_null() || !record.value("finished", false)) {
    throw InputError(Folder(cell), "", "is not finished");
  }
  return FromRecord(Folder(cell), record);
}

Experiment::Outcome Experiment::Compute(const std::vector<std::string>& names, Held held) const {
  // Those asked for and what they need, in the order of the list.
  std::vector<char> wanted(cells_.size());
  for (const std::string& name : names) wanted[Index(name)] = 1;
  for (std::size_t i = cells_.size(); i-- > 0;) {
    if (wanted[i] == 0) continue;
    for (const std::string& need : cells_[i].needs) wanted[Index(need)] = 1;
  }
  Outcome outcome;
  std::vector<const StudyCell*> left;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (wanted[i] == 0) continue;
    if (IsFinished(cells_[i])) {
      ++outcome.finished_before;
      LogInfo("{}: finished already", cells_[i].name);
    } else {
      left.push_back(&cells_[i]);
    }
  }
  // Again while something was computed: others may have finished meanwhile what a cell waits for.
  int waited = 0;
  for (std::size_t before = left.size() + 1; !left.empty();) {
    const bool moved = left.size() < before;
    if (!moved && held == Held::kPass) break;
    if (!moved) WaitFor(*left.front(), waited++);
    before = left.size();
    std::erase_if(left, [&](const StudyCell* cell) { return ComputeOne(*cell, outcome); });
  }
  for (const StudyCell* cell : left) {
    const auto holder = Lease::HolderOf(Folder(*cell) / "lease");
    outcome.elsewhere.push_back(cell->name + (holder ? " by " + holder->Text() : ""));
  }
  return outcome;
}

// For two seconds; the first of many turns says so. ComputeOne asks whether to stop.
void Experiment::WaitFor(const StudyCell& cell, int turn) const {
  constexpr int kTurnsAWord = 300;
  const auto holder = Lease::HolderOf(Folder(cell) / "lease");
  if (turn % kTurnsAWord == 0) {
    LogInfo("{}: waiting{}", cell.name, holder ? " for " + holder->Text() : "");
  }
  std::this_thread::sleep_for(std::chrono::seconds(2));
}

// True when the cell is finished, by whomever.
bool Experiment::ComputeOne(const StudyCell& cell, Outcome& outcome) const {
  if (InterruptRequested()) {
    throw Interrupted(
        fmt::format("stopped; {} finished cells are kept in {}; the same command goes on",
                    outcome.computed + outcome.finished_before, out_.string()));
  }
  for (const std::string& need : cell.needs) {
    if (!IsFinished(cells_[Index(need)])) return false;
  }
  const fs::path folder = Folder(cell), file = folder / kRecord;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    throw Failure(fmt::format("{}: cannot be made ({})", folder.string(), error.message()));
  const auto lease = Lease::Take(folder / "lease");
  if (!lease) return IsFinished(cell);
  if (IsFinished(cell)) return true;

  const Json before = Record(cell);
  Json record = {{"cell", cell.name}, {"kind", cell.kind}, {"finished", false}};
  const bool complete = before.is_null() || before.value("complete", true);
  const double seconds = before.is_null() ? 0 : before.value("seconds", 0.0);
  Stopwatch watch;
  const double processor = ProcessorSeconds();
  const double processor_before = before.is_null() ? 0 : before.value("processor_seconds", 0.0);
  ResetPeakMemory();
  const double resident = ResidentMemoryMb();
  const auto write = [&](bool is_complete) {
    record["seconds"] = seconds + watch.Lap();
    record["processor_seconds"] = processor_before + ProcessorSeconds() - processor;
    record["complete"] = is_complete;  // until it is, the time of a process that was killed is lost
    record["memory_mb"] = std::max(before.is_null() ? 0.0 : before.value("memory_mb", 0.0),
                                   PeakMemoryMb() - resident);
    record["inputs"] = Identity(cell);
    if (!lease->IsHeld()) {
      throw Failure(fmt::format("{}: was taken over by another process while this one was silent",
                                folder.string()));
    }
    WriteFileAtomically(file, record.dump(1) + "\n");
  };
  write(false);
  LogInfo("{}: computing", cell.name);
  try {
    record["result"] = cell.compute(folder, [this](const std::string& name) { return Read(name); });
  } catch (const Interrupted&) {
    write(complete);
    throw Interrupted(
        fmt::format("stopped; {} finished cells are kept in {}; the same command goes on",
                    outcome.computed + outcome.finished_before, out_.string()));
  }
  record["finished"] = true;
  record["result_checksum"] = ResultChecksum(record);
  write(complete);
  ++outcome.computed;
  return true;
}

}  // namespace saccade
