#include "saccade/study/example_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "saccade/base/error.h"
#include "saccade/base/markup.h"
#include "saccade/image/geometry.h"
#include "saccade/image/picture_file.h"
#include "saccade/image/scanpath_drawing.h"
#include "saccade/study/data_folder.h"
#include "saccade/study/played_search.h"

namespace saccade {
namespace {

using metrics::HumanPair;
using metrics::HumanSet;

constexpr int kJpegQuality = 75;
constexpr std::size_t kMostTracks = 10;  // of a row on one picture

// The colour of people (0), random (1) and models (2..) in the charts, among those of the drawings.
Color FigureColor(std::size_t row) {
  constexpr std::array<std::size_t, 7> kPlace = {5, 2, 3, 4, 0, 1, 6};
  return ScanpathColor(kPlace[row % kPlace.size()]);
}

std::string OutcomeText(std::size_t fixations, bool found) {
  return found ? fmt::format("found with fixation {}", fixations)
               : fmt::format("not found in {} fixations", fixations);
}

// The searches of one pair: as figures that stand still, and as what a script plays.
class ExampleWriter {
 public:
  // `place`: the picture's in the gallery, from 1.
  ExampleWriter(const HumanPair& pair, std::size_t place) : pair_(pair) {
    played_.task = pair.task;
    played_.name = pair.name;
    played_.picture = fmt::format("#picture-{}", place);
    if (pair.target) played_.targets = {*pair.target};
  }

  // The first `still` tracks are drawn. `place`: 0 people, 1 random, 2.. models, as in the charts.
  void Add(PlayedRow row, std::size_t place, std::size_t still) {
    row.color = FigureColor(place);
    for (std::size_t i = 0; i < std::min(still, row.tracks.size()); ++i) {
      Draw(row.tracks[i], row.color);
    }
    played_.rows.push_back(std::move(row));
  }

  Gallery::Search Finish(std::string picture, const LayerSource* layers) {
    figures_.heading = fmt::format("Looking for: {}", pair_.task);
    figures_.columns = 3;
    return {std::move(figures_), std::move(picture), ToJson(played_, layers).dump()};
  }

 private:
  void Draw(const PlayedTrack& track, Color color) {
    const std::string outcome = OutcomeText(track.scanpath.size(), track.found);
    const ImageFit whole(kImageSize);  // the picture was fitted already: same numbers
    DrawnScanpath drawn;
    drawn.scanpath = whole.ToPhoto(track.scanpath);
    drawn.color = color;
    if (track.found) drawn.found_at = track.scanpath.size() - 1;
    ScanpathFigure figure;
    figure.scanpaths = {std::move(drawn)};
    if (pair_.target) figure.target = whole.ToPhoto(*pair_.target);
    figure.size_by_duration = true;
    figure.size = 1.35;  // three beside each other are small
    figures_.figures.push_back(
        {.svg = fmt::format("<div role=\"img\" aria-label=\"{} searching for {}: {}\">{}</div>",
                            EscapeMarkup(track.who), EscapeMarkup(pair_.task), outcome,
                            ScanpathSvg(figure, kImageSize, played_.picture)),
         .caption = fmt::format("{}: {}", track.who, outcome)});
  }

  const HumanPair& pair_;
  PlayedSearch played_;
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

// What a page says of one scanpath.
std::vector<std::pair<std::string, double>> ScoresOf(const metrics::ScanpathScores& scores) {
  const auto at = [&](std::size_t score) { return scores.scores[score]; };
  const double match = (at(metrics::kShape) + at(metrics::kDirection) + at(metrics::kLength) +
                        at(metrics::kPosition)) /
                       4;
  std::vector<std::pair<std::string, double>> named;
  for (const auto& [name, value] :
       {std::pair("sequence", at(metrics::kSequenceScore)), std::pair("MultiMatch", match),
        std::pair("FED", at(metrics::ScoreCalled("fixation_edit_distance")))}) {
    if (metrics::IsPresent(value)) named.emplace_back(name, value);
  }
  return named;
}

PlayedTrack TrackOf(std::string who, ScanpathInImage scanpath, const HumanPair& pair,
                    const metrics::ScanpathScores& scores) {
  const bool found =
      !scanpath.empty() && pair.target && pair.target->Contains(scanpath.back().point);
  return {std::move(who), std::move(scanpath), found, ScoresOf(scores)};
}

// The most telling first: as long as a model may search (seven points), but no longer.
PlayedRow PeopleOn(const ScoredRow& row, const HumanSet& humans, std::size_t pair) {
  PlayedRow people{"people", PlayedRow::Kind::kPeople, {}};
  const auto& trials = humans.pairs[pair].trials;
  const auto scores = OnPair(row, humans, pair).scores;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    people.tracks.push_back(TrackOf(fmt::format("Person {}", trials[i].subject), trials[i].scanpath,
                                    humans.pairs[pair], scores[i]));
  }
  std::ranges::stable_sort(people.tracks, std::ranges::greater{}, [](const PlayedTrack& track) {
    const auto length = static_cast<int>(track.scanpath.size());
    return length <= metrics::kScoredPoints ? length : -length;
  });
  return people;
}

PlayedRow PredictionsOn(const ScoredRow& row, const HumanSet& humans, std::size_t pair,
                        CellPoint predicted_cell) {
  PlayedRow played{row.row.name, PlayedRow::Kind::kModel, {}};
  metrics::Protocol protocol = humans.protocol;
  protocol.predicted_cell = predicted_cell;
  const auto [trials, scores] = OnPair(row, humans, pair);
  const std::optional<BoxInImage>& target = humans.pairs[pair].target;
  for (std::size_t i = 0; i < std::min(trials.size(), kMostTracks); ++i) {
    std::string who =
        trials.size() == 1 ? row.row.name : fmt::format("{}, sample {}", row.row.name, i + 1);
    played.tracks.push_back(TrackOf(std::move(who),
                                    metrics::PredictionUsed(trials[i].scanpath, target, protocol),
                                    humans.pairs[pair], scores[i]));
  }
  return played;
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
                       std::span<const ScoredRow> rows) {
  Section section{"Examples", {}};
  const bool worst = input.choice == ExampleChoice::kWorst;
  section.blocks.push_back(Paragraph{fmt::format(
      "{} pictures in which somebody needed two saccades or more; every scanpath is cut where the "
      "target is reached.",
      worst ? fmt::format("The worst of {}, by sequence score beside people's, among",
                          input.predictions.front().name)
            : fmt::format("Drawn with seed {} among", input.seed))});
  section.blocks.push_back(Figures{{{.svg = LegendSvg(), .caption = ""}}, 1});
  Gallery gallery;
  for (const std::size_t pair : ChooseExamples(input, humans, rows)) {
    const HumanPair& on = humans.pairs[pair];
    ExampleWriter example(on, gallery.searches.size() + 1);
    const double people_score = MeanOnPair(rows[0], pair, metrics::kSequenceScore);
    PlayedRow people = PeopleOn(rows[0], humans, pair);
    if (!people.tracks.empty()) people.tracks.front().with_layers = true;
    example.Add(std::move(people), 0, input.predictions.empty() ? 2 : 1);
    for (std::size_t i = 2; i < rows.size(); ++i) {
      PlayedRow row = PredictionsOn(rows[i], humans, pair, input.protocol.predicted_cell);
      const double gap = people_score - MeanOnPair(rows[i], pair, metrics::kSequenceScore);
      if (metrics::IsPresent(gap)) row.gap = gap;
      row.tracks.front().with_layers = i == 2;
      example.Add(std::move(row), i, 1);
    }
    PlayedRow random = PredictionsOn(rows[1], humans, pair, CellPoint::kCenter);
    random.kind = PlayedRow::Kind::kRandom;
    if (!random.tracks.empty()) example.Add(std::move(random), 1, 1);
    const auto task = TaskIndex(on.task);
    const auto search = std::ranges::find_if(
        input.searches, [&](const Search& one) { return one.task == task && one.name == on.name; });
    const bool has_layers = input.model && search != input.searches.end();
    const std::optional<LayerSource> layers =
        has_layers ? std::optional<LayerSource>({*input.model, *search}) : std::nullopt;
    gallery.searches.push_back(example.Finish(EmbeddedPicture(input.images, on.task, on.name),
                                              layers ? &*layers : nullptr));
  }
  section.blocks.push_back(std::move(gallery));
  return section;
}

}  // namespace saccade
