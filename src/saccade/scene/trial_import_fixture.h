#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "saccade/base/file.h"
#include "saccade/scene/trial_formats.h"
#include "saccade/testing/message_of.h"
#include "saccade/testing/shared_data.h"

namespace saccade::testing {

// What importing gave and said.
struct Imported {
  std::string format;
  std::vector<TrialOnScreen> trials;
  std::vector<TrialImport::Line> understood;
  std::map<std::string, std::size_t> left_out, notes;
  TrialImport::Totals totals;

  std::string Said(std::string_view what) const {
    std::string said;
    for (const auto& line : understood) said += line.what == what ? line.how + "\n" : "";
    return said;
  }
};

inline Imported Import(std::vector<std::filesystem::path> paths,
                       const ImportOptions& options = {}) {
  Imported imported;
  TrialImport import(options,
                     [&](const TrialOnScreen& trial) { imported.trials.push_back(trial); });
  const auto files = FilesIn(paths);
  const TrialFormat& format = DetectFormat(files);
  format.read(files, import);
  imported.format = format.name;
  imported.understood = import.understood();
  imported.left_out = import.left_out();
  imported.notes = import.notes();
  imported.totals = import.totals();
  return imported;
}

inline Imported ImportSample(const std::string& name, const ImportOptions& options = {}) {
  return Import({ProjectFile("samples/formats/" + name)}, options);
}

inline ImportOptions On(FrameSize screen) {
  ImportOptions options;
  options.columns.screen = screen;
  return options;
}

// A table in a file of its own.
class Table : public ::testing::Test {
 protected:
  Imported Import(const std::string& text, const ImportOptions& options = {},
                  const std::string& name = "gaze.csv") {
    WriteFileAtomically(folder_ / name, text);
    return testing::Import({folder_ / name}, options);
  }
  std::string ErrorOf(const std::string& text, const ImportOptions& options = {}) {
    return MessageOf([&] { Import(text, options); });
  }
  TemporaryFolder folder_;
};

}  // namespace saccade::testing
