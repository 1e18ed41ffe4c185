#include "saccade/app/beliefs.h"

#include "saccade/capi/boundary.h"
#include "saccade/capi/handles.h"
#include "saccade/capi/pixels.h"

namespace saccade::capi {
namespace {

// A picture that fills the image frame.
saccade_picture* Filling(PictureBeliefs beliefs) {
  return new saccade_picture{ParsedPhoto{.photo = {},
                                         .fit = ImageFit(kImageSize),
                                         .area = {0, 0, kImageSize.width, kImageSize.height},
                                         .beliefs = std::move(beliefs),
                                         .sharp = {},
                                         .blurred = {},
                                         .seen = {},
                                         .timing = {},
                                         .parser = {}}};
}

BeliefLayer LayerOf(const float* maps, const char* name) {
  const std::span<const float> values(&Need(maps, name),
                                      std::size_t{SACCADE_CHANNELS} * SACCADE_CELLS);
  for (const float value : values) {
    if (!(value >= 0 && value <= 1)) {
      throw InputError(
          fmt::format("argument {}: {} is no belief; they lie between 0 and 1", name, value));
    }
  }
  return SparseFromDense(values);
}

}  // namespace
}  // namespace saccade::capi

using namespace saccade;
using namespace saccade::capi;

saccade_beliefs::saccade_beliefs(BeliefStore opened) : store(std::move(opened)), library(store) {
  for (std::size_t i = 0; i < store.size(); ++i) names.emplace_back(store.name(i));
}

int saccade_beliefs_build(const char* options, const char* file, saccade_progress progress,
                          void* data) {
  return Guard(progress, data, [&] {
    Need(file, "file");
    app::BuildBeliefsOptions build;
    Read(options, OptionsOf(build).Drop({"out", "shard"}));
    build.out = file;
    app::BuildBeliefs(build);
  });
}

int saccade_beliefs_open(const char* file, saccade_beliefs** out) {
  return Guard([&] {
    Need(out, "out");
    *out = std::make_unique<saccade_beliefs>(BeliefStore::Open(&Need(file, "file"))).release();
  });
}

size_t saccade_beliefs_count(const saccade_beliefs* beliefs) {
  return beliefs == nullptr ? 0 : beliefs->store.size();
}

const char* saccade_beliefs_name(const saccade_beliefs* beliefs, size_t index) {
  if (index >= saccade_beliefs_count(beliefs)) return nullptr;
  return beliefs->names[index].c_str();
}

void saccade_beliefs_free(saccade_beliefs* beliefs) { delete beliefs; }

int saccade_parser_open(const char* options, saccade_parser** out) {
  return Guard([&] {
    Need(out, "out");
    app::ParsingOptions parsing;
    OptionList list = OptionsOf(parsing);
    list.Drop({"parser", "blur"}).Add("files", TextsOf(parsing.parser), "The parser's model files");
    Read(options, list);
    const bool named = !parsing.parser.empty();
    auto parser = std::make_unique<saccade_parser>(std::move(parsing));
    if (named) parser->reader.parser();
    *out = parser.release();
  });
}

void saccade_parser_free(saccade_parser* parser) { delete parser; }

int saccade_picture_parse(const saccade_parser* parser, const char* file,
                          const saccade_pixels* pixels, double blur, saccade_picture** out) {
  return Guard([&] {
    Need(parser, "parser");
    Need(out, "out");
    if ((file == nullptr) == (pixels == nullptr)) {
      throw InputError("arguments file, pixels: give one of them");
    }
    if (!(blur <= 100)) throw InputError("argument blur: is no sigma of up to 100 pixels");
    const double sigma = blur >= 0 ? blur : PhotoOptions().sigma;
    *out = new saccade_picture{file != nullptr
                                   ? parser->reader.Read(file, sigma)
                                   : parser->reader.Read(PictureOf(*pixels), "picture", sigma)};
  });
}

int saccade_picture_stored(const saccade_beliefs* beliefs, const char* name,
                           saccade_picture** out) {
  return Guard([&] {
    Need(out, "out");
    *out = Filling(Need(beliefs, "beliefs").store.Load(&Need(name, "name")));
  });
}

int saccade_picture_create(const char* name, const float* sharp, const float* blurred,
                           saccade_picture** out) {
  return Guard([&] {
    Need(out, "out");
    *out = Filling({&Need(name, "name"), LayerOf(sharp, "sharp"), LayerOf(blurred, "blurred")});
  });
}

int saccade_picture_maps(const saccade_picture* picture, int blurred, float* out) {
  return Guard([&] {
    const PictureBeliefs& beliefs = Need(picture, "picture").photo.beliefs;
    ExpandToDense(blurred != 0 ? beliefs.blurred : beliefs.sharp,
                  {&Need(out, "out"), std::size_t{SACCADE_CHANNELS} * SACCADE_CELLS});
  });
}

void saccade_picture_size(const saccade_picture* picture, int* width, int* height) {
  const bool stored = picture == nullptr || picture->photo.photo.width == 0;
  if (width != nullptr)
    *width = stored ? static_cast<int>(kImageSize.width) : picture->photo.photo.width;
  if (height != nullptr)
    *height = stored ? static_cast<int>(kImageSize.height) : picture->photo.photo.height;
}

void saccade_picture_free(saccade_picture* picture) { delete picture; }
