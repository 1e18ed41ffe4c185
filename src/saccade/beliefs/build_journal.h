#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>

#include "saccade/beliefs/belief_store.h"

namespace saccade {

// What a build has finished so far, appended picture by picture to STORE.part, so that a killed
// build is not lost. A record that was cut by the kill is dropped when the journal is opened again;
// a journal of other inputs is emptied. Append may be called from several threads.
class BuildJournal {
 public:
  // Throws InputError when another process has the journal open, Failure when the disk refuses.
  BuildJournal(const std::filesystem::path& store, std::uint64_t inputs);
  ~BuildJournal();
  BuildJournal(const BuildJournal&) = delete;
  BuildJournal& operator=(const BuildJournal&) = delete;

  // The finished picture, or null when it is not there or was made from other bytes.
  const EncodedPicture* Find(const std::string& name, std::uint64_t input) const;
  void Append(const EncodedPicture& picture, std::uint64_t input);
  // The build is over: no trace is left.
  void Remove();

 private:
  struct Finished {
    std::uint64_t input = 0;
    EncodedPicture picture;
  };

  void ReadFinished(std::uint64_t inputs);
  void WriteAll(std::string_view bytes);

  std::filesystem::path store_;
  std::filesystem::path path_;
  int descriptor_ = -1;
  std::map<std::string, Finished> finished_;
  std::mutex mutex_;
};

}  // namespace saccade
