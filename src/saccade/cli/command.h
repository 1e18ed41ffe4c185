#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace saccade::cli {

// What every command shares. `run` is set by the command that the user chose; main() applies the
// settings, then calls it.
struct Invocation {
  int threads = 0;  // 0: one per core
  std::uint64_t seed = 0;
  bool quiet = false;
  std::function<void()> run;
};

// Each command stands in a file of its own: it declares options with their defaults, an example as
// footer, and sets invocation.run. It parses, calls the layers below and prints; no logic.
void AddBeliefs(CLI::App& app, Invocation& invocation);
void AddBenchmark(CLI::App& app, Invocation& invocation);
void AddCompare(CLI::App& app, Invocation& invocation);
void AddCompletion(CLI::App& app, Invocation& invocation);
void AddDataset(CLI::App& app, Invocation& invocation);
void AddEvaluate(CLI::App& app, Invocation& invocation);
void AddExperiment(CLI::App& app, Invocation& invocation);
void AddModel(CLI::App& app, Invocation& invocation);
void AddPredict(CLI::App& app, Invocation& invocation);
void AddReport(CLI::App& app, Invocation& invocation);
void AddTrain(CLI::App& app, Invocation& invocation);

// The whole program: global options and every command. commands.cc is where a new one is hooked in.
void AddCommands(CLI::App& app, Invocation& invocation);

// "--json [FILE]": the same results for programs. Without a file they go to stdout instead of the
// table.
struct JsonOutput {
  bool wanted = false;
  std::string file;  // empty: stdout
};
void AddJsonOption(CLI::App& command, JsonOutput& output);

// Writes the document if it was asked for. Returns true when it took the place of the table on
// stdout.
bool WriteJson(const JsonOutput& output, const nlohmann::ordered_json& document);

}  // namespace saccade::cli
