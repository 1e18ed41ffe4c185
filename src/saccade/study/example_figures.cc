#include "saccade/study/example_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "saccade/base/error.h"
#include "saccade/base/markup.h"
#include "saccade/base/random.h"
#include "saccade/image/geometry.h"
#include "saccade/image/picture_file.h"
#include "saccade/image/scanpath_drawing.h"
#include "saccade/study/data_folder.h"

namespace saccade {
namespace {

using metrics::HumanPair;
using metrics::HumanSet;

constexpr int kJpegQuality = 82;

// The colour of people (0), random (1) and models (2..) in the charts, among those of the drawings.
Color FigureColor(std::size_t row) {
  constexpr std::array<std::size_t, 7> kPlace = {5, 2, 3, 4, 0, 1, 6};
  return ScanpathColor(kPlace[row % kPlace.size()]);
}

// The first scanpath that was predicted for a pair, as it is scored; null when there is none.
const TrialInImage* FirstFor(const std::vector<TrialInImage>& trials, const HumanPair& pair) {
  const auto found = std::ranges::find_if(
      trials, [&](const auto& t) { return t.task == pair.task && t.name == pair.name; });
  return found == trials.end() ? nullptr : &*found;
}

bool IsTelling(const HumanPair& pair, const ReportInput& input) {
  const bool searched = std::ranges::any_of(
      pair.trials, [](const auto& trial) { return trial.scanpath.size() >= 3; });
  return searched && std::ranges::all_of(input.predictions, [&](const NamedPredictions& p) {
           return FirstFor(p.trials, pair) != nullptr;
         });
}

std::vector<const HumanPair*> ChoosePairs(const ReportInput& input, const HumanSet& humans) {
  std::vector<const HumanPair*> shuffled;
  for (const HumanPair& pair : humans.pairs) {
    if (IsTelling(pair, input)) shuffled.push_back(&pair);
  }
  Random random(input.seed, "examples");
  random.Shuffle(shuffled);
  std::vector<const HumanPair*> chosen;
  std::set<std::string> tasks;
  const auto wanted = std::min(static_cast<std::size_t>(input.examples), shuffled.size());
  for (const bool any_task : {false, true}) {
    for (const HumanPair* pair : shuffled) {
      if (chosen.size() == wanted) break;
      if (std::ranges::find(chosen, pair) != chosen.end()) continue;
      if (tasks.insert(pair->task).second || any_task) chosen.push_back(pair);
    }
  }
  return chosen;
}

std::string OutcomeText(std::size_t fixations, bool found) {
  return found ? fmt::format("found with fixation {}", fixations)
               : fmt::format("not found in {} fixations", fixations);
}

class ExampleWriter {
 public:
  ExampleWriter(const HumanPair& pair, std::string picture)
      : pair_(pair), picture_(std::move(picture)) {}

  // `color`: 0 people, 1 random, 2.. models, as in the charts.
  void Add(const std::string& who, const ScanpathInImage& scanpath, std::size_t color) {
    const bool found = !scanpath.empty() && pair_.target && pair_.target->Contains(scanpath.back().point);
    const std::string outcome = OutcomeText(scanpath.size(), found);
    const ImageFit whole(kImageSize);  // the picture was fitted already: same numbers
    DrawnScanpath drawn;
    drawn.scanpath = whole.ToPhoto(scanpath);
    drawn.color = FigureColor(color);
    if (found) drawn.found_at = scanpath.size() - 1;
    ScanpathFigure figure;
    figure.scanpaths = {std::move(drawn)};
    if (pair_.target) figure.target = whole.ToPhoto(*pair_.target);
    figure.size_by_duration = true;
    figure.size = 1.35;  // three beside each other are small
    figures_.figures.push_back(
        {fmt::format("<div role=\"img\" aria-label=\"{} searching for {}: {}\">{}</div>",
                     EscapeMarkup(who), EscapeMarkup(pair_.task), outcome,
                     ScanpathSvg(figure, kImageSize, picture_)),
         fmt::format("{}: {}", who, outcome)});
  }

  Figures Finish(int columns) {
    figures_.heading = fmt::format("Looking for: {}", pair_.task);
    figures_.columns = columns;
    return std::move(figures_);
  }

 private:
  const HumanPair& pair_;
  std::string picture_;
  Figures figures_;
};

// The signs of ScanpathSvg in words.
std::string LegendSvg() {
  const Color blue = FigureColor(0);
  const std::string ink = fmt::format("rgb({},{},{})", blue.r, blue.g, blue.b);
  std::string svg =
      "<svg class=\"chart\" role=\"img\" viewBox=\"0 0 900 40\" style=\"max-width:900px\" "
      "xmlns=\"http://www.w3.org/2000/svg\"><title>Legend of the examples</title>\n";
  const auto disc = [&](double x, double radius, std::string_view number) {
    svg += fmt::format(
        "<circle cx=\"{0}\" cy=\"20\" r=\"{1}\" fill=\"{2}\"/><text x=\"{0}\" y=\"24\" "
        "text-anchor=\"middle\" style=\"fill:#fff;font-weight:700\">{3}</text>\n",
        x, radius, ink, number);
  };
  const auto say = [&](double x, std::string_view text) {
    svg += fmt::format("<text class=\"label\" x=\"{}\" y=\"24\">{}</text>\n", x, text);
  };
  disc(16, 10, "1");
  say(32, "the start, then fixations in order");
  disc(262, 8, "2");
  disc(288, 14, "3");
  say(310, "a short and a long rest of the eyes");
  disc(552, 10, "4");
  svg += fmt::format(
      "<circle cx=\"552\" cy=\"20\" r=\"14\" fill=\"none\" stroke=\"{}\" "
      "stroke-width=\"2\"/>\n",
      ink);
  say(574, "the target is found");
  svg +=
      "<rect x=\"726\" y=\"9\" width=\"34\" height=\"22\" fill=\"none\" stroke=\"#14141a\" "
      "stroke-width=\"5\"/><rect x=\"726\" y=\"9\" width=\"34\" height=\"22\" fill=\"none\" "
      "stroke=\"#fff\" stroke-width=\"2\"/>\n";
  say(770, "the target's box");
  return svg + "</svg>";
}

// The most telling first: as long as a model may search (seven points), but no longer.
std::vector<const metrics::ScoredScanpath*> PeopleOf(const HumanPair& pair) {
  std::vector<const metrics::ScoredScanpath*> people;
  for (const auto& trial : pair.trials) people.push_back(&trial);
  std::ranges::stable_sort(people, std::ranges::greater{}, [](const auto* trial) {
    const auto length = static_cast<int>(trial->scanpath.size());
    return length <= metrics::kScoredPoints ? length : -length;
  });
  return people;
}

}  // namespace

std::string EmbeddedPicture(const std::filesystem::path& images, const std::string& task,
                            const std::string& name) {
  const auto file = FindPicture(images, task, name);
  if (!file) {
    throw InputError(images, "",
                     "holds no picture {}; give the folder of pictures with "
                     "--images, or --examples 0",
                     name);
  }
  const Picture picture = ReadPicture(*file);
  return DataUri("image/jpeg", EncodeJpeg(FitToImage(picture), kJpegQuality));
}

Section ExampleSection(const ReportInput& input, const HumanSet& humans,
                       const std::vector<TrialInImage>& random) {
  Section section{"Examples", {}};
  section.blocks.push_back(Paragraph{fmt::format(
      "Drawn with seed {} among pictures in which somebody needed two saccades or more; "
      "every scanpath is cut where the target is reached.",
      input.seed)});
  section.blocks.push_back(Figures{{{LegendSvg(), ""}}, 1});
  const std::size_t people_shown = input.predictions.empty() ? 2 : 1;
  for (const HumanPair* pair : ChoosePairs(input, humans)) {
    ExampleWriter example(*pair, EmbeddedPicture(input.images, pair->task, pair->name));
    const auto people = PeopleOf(*pair);
    for (std::size_t i = 0; i < std::min(people_shown, people.size()); ++i) {
      example.Add(fmt::format("Person {}", people[i]->subject), people[i]->scanpath, 0);
    }
    std::size_t color = 2;
    for (const NamedPredictions& predictions : input.predictions) {
      const TrialInImage* trial = FirstFor(predictions.trials, *pair);
      example.Add(predictions.name,
                  metrics::PredictionUsed(trial->scanpath, pair->target, input.protocol), color++);
    }
    if (const TrialInImage* trial = FirstFor(random, *pair)) {
      example.Add("Random scanpath", metrics::CutPrediction(trial->scanpath, pair->target), 1);
    }
    section.blocks.push_back(example.Finish(3));
  }
  return section;
}

}  // namespace saccade
