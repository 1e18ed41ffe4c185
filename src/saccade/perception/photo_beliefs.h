#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "saccade/beliefs/belief_map.h"
#include "saccade/beliefs/downsample.h"
#include "saccade/beliefs/store_builder.h"
#include "saccade/image/geometry.h"
#include "saccade/image/picture.h"
#include "saccade/perception/parser.h"

namespace saccade {

// From a photo to the beliefs that a searcher starts from: fitted to the image frame, parsed sharp
// (H) and blurred (L), put on the grid.

struct PhotoOptions {
  double sigma = 2;  // of the blur, pixels of the image frame
  DownsampleRule rule = kDefaultDownsampleRule;
};

// Seconds spent in each stage.
struct PhotoTiming {
  double read = 0;    // and decoding
  double fit = 0;     // and blurring
  ParseTiming parse;  // both views
  double grid = 0;
};

struct ParsedPhoto {
  Picture photo;    // as read, upright
  ImageFit fit;     // from the photo to the image frame and back
  BoxInImage area;  // what the photo fills of the image frame, its own black bars left out
  PictureBeliefs beliefs;
  SceneParse sharp;  // in the image frame
  SceneParse blurred;
  std::vector<PanopticSegment> seen;  // in the sharp picture, largest first
  PhotoTiming timing;

  // Tasks 0..17 whose target is among `seen`, ascending.
  std::vector<int> SeenTasks() const;
};

// A photo's two views, however they were made. `image` is the photo in the image frame.
struct SceneViews {
  SceneParse sharp;
  SceneParse blurred;
};
using ViewsOf = std::function<SceneViews(const Picture& image, PhotoTiming& timing)>;
ParsedPhoto PhotoOfViews(Picture photo, const std::string& name, const ViewsOf& views,
                         DownsampleRule rule);

// Reads and parses one photo of any size and orientation. Throws InputError for files that are no
// pictures (image/picture_file.h).
ParsedPhoto ParsePhoto(const std::filesystem::path& file, const Parser& parser,
                       const PhotoOptions& options = {});
// The same of a picture in memory; `name` is what its beliefs are called.
ParsedPhoto ParsePhoto(Picture photo, const std::string& name, const Parser& parser,
                       const PhotoOptions& options = {});

// Every picture (.jpg, .jpeg, .png, .webp) of a folder, for BuildBeliefStore. Its pictures are
// parsed on several threads at once: open the parser with one thread (ParserOptions). Throws
// InputError when there is none.
BeliefSource PhotoSource(const std::filesystem::path& folder, std::shared_ptr<const Parser> parser,
                         const PhotoOptions& options = {});

// The part of a picture in the image frame that shows something: without the black bars that
// fitting has left, for pictures that come with their bars. Bars lie on both sides of one axis and
// are as wide.
BoxInImage ShownArea(const Picture& image);

}  // namespace saccade
