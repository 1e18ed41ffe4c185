#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>

#include "saccade/base/error.h"
#include "saccade/scene/trial_formats.h"
#include "scratch_folder.h"

// Readers of formats take files: the input becomes one, called `name`, beside another where the
// format has two. What they give must hold together: every trial has a viewing and fixations.
inline int ReadAsFormat(std::string_view format, const char* name, const std::uint8_t* data,
                        std::size_t size, const char* beside_name = nullptr,
                        std::string_view beside = "") {
  static const ScratchFolder folder;
  if (beside_name != nullptr) folder.Write(beside_name, beside);
  folder.Write(name, {reinterpret_cast<const char*>(data), size});
  const std::filesystem::path path = folder.path() / name;
  for (const bool lenient : {false, true}) {
    const saccade::ImportOptions options{.lenient = lenient};
    saccade::TrialImport import(options, [](const saccade::TrialOnScreen& trial) {
      if (!trial.viewing || trial.scanpath.empty()) __builtin_trap();
    });
    try {
      saccade::TrialFormatByName(format).read({&path, 1}, import);
    } catch (const saccade::InputError&) {
      // Refusing an input is what a reader is for.
    }
  }
  return 0;
}
