#include "saccade/cli/dataset.h"

namespace saccade::cli {

void AddDataset(CLI::App& app, Invocation& invocation) {
  CLI::App* dataset = app.add_subcommand("dataset", "Describe, convert and choose search data");
  dataset->footer("Example:\n  saccade dataset info train.json valid.json");
  dataset->require_subcommand(1);
  AddDatasetImport(*dataset, invocation);
  AddDatasetInfo(*dataset, invocation);
  AddDatasetConvert(*dataset, invocation);
  AddDatasetSelect(*dataset, invocation);
  AddDatasetSynthesize(*dataset, invocation);
}

void AddTrialFileOptions(CLI::App& command, TrialFileOptions& options,
                         const std::string& frame_option) {
  command.add_flag("--lenient", options.lenient, "Skip bad trials and count them by reason");
  command
      .add_option_function<std::string>(
          frame_option,
          [&options](const std::string& name) {
            options.frame = name == "image" ? Frame::kImage : Frame::kDisplay;
          },
          "Frame of the coordinates in the file: 512x320 or 1680x1050 (default: found from them)")
      ->check(CLI::IsMember({"image", "display"}));
}

}  // namespace saccade::cli
