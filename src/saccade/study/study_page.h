#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "saccade/study/graphic.h"
#include "saccade/study/study.h"
#include "saccade/study/table.h"

namespace saccade {

struct PageFigure {
  std::string name;  // of its files: "context-matrix"
  std::string caption;
  Graphic graphic;
  // Shown on the page of the project, which holds no picture of anybody's data.
  bool on_page = true;
};

struct PagePart {
  std::string heading;
  std::string text{};  // Markdown, before the rest
  std::vector<Table> tables{};
  std::vector<PageFigure> figures{};
};

// What a study found, for readers.
struct StudyPage {
  std::string name;  // of the study
  std::string title;
  std::string claim;  // what the paper says, and what is done here
  std::vector<PagePart> parts{};
  std::string cost{};  // of its computations
  nlohmann::ordered_json json{};
};

// Writes NAME.md, NAME.json and each figure as SVG and PDF into options.out and, without figures
// that do not belong on a page, into options.page. Under its title the page has a section
// "Reading", written by people: what stands there in a page that is there already is kept.
void WriteStudyPage(const StudyPage& page, const StudyOptions& options, const std::string& command);

// "95 s in 12 cells (2 min 38 s of processor time)": what the cells took.
std::string CostText(const Experiment& experiment);

// The text below the heading "## Reading" up to the next one of its level; empty without one.
std::string ReadingOf(const std::string& markdown);

}  // namespace saccade
