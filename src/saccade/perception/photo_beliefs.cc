#include "saccade/perception/photo_beliefs.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <functional>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/base/stopwatch.h"
#include "saccade/beliefs/panoptic.h"
#include "saccade/image/blur.h"
#include "saccade/image/picture_file.h"

namespace saccade {
namespace {

// Padding shows nothing, whatever a network makes of black: it becomes void.
void ClearPadding(const BoxInImage& area, SceneParse& parse) {
  for (int y = 0; y < parse.ids.height; ++y) {
    for (int x = 0; x < parse.ids.width; ++x) {
      if (!area.Contains({x + 0.5, y + 0.5})) parse.ids.At(x, y) = 0;
    }
  }
  MeasureSegments(parse.ids, parse.segments);
  std::erase_if(parse.segments, [](const PanopticSegment& segment) { return segment.area == 0; });
}

BeliefLayer LayerOf(const SceneParse& parse, const std::string& name, DownsampleRule rule) {
  return PanopticLayer(parse.ids, parse.segments, name, rule);
}

bool IsPictureName(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  constexpr std::array<std::string_view, 4> kEndings = {".jpg", ".jpeg", ".png", ".webp"};
  return std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

// Black pixels from both ends of an axis, the lesser of the two: a dark photo's own darkness is
// rarely as wide on either side.
int BarWidth(int length, const std::function<double(int)>& brightness) {
  constexpr double kBlack = 8;  // JPEG leaves a little noise beside the picture
  int low = 0, high = 0;
  while (low < length && brightness(low) < kBlack) ++low;
  while (high < length && brightness(length - 1 - high) < kBlack) ++high;
  return low == length ? 0 : std::min(low, high);
}

}  // namespace

std::vector<int> ParsedPhoto::SeenTasks() const {
  std::vector<int> tasks;
  for (int task = 0; task < kTasks; ++task) {
    const bool is_seen = std::any_of(seen.begin(), seen.end(), [&](const PanopticSegment& segment) {
      return segment.channel == ChannelOfTask(task);
    });
    if (is_seen) tasks.push_back(task);
  }
  return tasks;
}

BoxInImage ShownArea(const Picture& image) {
  const auto brightness = [&](int x0, int x1, int y0, int y1) {
    std::int64_t sum = 0;
    for (int y = y0; y < y1; ++y) {
      for (int x = x0; x < x1; ++x) {
        const std::uint8_t* const pixel = image.At(x, y);
        sum += pixel[0] + pixel[1] + pixel[2];
      }
    }
    return static_cast<double>(sum) / (3.0 * (x1 - x0) * (y1 - y0));
  };
  int sides = BarWidth(image.width, [&](int x) { return brightness(x, x + 1, 0, image.height); });
  int ends = BarWidth(image.height, [&](int y) { return brightness(0, image.width, y, y + 1); });
  (sides < ends ? sides : ends) = 0;
  return {static_cast<double>(sides), static_cast<double>(ends),
          static_cast<double>(image.width - 2 * sides),
          static_cast<double>(image.height - 2 * ends)};
}

ParsedPhoto PhotoOfViews(Picture photo, const std::string& name, const ViewsOf& views,
                         DownsampleRule rule) {
  if (photo.width <= 0 || photo.height <= 0) throw InputError(name, "", "has no pixels");
  Stopwatch watch;
  const ImageFit fit(PictureSize(photo));
  ParsedPhoto result{std::move(photo), fit, fit.Area(), {}, {}, {}, {}, {}};
  const Picture image = FitToImage(result.photo);
  const bool fills = fit.Area().width > image.width - 1 && fit.Area().height > image.height - 1;
  if (fills) result.area = ShownArea(image);
  result.timing.fit = watch.Lap();
  auto [sharp, blurred] = views(image, result.timing);
  result.sharp = std::move(sharp);
  result.blurred = std::move(blurred);
  result.timing.parse = result.sharp.seconds;
  result.timing.parse += result.blurred.seconds;
  watch.Lap();
  ClearPadding(result.area, result.sharp);
  ClearPadding(result.area, result.blurred);
  result.beliefs = {name, LayerOf(result.sharp, name, rule), LayerOf(result.blurred, name, rule)};
  result.seen = result.sharp.segments;
  std::ranges::stable_sort(result.seen, std::ranges::greater(), &PanopticSegment::area);
  result.timing.grid = watch.Lap();
  return result;
}

ParsedPhoto ParsePhoto(Picture photo, const std::string& name, const Parser& parser,
                       const PhotoOptions& options) {
  const auto parse = [&](const Picture& image, PhotoTiming& timing) -> SceneViews {
    Stopwatch watch;
    const Picture blurred = GaussianBlur(image, options.sigma);
    timing.fit += watch.Lap();
    return {parser.Parse(image), parser.Parse(blurred)};
  };
  return PhotoOfViews(std::move(photo), name, parse, options.rule);
}

ParsedPhoto ParsePhoto(const std::filesystem::path& file, const Parser& parser,
                       const PhotoOptions& options) {
  Stopwatch watch;
  Picture photo = ReadPicture(file);
  const double read = watch.Lap();
  ParsedPhoto result = ParsePhoto(std::move(photo), file.filename().string(), parser, options);
  result.timing.read = read;
  return result;
}

BeliefSource PhotoSource(const std::filesystem::path& folder, std::shared_ptr<const Parser> parser,
                         const PhotoOptions& options) {
  if (!std::filesystem::is_directory(folder)) throw InputError(folder, "", "is not a folder");
  BeliefSource source;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.is_regular_file() && IsPictureName(entry.path())) {
      source.names.push_back(entry.path().filename().string());
    }
  }
  if (source.names.empty()) {
    throw InputError(folder, "", "holds no picture (.jpg, .jpeg, .png or .webp)");
  }
  std::sort(source.names.begin(), source.names.end());
  const std::string how = fmt::format("{}, sigma {}, rule {}", parser->Description(), options.sigma,
                                      RuleName(options.rule));
  source.checksum = Checksum(how);
  source.notes = {{"parser", parser->Description()},
                  {"sigma", fmt::format("{}", options.sigma)},
                  {"rule", std::string(RuleName(options.rule))}};
  source.keep_finished = true;
  source.read = [folder, parser, options, names = source.names](std::size_t i) {
    const auto bytes = std::make_shared<std::string>(ReadFile(folder / names[i]));
    return PictureInput{
        Checksum(*bytes), [=, name = names[i]] {
          const auto view = std::as_bytes(std::span(bytes->data(), bytes->size()));
          return ParsePhoto(DecodePicture(view, folder / name), name, *parser, options).beliefs;
        }};
  };
  return source;
}

}  // namespace saccade
