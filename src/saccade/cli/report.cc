#include "saccade/app/report.h"

#include <fmt/format.h>

#include <memory>

#include "saccade/base/file.h"
#include "saccade/base/log.h"
#include "saccade/cli/command.h"
#include "saccade/cli/command_tree.h"
#include "saccade/cli/option_list.h"

namespace saccade::cli {
namespace {

struct ReportCommand {
  app::ReportOptions options;
  std::string out;
};

// `text`: the command line, for the page.
void Run(const ReportCommand& command, std::uint64_t seed, const std::string& text) {
  app::ReportOptions options = command.options;
  options.seed = seed;
  options.command = text;
  WriteFileAtomically(command.out, PageHtml(app::Report(options)));
  LogInfo("wrote {}", command.out);
}

}  // namespace

void AddReport(CLI::App& app, Invocation& invocation) {
  auto call = std::make_shared<ReportCommand>();
  CLI::App* command = app.add_subcommand("report", "Write a page that describes, scores and draws");
  command->footer(
      "Example:\n"
      "  saccade report --data demo/data --predictions IRL=demo/predictions.json --out "
      "report.html");
  OptionList options = OptionsOf(call->options);
  AddOption(*command, options.Take("data"))->required();
  AddOptions(*command, options.Drop({"seed"}));
  command->add_option("--out", call->out, "The HTML file to write")->required()->type_name("FILE");
  command->callback([call, command, &invocation] {
    invocation.run = [call, command, &invocation] {
      Run(*call, invocation.seed, CallText(*command));
    };
  });
}

}  // namespace saccade::cli
