#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace saccade {

// One of `count` shares of a piece of work that is divided by the names of its pictures. Who has
// which picture depends on its name alone: pictures that are added later move no other.
struct Shard {
  std::size_t index = 0;  // from 0
  std::size_t count = 1;

  bool Has(std::string_view picture) const;
  std::string Text() const;      // "3/8"
  std::string FileName() const;  // "3-of-8", the folder's order is the shards'
  bool operator==(const Shard&) const = default;
};

// A file that holds one share of a call's result.
struct ShardedFile {
  std::filesystem::path path;
  Shard shard;
  std::string call;  // the same for all that belong together
};

// Throws InputError, naming files, unless these are all shares of one call, each once.
void RequireAllShards(std::span<const ShardedFile> files);

// "3/8". Throws InputError, naming --shard, when it is no share counted from 0.
Shard ParseShard(const std::string& text);

// What "--shard TEXT" means: a share, or none for "all". Empty: the share of this process in a
// Slurm array (SLURM_ARRAY_TASK_ID and _COUNT, _MIN and _MAX where the array does not start at 0),
// which is said in the log; none outside of one. Throws InputError for arrays with gaps or of a few
// tasks of another, whose tasks do not say which share is theirs.
std::optional<Shard> ShardOf(const std::string& text);

}  // namespace saccade
