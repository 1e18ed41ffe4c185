#include "saccade/study/cell_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "saccade/base/error.h"

namespace saccade {
namespace {

constexpr double kReserve = 2;             // a shared node may be half as fast
constexpr int kLeastMinutes = 5;           // a lost node's claim lasts two of them
constexpr int kUnknownMinutes = 240;       // where nothing is known; said in the script
constexpr double kProgramMb = 512;         // before a cell's own memory
constexpr double kUnknownMemoryMb = 4096;  // the same

// What is left to compute one after the other, and what it takes.
struct Job {
  std::vector<std::string> cells;
  double seconds = 0;
  double memory_mb = 0;
  bool seconds_known = true;
  bool memory_known = true;

  void Add(const CellStatus& cell) {
    cells.push_back(cell.name);
    seconds += cell.seconds.value_or(0);
    seconds_known = seconds_known && cell.seconds.has_value();
    memory_mb = std::max(memory_mb, cell.memory_mb.value_or(0));
    memory_known = memory_known && cell.memory_mb.has_value();
  }
  int Minutes() const {
    if (!seconds_known) return kUnknownMinutes;
    return std::max(kLeastMinutes, static_cast<int>(std::ceil(kReserve * seconds / 60)));
  }
  int MemoryMb() const {
    const double wanted = kProgramMb + kReserve * memory_mb;
    return static_cast<int>(std::ceil(memory_known ? wanted : std::max(wanted, kUnknownMemoryMb)));
  }
};

std::map<std::string, CellStatus> CellsLeft(const Experiment& experiment) {
  std::map<std::string, CellStatus> left;
  for (CellStatus& cell : experiment.List()) {
    if (cell.state == CellState::kStale) {
      throw InputError(experiment.out(), cell.name,
                       "{}; remove the cell's folder, or give another --out", cell.stale);
    }
    if (cell.state != CellState::kFinished) left.emplace(cell.name, cell);
  }
  if (left.empty()) {
    throw InputError(experiment.out(), "",
                     "all cells are finished; the command without --slurm and --snakemake makes "
                     "the tables");
  }
  return left;
}

std::string GuessNote(bool seconds_known, bool memory_known) {
  if (seconds_known && memory_known) return "";
  return fmt::format("# The {} guessed: no cell of some kind is finished yet. Change {}.\n",
                     seconds_known  ? "memory is"
                     : memory_known ? "time is"
                                    : "time and the memory are",
                     seconds_known || memory_known ? "it" : "them");
}

}  // namespace

std::string SlurmScript(const Experiment& experiment, const ScriptOptions& options) {
  const auto left = CellsLeft(experiment);
  std::vector<Job> jobs;
  for (const auto& group : experiment.Groups()) {
    Job job;
    for (const std::string& cell : group) {
      if (left.contains(cell)) job.Add(left.at(cell));
    }
    if (!job.cells.empty()) jobs.push_back(std::move(job));
  }
  int minutes = 0, memory = 0;
  bool seconds_known = true, memory_known = true;
  std::string tasks;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    minutes = std::max(minutes, jobs[i].Minutes());
    memory = std::max(memory, jobs[i].MemoryMb());
    seconds_known = seconds_known && jobs[i].seconds_known;
    memory_known = memory_known && jobs[i].memory_known;
    tasks += fmt::format("  {}) cells=\"{}\" ;;\n", i, fmt::join(jobs[i].cells, " "));
  }
  return fmt::format(
      "#!/bin/sh\n"
      "#SBATCH --job-name=saccade-{0}\n"
      "#SBATCH --array=0-{1}\n"
      "#SBATCH --cpus-per-task={2}\n"
      "#SBATCH --mem={3}M\n"
      "#SBATCH --time={4}\n"
      "#SBATCH --requeue\n"
      "# {5} cells that are left, in {6} tasks; submit it from this folder. Task by task it may "
      "be\n"
      "# stopped, requeued and submitted again: what is finished is not computed again.\n"
      "{7}"
      "set -eu\n"
      "case \"$SLURM_ARRAY_TASK_ID\" in\n"
      "{8}"
      "  *) echo \"there is no task $SLURM_ARRAY_TASK_ID\" >&2; exit 2 ;;\n"
      "esac\n"
      "# shellcheck disable=SC2086  # the cells are meant to be split\n"
      "exec {9} --threads {2} --wait --only $cells\n"
      "# When all are finished, the tables:\n"
      "#   {9}\n",
      options.name, jobs.size() - 1, options.threads, memory, minutes, left.size(), jobs.size(),
      GuessNote(seconds_known, memory_known), tasks, options.call);
}

std::string Snakefile(const Experiment& experiment, const ScriptOptions& options) {
  const auto left = CellsLeft(experiment);
  std::string cells;
  bool seconds_known = true, memory_known = true;
  for (const StudyCell& cell : experiment.cells()) {
    if (!left.contains(cell.name)) continue;
    Job job;
    job.Add(left.at(cell.name));
    seconds_known = seconds_known && job.seconds_known;
    memory_known = memory_known && job.memory_known;
    nlohmann::ordered_json needs = nlohmann::ordered_json::array();
    for (const std::string& need : cell.needs) {
      if (left.contains(need)) needs.push_back(need);
    }
    cells += fmt::format("    \"{}\": dict(needs={}, minutes={}, mem_mb={}),\n", cell.name,
                         needs.dump(), job.Minutes(), job.MemoryMb());
  }
  // Braces are Snakemake's in its shell lines.
  std::string call = options.call;
  for (std::size_t at = 0; (at = call.find_first_of("{}", at)) != std::string::npos; at += 2) {
    call.insert(at, 1, call[at]);
  }
  const auto quoted = [](const std::string& text) { return nlohmann::json(text).dump(); };
  return fmt::format(
      "# snakemake --cores 4; the same again goes on where it was stopped.\n"
      "{0}"
      "CALL = {1}\n"
      "OUT = {2}\n"
      "CELLS = {{\n"
      "{3}"
      "}}\n"
      "\n"
      "\n"
      "def done(cell):\n"
      "    return OUT + \"/cells/\" + cell + \"/done\"\n"
      "\n"
      "\n"
      "rule tables:\n"
      "    input: [done(cell) for cell in CELLS]\n"
      "    shell: CALL\n"
      "\n"
      "\n"
      "rule cell:\n"
      "    input: lambda wildcards: [done(need) for need in CELLS[wildcards.cell][\"needs\"]]\n"
      "    output: touch(done(\"{{cell}}\"))\n"
      "    threads: {4}\n"
      "    resources:\n"
      "        runtime=lambda wildcards: CELLS[wildcards.cell][\"minutes\"],\n"
      "        mem_mb=lambda wildcards: CELLS[wildcards.cell][\"mem_mb\"],\n"
      "    shell: CALL + \" --threads {{threads}} --wait --only {{wildcards.cell}}\"\n",
      GuessNote(seconds_known, memory_known), quoted(call), quoted(experiment.out().string()),
      cells, options.threads);
}

}  // namespace saccade
