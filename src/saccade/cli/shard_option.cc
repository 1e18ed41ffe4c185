#include "saccade/cli/shard_option.h"

#include "saccade/base/error.h"
#include "saccade/cli/command_tree.h"

namespace saccade::cli {

void AddShardOption(CLI::App& command, std::string& text) {
  command
      .add_option("--shard", text,
                  "I/N: the I-th, from 0, of N shares of the pictures, written to the folder --out "
                  "for saccade merge; all: no share (default: the task of a Slurm array)")
      ->type_name("I/N");
}

std::optional<app::ShareCall> ShareCallOf(const CLI::App& command, const std::string& text,
                                          const std::filesystem::path& out,
                                          const std::vector<std::filesystem::path>& read,
                                          const std::vector<std::string>& whole) {
  const std::optional<Shard> shard = ShardOf(text);
  if (!shard) return std::nullopt;
  if (out.empty()) throw InputError("--shard needs --out: the folder for the shares");
  for (const std::string& option : whole) {
    if (command.get_option(option)->count() == 0) continue;
    throw InputError(option + " is of the whole; leave it out with --shard, and saccade merge");
  }
  constexpr std::string_view kOwn[] = {"--shard", "--out"};
  app::ShareCall call{*shard, CallText(command, kOwn), out, {}};
  for (const std::filesystem::path& path : read) {
    if (std::filesystem::is_regular_file(path)) call.read.push_back(path);
  }
  return call;
}

void AddShareOutOption(CLI::App& command, std::string& out) {
  command.add_option("--out", out, "With --shard: the folder for the shares")->type_name("DIR");
}

std::optional<app::ShareCall> ShareCallIfAsked(const CLI::App& command, const std::string& text,
                                               const std::filesystem::path& out,
                                               const std::vector<std::filesystem::path>& read,
                                               const std::vector<std::string>& whole) {
  if (text.empty() && out.empty()) return std::nullopt;
  auto share = ShareCallOf(command, text, out, read, whole);
  if (!share && !out.empty()) {
    throw InputError("--out is the folder for shares: give --shard I/N, or --json FILE for all");
  }
  return share;
}

}  // namespace saccade::cli
