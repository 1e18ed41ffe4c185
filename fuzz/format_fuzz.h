#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "saccade/base/error.h"
#include "saccade/scene/trial_formats.h"

// Readers of formats take files: the input becomes one, called `name`, in a folder of this process.
// What they give must hold together: every trial has a viewing and fixations.
inline int ReadAsFormat(std::string_view format, const char* name, const std::uint8_t* data,
                        std::size_t size, std::string_view beside_name = "",
                        std::string_view beside = "") {
  namespace fs = std::filesystem;
  // Removed when the process ends.
  static const struct Folder {
    fs::path path = fs::temp_directory_path() / ("saccade_fuzz_" + std::to_string(::getpid()));
    Folder() { fs::create_directories(path); }
    ~Folder() { fs::remove_all(path); }
  } kFolder;
  const fs::path& folder = kFolder.path;
  const auto write = [&](const fs::path& path, const char* bytes, std::size_t count) {
    std::ofstream(path, std::ios::binary).write(bytes, static_cast<std::streamsize>(count));
  };
  if (!beside_name.empty()) write(folder / beside_name, beside.data(), beside.size());
  const fs::path path = folder / name;
  write(path, reinterpret_cast<const char*>(data), size);
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
