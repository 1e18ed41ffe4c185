// The record of a finished cell, whose inputs are what they were.
#include <cstddef>
#include <cstdint>

#include "json_mutator.h"
#include "saccade/base/error.h"
#include "saccade/study/experiment.h"
#include "scratch_folder.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ScratchFolder folder;
  std::filesystem::create_directories(folder.path() / "cells" / "one");
  folder.Write("cells/one/cell.json", {reinterpret_cast<const char*>(data), size});
  const saccade::Experiment experiment(folder.path(), {{.name = "one",
                                                        .kind = "row",
                                                        .inputs = {{"seed", 1}},
                                                        .needs = {},
                                                        .estimate_seconds = {},
                                                        .compute = {}}});
  try {
    experiment.List();
    if (experiment.Read("one").seconds < 0) __builtin_trap();
  } catch (const saccade::InputError&) {
    // Refusing an input is what a reader is for.
  }
  return 0;
}
