#include "saccade/study/study_page.h"

#include <fmt/format.h>

#include "saccade/base/file.h"
#include "saccade/base/progress.h"

namespace saccade {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kReading = "\n## Reading\n";
constexpr const char* kNotRead =
    "\n*Not written yet: this section is by hand, and the command keeps it.*\n";

std::string Markdown(const StudyPage& page, const StudyOptions& options, const std::string& command,
                     const std::string& reading, bool all_figures) {
  std::string text = fmt::format("# {}\n\n{}\n{}{}", page.title, page.claim, kReading,
                                 reading.empty() ? kNotRead : reading);
  for (const PagePart& part : page.parts) {
    text += fmt::format("\n## {}\n", part.heading);
    if (!part.text.empty()) text += fmt::format("\n{}\n", part.text);
    for (const Table& table : part.tables) text += "\n" + TableMarkdown(table);
    for (const PageFigure& figure : part.figures) {
      if (!figure.on_page && !all_figures) continue;
      text +=
          fmt::format("\n![{0}]({1}.svg)\n\n{0} ([PDF]({1}.pdf))\n", figure.caption, figure.name);
    }
  }
  text += fmt::format("\n## Made by\n\n```\n{}\n```\n", command);
  text += fmt::format("\nCost: {}.{}\n", page.cost,
                      options.commit.empty() ? "" : " Commit " + options.commit + ".");
  return text;
}

void WriteTo(const fs::path& folder, const StudyPage& page, const StudyOptions& options,
             const std::string& command, const std::string& reading, bool all_figures) {
  WriteFileAtomically(folder / (page.name + ".md"),
                      Markdown(page, options, command, reading, all_figures));
  WriteFileAtomically(folder / (page.name + ".json"), page.json.dump(1) + "\n");
  for (const PagePart& part : page.parts) {
    for (const PageFigure& figure : part.figures) {
      if (!figure.on_page && !all_figures) continue;
      WriteFileAtomically(folder / (figure.name + ".svg"), GraphicSvg(figure.graphic));
      WriteFileAtomically(folder / (figure.name + ".pdf"), GraphicPdf(figure.graphic));
    }
  }
}

}  // namespace

std::string ReadingOf(const std::string& markdown) {
  const std::size_t begin = markdown.find(kReading);
  if (begin == std::string::npos) return {};
  const std::size_t text = begin + kReading.size();
  const std::size_t end = markdown.find("\n## ", text);
  return markdown.substr(text, end == std::string::npos ? end : end - text);
}

void WriteStudyPage(const StudyPage& page, const StudyOptions& options,
                    const std::string& command) {
  const auto reading_in = [&](const fs::path& folder) {
    const fs::path file = folder / (page.name + ".md");
    return fs::exists(file) ? ReadingOf(ReadFile(file)) : "";
  };
  WriteTo(options.out, page, options, command, reading_in(options.out), true);
  if (options.page.empty()) return;
  WriteTo(options.page, page, options, command, reading_in(options.page), false);
}

std::string CostText(const Experiment& experiment) {
  double seconds = 0, processor = 0;
  bool complete = true;
  const std::set<std::string> names = experiment.Finished();
  for (const std::string& name : names) {
    const FinishedCell finished = experiment.Read(name);
    seconds += finished.seconds;
    processor += finished.processor_seconds;
    complete = complete && finished.seconds_complete;
  }
  const std::size_t all = experiment.cells().size();
  const std::string cells = all == 1              ? "one cell"
                            : names.size() == all ? fmt::format("{} cells", all)
                                                  : fmt::format(
                                                        "{} of {} cells, the others "
                                                        "not being computed yet",
                                                        names.size(), all);
  return fmt::format("{}{} in {} ({} of processor time)", complete ? "" : "over ",
                     DurationText(seconds), cells, DurationText(processor));
}

}  // namespace saccade
