#pragma once

#include <string>

#include "saccade/study/experiment.h"

namespace saccade {

// What a queue is told of the cells that are left: time and memory are twice what --list estimates.
struct ScriptOptions {
  std::string call;  // "saccade experiment compare --fixations ... --out out", for a shell
  std::string name;  // of the study
  int threads = 2;   // of a cell
};

// A Slurm array, a task a group of cells that need each other; sbatch takes it as it is. A task that
// is sent to another node goes on with what the lost one left. Throws InputError when no cell is
// left, or one is stale.
std::string SlurmScript(const Experiment& experiment, const ScriptOptions& options);

// A Snakefile, a job a cell and one for the tables. Throws as SlurmScript.
std::string Snakefile(const Experiment& experiment, const ScriptOptions& options);

}  // namespace saccade
