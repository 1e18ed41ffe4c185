#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "saccade/base/options_fwd.h"
#include "saccade/beliefs/belief_map.h"
#include "saccade/perception/parser.h"

namespace saccade::app {

// How photos are parsed: by which files, how large, how much they are blurred for the periphery.
struct ParsingOptions {
  std::vector<std::filesystem::path> parser{};  // model file(s); empty: what make models installed
  int input_size = 0;                           // 0: the parser's own
  std::optional<double> blur{};  // sigma at 512x320; empty: what the searching model learned from
  int threads = 0;               // of one picture; 0: all
};

OptionList OptionsOf(ParsingOptions& options);

// Opens the parser, TorchScript too where the build has libtorch. Throws as OpenParser
// (perception/parser_registry.h).
std::unique_ptr<Parser> OpenParserOf(const ParsingOptions& options);

// The sigma of `options`, or else what the model in a folder was trained to see.
double BlurOf(const ParsingOptions& options, const std::filesystem::path& model);
// For no model in particular: the one that comes with saccade.
double BlurOf(const ParsingOptions& options);

// The beliefs of pictures in a folder, parsed side by side.
std::vector<PictureBeliefs> ParsePictures(const std::filesystem::path& folder,
                                          std::span<const std::string> names, const Parser& parser,
                                          double blur);

}  // namespace saccade::app
