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

}  // namespace saccade::cli
