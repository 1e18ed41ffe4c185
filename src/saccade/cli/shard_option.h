#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "saccade/app/share.h"

namespace saccade::cli {

// "--shard I/N"; by default the task of a Slurm array (base/shard.h).
void AddShardOption(CLI::App& command, std::string& text);

// The share that a call is asked for, if any. `read` are the files that must be the same for all
// shares, as far as they are files. Throws InputError, for a command that was given outputs that a
// share does not have (`whole`: their names), and without --out.
std::optional<app::ShareCall> ShareCallOf(const CLI::App& command, const std::string& text,
                                          const std::filesystem::path& out,
                                          const std::vector<std::filesystem::path>& read,
                                          const std::vector<std::string>& whole);

// "--out DIR" of a command that prints its results when it computes no share.
void AddShareOutOption(CLI::App& command, std::string& out);
// The same for such a command: no share, in a Slurm array neither, unless --shard or --out is
// given.
std::optional<app::ShareCall> ShareCallIfAsked(const CLI::App& command, const std::string& text,
                                               const std::filesystem::path& out,
                                               const std::vector<std::filesystem::path>& read,
                                               const std::vector<std::string>& whole);

}  // namespace saccade::cli
