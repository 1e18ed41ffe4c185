#pragma once

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "saccade/base/options.h"
#include "saccade/scene/trial.h"
#include "saccade/scene/trial_file.h"

namespace saccade::app {

// Trials as a caller has them: a file (COCO-Search18 JSON, either frame), or values.
using TrialInput = std::variant<std::filesystem::path, std::vector<TrialInImage>>;

// Neither a file nor a trial.
bool IsEmpty(const TrialInput& input);

// The file as it was named, for messages; "trials" for values.
std::string NameOf(const TrialInput& input);

// Reads the file, or copies the values. Throws as ReadTrialsInImage does.
std::vector<TrialInImage> TrialsOf(const TrialInput& input, const TrialFileOptions& reading = {});

// The file as an option; values have none.
OptionText TrialTextOf(TrialInput& input);

// Predicted scanpaths with the name of their row.
struct NamedTrials {
  std::string name;
  TrialInput trials;
};

// "NAME=FILE", or a file or folder whose name without ending is the row's.
struct NamedPath {
  std::string name;
  std::filesystem::path path;
};
NamedPath ParseNamedPath(const std::string& text);

// Rows by "NAME=FILE"; of type T { name; <path or values> }.
template <typename Named>
OptionTexts NamedTextsOf(std::vector<Named>& rows) {
  return {[&rows] {
            std::vector<std::string> texts;
            for (const Named& row : rows) texts.push_back(row.name);
            return texts;
          },
          [&rows](const std::vector<std::string>& texts) {
            rows.clear();
            for (const std::string& text : texts) {
              NamedPath named = ParseNamedPath(text);
              rows.push_back({std::move(named.name), std::move(named.path)});
            }
          }};
}

}  // namespace saccade::app
