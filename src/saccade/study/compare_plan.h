#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "saccade/study/compare_run.h"

namespace saccade {

// What a comparison is about to do, and in which folder.

// A row to be: a method and, if one was given, its trained model.
struct Planned {
  Method method;
  std::string given;  // folder or built-in name; empty: trained here, or as the method says
};

// A row for every method asked for, then those of further models. Throws InputError for unknown
// methods and names given twice.
std::vector<Planned> PlanOf(const CompareOptions& options);

// Writes config.json into a new or empty folder. In one that holds a comparison, options and input
// files must be the same; methods, models and the number of seeds may differ. Throws InputError
// otherwise.
void ClaimFolder(const CompareOptions& options);

// XXH3 of a file, as text.
std::string ChecksumText(const std::filesystem::path& file);

// Throws InputError when the file holds no JSON.
nlohmann::ordered_json ReadJson(const std::filesystem::path& file);

}  // namespace saccade
