#include "saccade/app/report.h"

#include <fmt/format.h>

#include <memory>

#include "saccade/base/file.h"
#include "saccade/base/log.h"
#include "saccade/cli/command.h"
#include "saccade/cli/command_tree.h"
#include "saccade/cli/words.h"
#include "saccade/metrics/protocol.h"

namespace saccade::cli {
namespace {

const Words<ExampleChoice> kChoiceWords = {{"drawn", ExampleChoice::kDrawn},
                                           {"worst", ExampleChoice::kWorst}};

struct ReportCommand {
  app::ReportOptions options;
  std::vector<std::string> predictions;  // NAME=FILE
  std::string out;
};

// `text`: the command line, for the page.
void Run(const ReportCommand& command, std::uint64_t seed, const std::string& text) {
  app::ReportOptions options = command.options;
  for (const std::string& named_file : command.predictions) {
    app::NamedPath named = app::ParseNamedPath(named_file);
    options.predictions.push_back({std::move(named.name), std::move(named.path)});
  }
  options.seed = seed;
  options.command = text;
  WriteFileAtomically(command.out, PageHtml(app::Report(options)));
  LogInfo("wrote {}", command.out);
}

}  // namespace

void AddReport(CLI::App& app, Invocation& invocation) {
  auto call = std::make_shared<ReportCommand>();
  app::ReportOptions* const options = &call->options;
  CLI::App* command = app.add_subcommand("report", "Write a page that describes, scores and draws");
  command->footer(
      "Example:\n"
      "  saccade report --data demo/data --predictions IRL=demo/irl.json --out report.html");
  command->add_option("--data", options->data, "Folder with files of fixations and pictures")
      ->required()
      ->type_name("FOLDER");
  command
      ->add_option("--split", options->split,
                   "Split to score (default: validation, else test, else train)")
      ->check(CLI::IsMember({"train", "validation", "test"}));
  command
      ->add_option("--images", options->images,
                   "Folder of pictures (default: images_512x320 or images in the data folder)")
      ->type_name("FOLDER");
  command->add_option("--protocol", options->protocol, "How scanpaths are scored")
      ->capture_default_str()
      ->check(CLI::IsMember(metrics::ProtocolNames()));
  command
      ->add_option("--predictions", call->predictions,
                   "Predicted scanpaths to score and draw, as NAME=FILE")
      ->type_name("NAME=FILE");
  command->add_option("--run", options->run, "Folder of a training run, for its learning curves")
      ->type_name("FOLDER");
  command
      ->add_option("--model", options->model,
                   "Model whose beliefs, foresight and learned reward are shown along the searches")
      ->type_name("FOLDER");
  command->add_option("--beliefs", options->beliefs, "Belief store of the pictures, for --model")
      ->type_name("FILE");
  command->add_option("--examples", options->examples, "Pictures over which searches play")
      ->capture_default_str()
      ->check(CLI::Range(0, 10000));
  AddWord(*command, "--choose", options->choice, kChoiceWords,
          "Which pictures: drawn with the seed, or those where the first prediction is "
          "least like people")
      ->default_str("drawn");
  command
      ->add_option("--bootstrap", options->bootstrap, "Draws behind the 95% intervals; 0 for none")
      ->capture_default_str()
      ->check(CLI::Range(0, 1000000));
  command->add_option("--title", options->title, "Title of the page")->type_name("TEXT");
  command->add_option("--out", call->out, "The HTML file to write")->required()->type_name("FILE");
  command->callback([call, command, &invocation] {
    invocation.run = [call, command, &invocation] {
      Run(*call, invocation.seed, CallText(*command));
    };
  });
}

}  // namespace saccade::cli
