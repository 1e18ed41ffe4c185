#pragma once

#include <stdlib.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

// Where inputs lie for readers that take names: one folder a process, in memory where there is such
// a file system.
class ScratchFolder {
 public:
  ScratchFolder() {
    const bool shm = std::filesystem::is_directory("/dev/shm");
    std::string name = (shm ? "/dev/shm" : std::filesystem::temp_directory_path().string());
    name += "/fuzzXXXXXX";
    if (::mkdtemp(name.data()) == nullptr) __builtin_trap();
    path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path Write(const std::string& name, std::string_view bytes) const {
    std::ofstream(path_ / name, std::ios::binary) << bytes;
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};
