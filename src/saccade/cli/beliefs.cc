#include "saccade/cli/beliefs.h"

namespace saccade::cli {

void AddBeliefs(CLI::App& app, Invocation& invocation) {
  CLI::App* beliefs = app.add_subcommand(
      "beliefs", "Turn segmentations into the belief maps that a searcher starts from");
  beliefs->footer(
      "Example:\n"
      "  saccade beliefs build --sharp sharp.json --blurred blurred.json --out s.beliefs");
  beliefs->require_subcommand(1);
  AddBeliefsBuild(*beliefs, invocation);
  AddBeliefsInfo(*beliefs, invocation);
  AddBeliefsShow(*beliefs, invocation);
  AddBeliefsVerify(*beliefs, invocation);
  AddBeliefsMerge(*beliefs, invocation);
  AddBeliefsCoverage(*beliefs, invocation);
}

}  // namespace saccade::cli
