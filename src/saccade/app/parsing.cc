#include "saccade/app/parsing.h"

#include <algorithm>

#include "saccade/app/libtorch.h"
#include "saccade/base/options.h"
#include "saccade/base/parallel.h"
#include "saccade/base/progress.h"
#include "saccade/perception/photo_beliefs.h"
#include "saccade/search/installed_models.h"
#include "saccade/search/model_folder.h"

namespace saccade::app {

namespace fs = std::filesystem;

OptionList OptionsOf(ParsingOptions& o) {
  OptionList list;
  list.Add("parser", TextsOf(o.parser),
           "Model file(s) that parse photos; by default what make models installed", "FILE")
      .Add("input-size", o.input_size, {0, 4096}, "The parser's input size; 0 is the model's own")
      .Add("blur", o.blur, {0, 100},
           "Sigma of the parsed photos' blurred view at 512x320 (default: what the model learned "
           "from, or 2)")
      .Omit();  // threads: who parses several knows
  return list;
}

std::unique_ptr<Parser> OpenParserOf(const ParsingOptions& options) {
  return OpenParser(WithTorchScript(ParserOptions{
      .models = options.parser, .input_size = options.input_size, .threads = options.threads}));
}

double BlurOf(const ParsingOptions& options, const fs::path& model) {
  if (options.blur) return *options.blur;
  return fs::is_directory(model) ? ReadModelDescription(model).beliefs.blur_sigma
                                 : PhotoOptions().sigma;
}

double BlurOf(const ParsingOptions& options) {
  const auto installed = InstalledModels();
  const bool comes = std::ranges::find(installed, kDefaultModel) != installed.end();
  return BlurOf(options, fs::path(comes ? ResolveModel(kDefaultModel) : ""));
}

std::vector<PictureBeliefs> ParsePictures(const fs::path& folder,
                                          std::span<const std::string> names, const Parser& parser,
                                          double blur) {
  std::vector<PictureBeliefs> beliefs(names.size());
  Progress progress("pictures", names.size());
  ParallelFor(names.size(), [&](std::size_t i) {
    beliefs[i] = ParsePhoto(folder / names[i], parser, {.sigma = blur}).beliefs;
    progress.Step();
  });
  return beliefs;
}

}  // namespace saccade::app
