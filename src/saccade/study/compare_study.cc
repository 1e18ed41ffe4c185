#include "saccade/study/compare_study.h"

#include <fmt/format.h>

#include <algorithm>

#include "saccade/base/error.h"
#include "saccade/base/log.h"
#include "saccade/study/comparison_tables.h"
#include "saccade/study/row_source.h"
#include "saccade/study/variant.h"

namespace saccade {
namespace {

constexpr std::string_view kRewardPrefix = "reward:";

// A row to be: a method and, if one was given, its trained model.
struct Planned {
  Method method;
  std::string given;  // folder or built-in name; empty: trained here, or as the method says
};

// A model is given for a method by its kind or by its row's name.
bool IsCalled(const Method& method, const std::string& name) {
  return method.name == name || method.kind == name;
}

// False for people and random scanpaths, whose place no model can take.
bool IsModel(const Method& method) {
  return method.train || method.source.starts_with(kRewardPrefix) ||
         OpenRowSource(method.source, {})->Searches();
}

// A row for every method asked for, then those of further models.
std::vector<Planned> PlanOf(const StudyOptions& options) {
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
      Method row{FolderName(model.name), model.name, "", "", {}};
      if (known) row = MethodCalled(model.name);
      plan.push_back({row, model.folder});
    } else if (!place->given.empty()) {
      throw InputError(fmt::format("--model: two models are called \"{}\"", model.name));
    } else if (!IsModel(place->method)) {
      throw InputError(fmt::format("--model: \"{}\" is no model", model.name));
    } else {
      place->given = model.folder;
    }
  }
  return plan;
}

// The method whose model "reward:KIND" opens, with the model given for it.
Planned Inner(const std::vector<Planned>& plan, const std::string& kind) {
  for (const Planned& other : plan) {
    if (other.method.kind == kind) return other;
  }
  return {MethodCalled(kind), ""};
}

std::vector<Variant> VariantsOf(const StudyOptions& options) {
  const std::vector<Planned> plan = PlanOf(options);
  std::vector<Variant> variants;
  for (const Planned& planned : plan) {
    Variant& variant = variants.emplace_back();
    variant.name = planned.method.kind;
    variant.title = planned.method.name;
    variant.published = planned.method.published;
    Planned learned = planned;
    if (planned.given.empty() && planned.method.source.starts_with(kRewardPrefix)) {
      variant.source = kRewardPrefix;
      learned = Inner(plan, planned.method.source.substr(kRewardPrefix.size()));
    }
    if (!learned.given.empty()) {
      variant.source += learned.given;
    } else if (learned.method.train) {
      variant.training = {
          learned.method.kind, learned.method, options.preset, options.settings, {}, {}};
    } else {
      variant.source += learned.method.source;
    }
  }
  return variants;
}

StudyResult Assemble(const Experiment& experiment, const StudyOptions& options,
                     const std::string& command) {
  const Comparison comparison = RowsOf(VariantsOf(options), experiment, options);
  WriteComparison(options.out, comparison, command);
  StudyResult result{.json = ToJson(comparison),
                     .tables = {ResultTable(comparison)},
                     .files = "compare.md, .tex, .json, .html, .svg, .pdf, .png"};
  for (Table& table :
       std::vector{FurtherTable(comparison), SpreadTable(comparison), CostTable(comparison)}) {
    if (!table.rows.empty() && table.columns.size() > 1) result.tables.push_back(std::move(table));
  }
  return result;
}

}  // namespace

Study CompareStudy() {
  return {
      .name = "compare",
      .summary = "The paper's Table 2 and Fig. 4: train, predict and score all methods",
      .example =
          "  saccade experiment compare --fixations train.json --validation valid.json \\\n"
          "      --beliefs pictures.beliefs --model IRL=models/coco-search18-irl "
          "--seeds 3 --out compared",
      .uses = kUsesTrainings | kUsesFixations | kUsesMethods | kUsesModels | kUsesSeeds |
              kUsesSamples | kUsesBootstrap | kUsesProtocol,
      .cells = [](const StudyOptions& options) { return CellsOf(VariantsOf(options), options); },
      .assemble = Assemble};
}

}  // namespace saccade
