#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "saccade/app/photo_reader.h"
#include "saccade/base/watch.h"
#include "saccade/image/picture.h"
#include "saccade/perception/photo_beliefs.h"
#include "saccade/scene/trial.h"
#include "saccade/search/scanpath_model.h"

namespace saccade::app {

struct PhotoSearcherOptions {
  // A model's folder, or a built-in name (BuiltInModels); empty: the one that comes with saccade.
  std::string model{};
  ParsingOptions parsing{};
};

struct PredictPhotoOptions {
  std::vector<std::string> targets{};  // names of COCO's things (search/stand_in.h)
  bool all_targets = false;            // instead: every one that the parser saw
  // With until_target a scanpath ends when the fovea shows the target by the parser's sharp view.
  PredictOptions predict{};
  std::vector<std::string> without{};  // classes whose belief maps are emptied, or groups of them
  Watch watch{};

  // Throws InputError for an unknown target or class, for no target and for both kinds of saying
  // which.
  void Check() const;
};

OptionList OptionsOf(PhotoSearcherOptions& options);
OptionList OptionsOf(PredictPhotoOptions& options);

// What a model is asked in a photo.
struct TargetSearch {
  int target = 0;
  Search search;  // of a thing that people did not teach: its stand-in's
};

// A predicted search in the photo's own pixels.
struct PhotoScanpath {
  int target = 0;  // a thing's belief channel
  int sample = 0;  // from 1
  ScanpathInPhoto scanpath;
  // 0-based fixations, the start included: the first from which the fovea shows the target by the
  // parser's own sharp view, and the first on a box of the target.
  std::optional<std::size_t> found_at{};
  std::optional<std::size_t> on_box_at{};
};

// The scanpaths of one target together.
struct TargetOutcome {
  int target = 0;
  bool seen = false;  // by the parser; what it does not see is never found
  int scanpaths = 0;
  int found = 0;
  int on_box = 0;
  std::optional<double> saccades{};  // to it, mean of those that found it
};

// A searching model and a parser of photos, opened once. Its functions may be called from several
// threads; a photo that is parsed can be searched again for something else.
class PhotoSearcher {
 public:
  PhotoSearcher(std::shared_ptr<const ScanpathModel> model, std::shared_ptr<const Parser> parser,
                double blur);
  // Opens the parser when it is first needed.
  PhotoSearcher(std::shared_ptr<const ScanpathModel> model, ParsingOptions parsing, double blur);

  // As PhotoReader reads.
  ParsedPhoto Parse(const std::filesystem::path& photo) const;
  ParsedPhoto Parse(Picture photo, const std::string& name) const;

  // By the target's name, then sample. Throws InputError as Check, and when all targets are wanted
  // and none was seen.
  std::vector<PhotoScanpath> Search(const ParsedPhoto& photo,
                                    const PredictPhotoOptions& options) const;

  // What Search hands to the model.
  std::vector<TargetSearch> SearchesOf(const ParsedPhoto& photo,
                                       const PredictPhotoOptions& options) const;

  const ScanpathModel& model() const { return *model_; }
  // Throws InputError when none is installed.
  const Parser& parser() const { return reader_->parser(); }
  double blur() const { return blur_; }

 private:
  std::shared_ptr<const ScanpathModel> model_;
  std::shared_ptr<const PhotoReader> reader_;
  double blur_;
};

// Opens model and parser. Throws InputError when either is not there or is not what it must be.
// Example:
//   const PhotoSearcher searcher = OpenPhotoSearcher({});
//   const ParsedPhoto photo = searcher.Parse("kitchen.jpg");
//   searcher.Search(photo, {.targets = {"microwave"}})
PhotoSearcher OpenPhotoSearcher(const PhotoSearcherOptions& options);

std::string_view TargetName(int target);

// In the order of their scanpaths.
std::vector<TargetOutcome> OutcomesOf(const ParsedPhoto& photo,
                                      std::span<const PhotoScanpath> scanpaths);

// Where the parser saw the target, the likeliest first.
std::vector<PanopticSegment> SegmentsOf(const ParsedPhoto& photo, int target);

// What docs/data.md has for scanpaths in a photo: its size, what was seen, scanpaths.
nlohmann::ordered_json ToJson(const ParsedPhoto& photo, std::span<const PhotoScanpath> scanpaths);
// The same with the parser and, by target, how many found it: what `predict --json` prints.
nlohmann::ordered_json PredictionJson(const ParsedPhoto& photo,
                                      std::span<const PhotoScanpath> scanpaths);

}  // namespace saccade::app
