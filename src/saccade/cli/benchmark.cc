#include "saccade/app/benchmark.h"

#include <fmt/format.h>

#include <memory>

#include "saccade/cli/command.h"
#include "saccade/cli/option_list.h"

namespace saccade::cli {
namespace {

struct BenchmarkCommand {
  app::BenchmarkOptions options;
  JsonOutput json;
};

void Run(const BenchmarkCommand& command) {
  const nlohmann::ordered_json document = app::ToJson(app::Benchmark(command.options));
  if (WriteJson(command.json, document)) return;
  for (const auto& [name, value] : document.items()) {
    fmt::print("{:<34} {}\n", name,
               value.is_number_float() ? fmt::format("{:.6g}", value.get<double>()) : value.dump());
  }
}

}  // namespace

void AddBenchmark(CLI::App& app, Invocation& invocation) {
  CLI::App* benchmark = app.add_subcommand(
      "benchmark", "How fast scoring, learning and prediction are on this machine");
  benchmark->footer("Example:\n  saccade benchmark --json benchmark.json");
  const auto command = std::make_shared<BenchmarkCommand>();
  OptionList options = OptionsOf(command->options);
  AddOptions(*benchmark, options.Drop({"seed"}));
  AddJsonOption(*benchmark, command->json);
  benchmark->callback([command, &invocation] {
    invocation.run = [command, &invocation] {
      command->options.seed = invocation.seed;
      Run(*command);
    };
  });
}

}  // namespace saccade::cli
