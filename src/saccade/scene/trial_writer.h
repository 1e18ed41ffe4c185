#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "saccade/base/file.h"
#include "saccade/scene/trial.h"

namespace saccade {

// One trial of a file, on one line.
template <Frame F>
std::string TrialText(const Trial<F>& trial);

// COCO-Search18 JSON (trial_file.h), trial after trial, so that memory does not grow with the file.
// It appears under its name with Commit(), complete, or never.
class TrialWriter {
 public:
  explicit TrialWriter(const std::filesystem::path& path);
  template <Frame F>
  void Add(const Trial<F>& trial);
  void AddText(std::string_view trial);  // of TrialText
  void Commit();
  std::size_t count() const { return count_; }

 private:
  AtomicFile file_;
  std::string text_;  // not yet written
  std::size_t count_ = 0;
};

}  // namespace saccade
