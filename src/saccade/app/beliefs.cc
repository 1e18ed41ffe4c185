#include "saccade/app/beliefs.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "saccade/base/error.h"
#include "saccade/base/options.h"
#include "saccade/base/shard_option.h"
#include "saccade/beliefs/belief_drawing.h"
#include "saccade/beliefs/store_notes.h"
#include "saccade/perception/photo_beliefs.h"

namespace saccade::app {
namespace {

using Json = nlohmann::ordered_json;

std::optional<std::filesystem::path> PathIfGiven(const std::filesystem::path& path) {
  if (path.empty()) return std::nullopt;
  return path;
}

BeliefSource SourceOf(const BuildBeliefsOptions& options) {
  if (!options.dcbs.empty()) return DcbSource(options.dcbs);
  if (!options.images.empty()) {
    ParsingOptions parsing = options.parsing;
    parsing.threads = 1;  // each; pictures are parsed side by side
    return PhotoSource(options.images, OpenParserOf(parsing),
                       {.sigma = BlurOf(parsing), .rule = options.rule});
  }
  if (!options.boxes.empty()) {
    return BoxSource({options.boxes, PathIfGiven(options.detections),
                      PathIfGiven(options.blurred_detections), options.rule});
  }
  BeliefSource source = PanopticSource(options.sharp, options.blurred, options.rule);
  // Nothing else says how the blurred pictures were made.
  if (const auto blur = options.parsing.blur) {
    source.notes.emplace_back(kBlurNote, fmt::format("{}", *blur));
  }
  return source;
}

Json ToJson(const TargetCoverage& coverage) {
  return {{"pairs", coverage.pairs},
          {"sharp", coverage.SharpShare()},
          {"blurred", coverage.BlurredShare()}};
}

}  // namespace

OptionList OptionsOf(BuildBeliefsOptions& o) {
  OptionList list;
  list.Add("sharp", TextOf(o.sharp),
           "COCO panoptic JSON of the sharp pictures; its PNGs lie in the folder of the same name "
           "without .json",
           "FILE")
      .Add("blurred", TextOf(o.blurred),
           "The same of the blurred pictures (the paper: sigma 2 at 512x320)", "FILE")
      .Add("boxes", TextOf(o.boxes),
           "Without segmentations: COCO instances JSON with boxes in the photos' pixels", "FILE")
      .Add("detections", TextOf(o.detections),
           "With --boxes: take the boxes from this list of COCO results with scores", "FILE")
      .Add("blurred-detections", TextOf(o.blurred_detections),
           "With --boxes: detections in the blurred pictures (default: as the sharp ones)", "FILE")
      .Add("dcbs", TextOf(o.dcbs),
           "The authors' folder of precomputed beliefs, {HR,LR}/<task>/<name>.pth.tar", "DIR")
      .Add("images", TextOf(o.images),
           "Photos to parse with --parser, sharp and blurred: every picture of the folder", "DIR")
      .Add(OptionsOf(o.parsing))
      .Add("rule", o.rule, {"corner", "center", "majority", "area"},
           "How 16x16 pixels become a cell: the pixel at its corner or center, the class of the "
           "majority, or every class with its area")
      .Add("things-only", o.things_only, "Leave stuff out, as a parser of things alone would")
      .Add("saliency", TextOf(o.saliency),
           "Saliency as channel 135: a folder of .npy, .png or .jpg by picture, or one .npy "
           "[pictures, rows, columns]",
           "PATH")
      .Add("saliency-names", TextOf(o.saliency_names),
           "For one .npy: the pictures' names, one a line", "FILE")
      .Add("values", o.values, {"byte", "half"},
           "How values are stored: 1/255 steps, or half floats")
      .Add("out", TextOf(o.out), "The store to write", "FILE")
      .Add("shard", TextOf(o.shard), "Only this share of the work, such as 3/8, counted from 0")
      .Omit()  // what shares of a call have in common
      .Omit();
  return list;
}

void BuildBeliefsOptions::Check() const {
  const bool segmentations = !sharp.empty() || !blurred.empty();
  if (segmentations + !boxes.empty() + !dcbs.empty() + !images.empty() != 1) {
    throw InputError(
        "give one kind of input: --sharp with --blurred, or --images, or --boxes, or --dcbs");
  }
  if (segmentations && (sharp.empty() || blurred.empty())) {
    throw InputError("--sharp and --blurred belong together: the fovea's and the periphery's view");
  }
  if (images.empty() && (!parsing.parser.empty() || parsing.input_size != 0)) {
    throw InputError("--parser and --input-size belong to --images; leave them out");
  }
  if (images.empty() && !segmentations && parsing.blur) {
    throw InputError("--blur belongs to --images, or to --sharp with --blurred; leave it out");
  }
  if (shard && std::filesystem::is_regular_file(out)) {
    throw InputError(out, "", "is a file; with --shard, --out is the folder of the shares");
  }
}

std::filesystem::path BuildBeliefsOptions::Store() const {
  return shard ? out / (shard->FileName() + ".beliefs") : out;
}

BuildReport BuildBeliefs(const BuildBeliefsOptions& options) {
  options.Check();
  const WatchScope scope(options.watch);
  BeliefSource source = SourceOf(options);
  if (options.things_only) source = ThingsOnly(std::move(source));
  if (!options.saliency.empty()) {
    source = WithSaliency(std::move(source), options.saliency, PathIfGiven(options.saliency_names));
  }
  if (options.shard) source = ShareOf(std::move(source), *options.shard, options.call);
  return BuildBeliefStore(options.Store(), source, options.values);
}

Json ToJson(const BuildReport& report, const std::filesystem::path& store) {
  return {{"store", store.string()},
          {"pictures", report.pictures},
          {"reused", report.reused},
          {"bytes", report.bytes},
          {"seconds", report.seconds}};
}

std::vector<StoreCoverage> MeasureCoverage(std::span<const std::filesystem::path> stores,
                                           std::span<const TrialInImage> trials) {
  std::vector<StoreCoverage> coverages;
  for (const std::filesystem::path& path : stores) {
    const BeliefStore store = BeliefStore::Open(path);
    StoreCoverage& coverage = coverages.emplace_back();
    coverage.store = path;
    if (const std::string rule = NoteOf(store, "rule"); !rule.empty()) coverage.rule = rule;
    coverage.tasks = MeasureTargetCoverage(store, trials);
    for (const auto& [task, of_task] : coverage.tasks) coverage.total += of_task;
  }
  return coverages;
}

Json ToJson(std::span<const StoreCoverage> coverages) {
  Json list = Json::array();
  for (const StoreCoverage& coverage : coverages) {
    Json tasks = Json::object();
    for (const auto& [task, of_task] : coverage.tasks) tasks[task] = ToJson(of_task);
    Json entry = {{"store", coverage.store.string()}, {"rule", coverage.rule}};
    entry.update(ToJson(coverage.total));
    entry["tasks"] = tasks;
    list.push_back(entry);
  }
  return {{"stores", list}};
}

std::string_view ValuesName(BeliefValues values) {
  return values == BeliefValues::kByte ? "byte" : "half";
}

double PerCell(std::size_t count, const StoreStatistics& statistics) {
  const std::size_t cells = statistics.pictures * Grid::kCells;
  return cells == 0 ? 0 : static_cast<double>(count) / static_cast<double>(cells);
}

// Channels that occur, those in most pictures first.
std::vector<int> ChannelsByUse(const StoreStatistics& statistics) {
  std::vector<int> channels;
  for (int channel = 0; channel < kBeliefChannels; ++channel) {
    if (statistics.sharp.cells[channel] + statistics.blurred.cells[channel] > 0) {
      channels.push_back(channel);
    }
  }
  std::ranges::stable_sort(channels, std::greater<>(), [&](int channel) {
    return statistics.sharp.pictures[channel] + statistics.blurred.pictures[channel];
  });
  return channels;
}

Json ToJson(const BeliefStore& store, const StoreStatistics& statistics) {
  Json notes = Json::object();
  for (const auto& [key, value] : store.notes()) notes[key] = value;
  Json classes = Json::array();
  for (const int channel : ChannelsByUse(statistics)) {
    classes.push_back({{"channel", channel},
                       {"name", ChannelName(channel)},
                       {"pictures_sharp", statistics.sharp.pictures[channel]},
                       {"pictures_blurred", statistics.blurred.pictures[channel]},
                       {"cells_sharp", statistics.sharp.cells[channel]},
                       {"cells_blurred", statistics.blurred.cells[channel]}});
  }
  return {{"store", store.path().string()},
          {"pictures", store.size()},
          {"bytes", store.bytes()},
          {"values", ValuesName(store.values())},
          {"saliency", store.has_saliency()},
          {"channels_per_cell_sharp", PerCell(statistics.sharp.classes, statistics)},
          {"channels_per_cell_blurred", PerCell(statistics.blurred.classes, statistics)},
          {"empty_cells_sharp", PerCell(statistics.sharp.empty_cells, statistics)},
          {"empty_cells_blurred", PerCell(statistics.blurred.empty_cells, statistics)},
          {"differing_cells", PerCell(statistics.differing_cells, statistics)},
          {"notes", notes},
          {"classes", classes}};
}

}  // namespace saccade::app
