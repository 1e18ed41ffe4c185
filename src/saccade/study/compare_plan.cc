#include "saccade/study/compare_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/base/log.h"

namespace saccade {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

Json FileJson(const fs::path& file) {
  return {{"file", file.filename().string()}, {"xxh3", ChecksumText(file)}};
}

// What must be the same for parts to stand in one table.
Json ConfigOf(const CompareOptions& options) {
  Json beliefs = Json::array();
  for (const fs::path& store : options.beliefs) beliefs.push_back(FileJson(store));
  return {{"experiment", "compare"},
          {"fixations", FileJson(options.fixations)},
          {"validation", FileJson(options.validation)},
          {"beliefs", beliefs},
          {"protocol", options.protocol},
          {"seed", options.seed},
          {"samples", options.samples},
          {"bootstrap", options.bootstrap},
          {"preset", options.preset},
          {"quick", options.quick}};
}

// "IRL, greedy" -> "irl-greedy": a name for files.
std::string FileName(const std::string& name) {
  std::string out;
  for (const char c : name) {
    const auto u = static_cast<unsigned char>(c);
    if (std::isalnum(u) != 0) {
      out += static_cast<char>(std::tolower(u));
    } else if (!out.empty() && out.back() != '-') {
      out += '-';
    }
  }
  while (!out.empty() && out.back() == '-') out.pop_back();
  return out.empty() ? "model" : out;
}

// A model is given for a method by its kind or by its row's name.
bool IsCalled(const Method& method, const std::string& name) {
  return method.name == name || method.kind == name;
}

}  // namespace

std::vector<Planned> PlanOf(const CompareOptions& options) {
  std::vector<Planned> plan;
  if (options.methods.empty()) {
    for (const Method& method : Methods()) {
      const bool given = std::ranges::any_of(
          options.models, [&](const GivenModel& model) { return IsCalled(method, model.name); });
      if (method.needs_pictures && !given && !options.inputs.features) {
        LogInfo("{}: left out; it needs the pictures (--images DIR --features-from WEIGHTS)",
                method.name);
        continue;
      }
      plan.push_back({method, ""});
    }
  }
  for (const std::string& name : options.methods) {
    const Method& method = MethodCalled(name);
    const bool twice = std::ranges::any_of(
        plan, [&](const Planned& planned) { return planned.method.kind == method.kind; });
    if (!twice) plan.push_back({method, ""});
  }
  for (const GivenModel& model : options.models) {
    const auto place = std::ranges::find_if(
        plan, [&](const Planned& planned) { return IsCalled(planned.method, model.name); });
    if (place == plan.end()) {
      const bool known = std::ranges::any_of(
          Methods(), [&](const Method& method) { return IsCalled(method, model.name); });
      Method row{FileName(model.name), model.name, "", "", {}};
      if (known) row = MethodCalled(model.name);
      plan.push_back({row, model.folder});
    } else if (!place->given.empty()) {
      throw InputError(fmt::format("--model: two models are called \"{}\"", model.name));
    } else if (place->method.kind == kHumanKind || place->method.kind == kRandomKind) {
      throw InputError(fmt::format("--model: \"{}\" is no model", model.name));
    } else {
      place->given = model.folder;
    }
  }
  return plan;
}

void ClaimFolder(const CompareOptions& options) {
  const fs::path file = options.out / "config.json";
  const Json config = ConfigOf(options);
  if (!fs::exists(file)) {
    if (fs::exists(options.out) && !fs::is_empty(options.out)) {
      throw InputError(options.out, "", "is not empty and holds no comparison; give another --out");
    }
    WriteFileAtomically(file, config.dump(2) + "\n");
    return;
  }
  const Json before = ReadJson(file);
  for (const auto& [name, value] : config.items()) {
    if (before.contains(name) && before.at(name) == value) continue;
    throw InputError(file, name,
                     "is {} in the comparison that is there and {} in this call; use the same, or "
                     "another --out",
                     before.contains(name) ? before.at(name).dump() : "not given", value.dump());
  }
}

std::string ChecksumText(const fs::path& file) {
  return fmt::format("{:016x}", Checksum(MappedFile(file).bytes()));
}

Json ReadJson(const fs::path& file) {
  Json json = Json::parse(ReadFile(file), nullptr, false);
  if (json.is_discarded()) throw InputError(file, "", "is no JSON; remove it and run again");
  return json;
}

}  // namespace saccade
