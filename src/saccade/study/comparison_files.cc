#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "saccade/base/file.h"
#include "saccade/image/picture_file.h"
#include "saccade/study/comparison_tables.h"
#include "saccade/study/page.h"

namespace saccade {
namespace {

constexpr const char* kTitle = "Methods that predict search scanpaths, compared";
constexpr const char* kFigureCaption =
    "Cumulative probability of fixating the target. Means over target categories, then over "
    "searchers (for models: samples); bands are standard errors.";

std::string Reading(const Comparison& comparison) {
  ScoreColumns efficiency = ComparedScores(comparison);
  std::erase_if(efficiency, [](const metrics::ScoreInfo* info) {
    return info->better != metrics::Better::kLikePeople;
  });
  return fmt::format(
      "{} {} how efficient a search is: near people's value is good, beyond it is not. All other "
      "columns say how close a method comes to people. Published rows are of the paper's own test "
      "split and beliefs.",
      HeadersOf(efficiency), efficiency.size() == 1 ? "says" : "say");
}

bool HasSpread(const Comparison& comparison) { return !SpreadTable(comparison).rows.empty(); }
bool HasIntervals(const Comparison& comparison) {
  return IntervalTable(comparison).columns.size() > 1;
}

// Only methods that give scanpaths to measure have a cost.
bool HasCost(const Comparison& comparison) { return !CostTable(comparison).rows.empty(); }

}  // namespace

std::string ComparisonMarkdown(const Comparison& comparison, const std::string& command) {
  std::string text = fmt::format("# {}\n\n{}\n", kTitle, Reading(comparison));
  const auto add = [&](Table table) {
    text += fmt::format("\n## {}\n\n", table.title.front());
    table.title.erase(table.title.begin());
    text += TableMarkdown(table);
  };
  add(ResultTable(comparison));
  if (FurtherTable(comparison).columns.size() > 1) add(FurtherTable(comparison));
  text += fmt::format("\n![{0}](compare.svg)\n\n{0}\n", kFigureCaption);
  add(CurveTable(comparison));
  if (HasSpread(comparison)) add(SpreadTable(comparison));
  if (HasIntervals(comparison)) add(IntervalTable(comparison));
  if (HasCost(comparison)) add(CostTable(comparison));
  if (!command.empty()) text += fmt::format("\n## Made by\n\n```\n{}\n```\n", command);
  return text;
}

std::string ComparisonLatex(const Comparison& comparison) {
  std::string text =
      "% Tables and figure of saccade experiment compare; \\usepackage{booktabs,graphicx}\n";
  const auto add = [&](const Table& table, const std::string& label) {
    text += '\n';
    text += TableLatex(table, label);
  };
  add(ResultTable(comparison), "tab:compare");
  if (FurtherTable(comparison).columns.size() > 1) {
    add(FurtherTable(comparison), "tab:compare-further");
  }
  text += fmt::format(
      "\n\\begin{{figure}}[t]\n\\centering\n\\includegraphics[width=\\linewidth]{{compare.pdf}}\n"
      "\\caption{{{}}}\n\\label{{fig:compare}}\n\\end{{figure}}\n",
      kFigureCaption);
  add(CurveTable(comparison), "tab:compare-curve");
  if (HasCost(comparison)) add(CostTable(comparison), "tab:compare-cost");
  return text;
}

std::string ComparisonHtml(const Comparison& comparison, const std::string& command) {
  Page page;
  page.title = kTitle;
  page.subtitle =
      "Each method searches the same pictures as people did, and is scored by how "
      "closely it comes to them.";
  std::size_t scanpaths = 0;
  for (const ComparedMethod& method : comparison.methods) {
    if (method.seeds.front().row.human) continue;
    for (const SeedResult& seed : method.seeds) scanpaths += seed.row.scanpaths;
  }
  Section& scores = page.sections.emplace_back(Section{"Scores", {}});
  scores.blocks.push_back(Facts{{{Grouped(comparison.methods.size()), "methods"},
                                 {Grouped(comparison.seeds.size()), "seeds"},
                                 {Grouped(comparison.pairs), "pairs of target and picture"},
                                 {Grouped(comparison.trials), "human trials"},
                                 {Grouped(scanpaths), "predicted scanpaths"}}});
  scores.blocks.push_back(Paragraph{Reading(comparison)});
  scores.blocks.push_back(ResultTable(comparison));
  if (FurtherTable(comparison).columns.size() > 1) {
    scores.blocks.push_back(FurtherTable(comparison));
  }
  if (HasSpread(comparison)) {
    scores.blocks.push_back(Folded{"Spread over seeds", SpreadTable(comparison)});
  }
  if (HasIntervals(comparison)) {
    scores.blocks.push_back(
        Folded{"95% intervals over " + ResampledText(comparison), IntervalTable(comparison)});
  }
  Section& curve = page.sections.emplace_back(Section{"Finding the target", {}});
  curve.blocks.push_back(Figures{{LineFigure(CurveChart(comparison), kFigureCaption)}, 1});
  curve.blocks.push_back(Folded{"The curves as a table", CurveTable(comparison)});
  if (HasCost(comparison)) page.sections.push_back({"Cost", {CostTable(comparison)}});
  if (!command.empty()) page.sections.push_back({"How this page was made", {Commands{command}}});
  page.footer = "Made by saccade. One file, no network: keep it, print it, send it.";
  return PageHtml(page);
}

void WriteComparison(const std::filesystem::path& folder, const Comparison& comparison,
                     const std::string& command) {
  const LineChart chart = CurveChart(comparison);
  WriteFileAtomically(folder / "compare.md", ComparisonMarkdown(comparison, command));
  WriteFileAtomically(folder / "compare.tex", ComparisonLatex(comparison));
  WriteFileAtomically(folder / "compare.json", ToJson(comparison).dump(2) + "\n");
  WriteFileAtomically(folder / "compare.html", ComparisonHtml(comparison, command));
  WriteFileAtomically(folder / "compare.svg", StandaloneSvg(LineChartSvg(chart)));
  const Graphic figure = LineChartGraphic(chart);
  WritePng(folder / "compare.png", GraphicPicture(figure));
  WriteFileAtomically(folder / "compare.pdf", GraphicPdf(figure));
}

}  // namespace saccade
