#include "saccade/base/shard.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <vector>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/base/log.h"

namespace saccade {
namespace {

constexpr std::size_t kMostShards = 1000000;

std::optional<std::size_t> NumberIn(std::string_view text) {
  std::size_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<std::size_t> FromEnvironment(const char* name) {
  const char* const text = std::getenv(name);
  return text == nullptr ? std::nullopt : NumberIn(text);
}

}  // namespace

// XXH3, as everything else that is told apart by a checksum here: documented, the same everywhere.
bool Shard::Has(std::string_view picture) const { return Checksum(picture) % count == index; }

std::string Shard::Text() const { return fmt::format("{}/{}", index, count); }

std::string Shard::FileName() const {
  return fmt::format("{:0{}}-of-{}", index, std::to_string(count - 1).size(), count);
}

void RequireAllShards(std::span<const ShardedFile> files) {
  if (files.empty()) throw InputError("no shares are given");
  const ShardedFile& first = files.front();
  std::vector<const ShardedFile*> by_index(first.shard.count);
  for (const ShardedFile& file : files) {
    if (file.shard.count != first.shard.count || file.call != first.call) {
      throw InputError(file.path, "", "is share {} of another call than share {} in {}",
                       file.shard.Text(), first.shard.Text(), first.path.string());
    }
    const ShardedFile*& known = by_index[file.shard.index];
    if (known != nullptr) {
      throw InputError(file.path, "", "is share {}, as is {}; give each once", file.shard.Text(),
                       known->path.string());
    }
    known = &file;
  }
  for (std::size_t i = 0; i < by_index.size(); ++i) {
    if (by_index[i] != nullptr) continue;
    throw InputError(first.path, "", "is one of {} shares, and {} is not there; make it first",
                     first.shard.count, Shard{i, first.shard.count}.Text());
  }
}

Shard ParseShard(const std::string& text) {
  const std::size_t slash = text.find('/');
  const auto index = NumberIn(std::string_view(text).substr(0, slash));
  const auto count = slash == std::string::npos
                         ? std::nullopt
                         : NumberIn(std::string_view(text).substr(slash + 1));
  if (!index || !count || *index >= *count || *count > kMostShards) {
    throw InputError("--shard " + text + ": I/N is expected with I from 0 to N-1, for example 0/4");
  }
  return {*index, *count};
}

std::optional<Shard> ShardOf(const std::string& text) {
  if (text == "all") return std::nullopt;
  if (!text.empty()) return ParseShard(text);
  const auto task = FromEnvironment("SLURM_ARRAY_TASK_ID");
  const auto count = FromEnvironment("SLURM_ARRAY_TASK_COUNT");
  if (!task || !count) return std::nullopt;
  // Without them an array from 0 on is all that can be meant.
  const std::size_t first = FromEnvironment("SLURM_ARRAY_TASK_MIN").value_or(0);
  const std::size_t last = FromEnvironment("SLURM_ARRAY_TASK_MAX").value_or(first + *count - 1);
  if (first > 1 || last - first + 1 != *count || *task < first || *task > last) {
    throw InputError(fmt::format(
        "SLURM_ARRAY_TASK_ID is {} in an array of {} tasks from {} to {}: which share is meant? "
        "give --shard I/N, or --shard all",
        *task, *count, first, last));
  }
  const Shard shard{*task - first, *count};
  LogInfo("share {}, from SLURM_ARRAY_TASK_ID and SLURM_ARRAY_TASK_COUNT (--shard all: no share)",
          shard.Text());
  return shard;
}

}  // namespace saccade
