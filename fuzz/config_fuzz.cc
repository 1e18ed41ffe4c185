#include "json_mutator.h"
#include "saccade/cli/command.h"
#include "scratch_folder.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ScratchFolder folder;
  const auto file = folder.Write("c.json", {reinterpret_cast<const char*>(data), size});
  CLI::App app;
  saccade::cli::Invocation invocation;
  saccade::cli::AddCommands(app, invocation);
  try {
    app.parse("--config " + file.string() + " evaluate --fixations f.json");
  } catch (const CLI::ParseError&) {
    // Refusing an input is what a reader is for.
  }
  return 0;
}
