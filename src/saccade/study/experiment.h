#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "saccade/base/lease.h"
#include "saccade/base/shard.h"

namespace saccade {

// A finished cell as it lies in its folder.
struct FinishedCell {
  std::filesystem::path folder;
  nlohmann::ordered_json result;
  double seconds = 0;
  bool seconds_complete = true;  // false when it was killed on the way and took longer
  double memory_mb = 0;          // growth of the process at its peak
  double processor_seconds = 0;  // of all its threads
};
using FindCell = std::function<FinishedCell(const std::string& name)>;

// One piece of an experiment that is computed by itself: a training, or the scores of one row.
struct StudyCell {
  std::string name;  // of its folder: "irl-0"
  std::string kind;  // "train irl": cells of one kind cost about the same
  // All that its result depends on, files by checksum; what is there must have been made from the
  // same.
  nlohmann::ordered_json inputs;
  std::vector<std::string> needs;          // cells that are finished before, earlier in the list
  std::optional<double> estimate_seconds;  // likely cost, on two cores
  // Leaves its files in `folder`, going on with what an interrupted call left there, and returns
  // the result. May throw Interrupted once its state is saved.
  std::function<nlohmann::ordered_json(const std::filesystem::path& folder, const FindCell& needs)>
      compute;
};

enum class CellState { kFinished, kRunning, kLeft, kStale };
std::string_view CellStateName(CellState state);

struct CellStatus {
  std::string name;
  std::string kind;
  CellState state = CellState::kLeft;
  std::optional<LeaseHolder> holder;  // of a running cell
  std::string stale;                  // what is not the same: "samples: is 10 in ..."
  std::optional<double> memory_mb;    // of finished cells of its kind, the most
  std::optional<double> seconds;      // that it took, or likely takes
  // "measured", "finished cells of its kind", "declared"; empty when nothing is known.
  std::string seconds_from;
};

// Cells in a folder that any number of processes, on any number of machines, work off:
//   out/cells/NAME/cell.json     what went in, whether it is finished, cost and result
//   out/cells/NAME/lease.*       who computes it (base/lease.h)
//   out/cells/NAME/...           its own files
// All files appear whole, so a process that was stopped, or killed, leaves what the next one goes
// on with.
class Experiment {
 public:
  // Throws InputError when two cells have one name, and when `out` holds something else.
  Experiment(std::filesystem::path out, std::vector<StudyCell> cells);

  const std::filesystem::path& out() const { return out_; }
  const std::vector<StudyCell>& cells() const { return cells_; }

  // Reads only; does not even make the folder.
  std::vector<CellStatus> List() const;

  // All cells; those named; a share, by their order (cells that need each other fall into one).
  // Names that there are not are an InputError with the nearest one.
  std::vector<std::string> All() const;
  std::vector<std::string> Named(const std::vector<std::string>& names) const;
  std::vector<std::string> ShareOf(const Shard& shard) const;

  // Cells that need each other, directly or not, in one group; by their first cells.
  std::vector<std::vector<std::string>> Groups() const;

  // Computes those of `names` that are left, and what they need. A cell that another process holds
  // is passed over; at the end it says which, or, with kWait, waits for it and takes it over when
  // that process dies. Throws InputError, before it starts, when one was
  // made from other inputs; Interrupted when the user asks to stop; Failure when the lease was
  // lost.
  struct Outcome {
    std::size_t computed = 0;
    std::size_t finished_before = 0;
    std::vector<std::string> elsewhere;  // "irl-0 by HOST:PID", and what waits for it: "irl-1"
  };
  enum class Held { kPass, kWait };
  Outcome Compute(const std::vector<std::string>& names, Held held = Held::kPass) const;

  std::set<std::string> Finished() const;
  // Throws InputError when the cell is not finished or was made from other inputs.
  FinishedCell Read(const std::string& name) const;

 private:
  std::size_t Index(const std::string& name) const;
  std::filesystem::path Folder(const StudyCell& cell) const { return out_ / "cells" / cell.name; }
  nlohmann::ordered_json Identity(const StudyCell& cell) const;
  nlohmann::ordered_json Record(const StudyCell& cell) const;
  std::string Difference(const StudyCell& cell, const nlohmann::ordered_json& record) const;
  void CheckInputs(const StudyCell& cell, const nlohmann::ordered_json& record) const;
  bool IsFinished(const StudyCell& cell) const;
  void WaitFor(const StudyCell& cell, int turn) const;
  bool ComputeOne(const StudyCell& cell, Outcome& outcome) const;

  std::filesystem::path out_;
  std::vector<StudyCell> cells_;
};

// "IRL, greedy" -> "irl-greedy": a name for a cell's folder.
std::string FolderName(const std::string& name);

// XXH3 of a file, as text.
std::string ChecksumText(const std::filesystem::path& file);

}  // namespace saccade
