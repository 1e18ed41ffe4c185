#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "saccade/base/file.h"
#include "saccade/base/shard.h"

namespace saccade::app {

// A share of a call's results in a file of its own, FOLDER/3-of-8.share: a line of JSON that says
// of which call it is, then a line an item, ascending by their places in the whole result
// (docs/formats.md). All shares of one call, made by any processes in any order, are merged into
// what one process would have written.
struct ShareCall {
  Shard shard;
  std::string text;                         // the call, but for its shard
  std::filesystem::path folder;             // --out
  std::vector<std::filesystem::path> read;  // files whose bytes must be the same for all shares
};

struct ShareItem {
  std::size_t place = 0;
  std::string text;  // one line
};

// True, with a word in the log, when this very share is finished: what was stopped goes on where it
// was. Throws InputError when the folder is none, or holds a share of another call.
bool IsShareWritten(const ShareCall& call);

// The file appears whole. `facts` are about the whole result, the same in every share.
void WriteShare(const ShareCall& call, std::string_view kind, const nlohmann::ordered_json& facts,
                std::span<const ShareItem> items);

// Files as they are, and all files of that ending in folders, ascending. Throws InputError for a
// folder without any.
std::vector<std::filesystem::path> FilesIn(std::span<const std::filesystem::path> paths,
                                           std::string_view ending);

// All shares of one call, read as they are asked for.
class ShareSet {
 public:
  // Throws InputError, naming the files, when they are no shares, of different calls, twice there
  // or not all there.
  explicit ShareSet(std::span<const std::filesystem::path> files);

  const std::string& kind() const { return kind_; }
  const nlohmann::ordered_json& facts() const { return facts_; }

  // The items of all shares by their places. Throws InputError when the places are not 0, 1, 2,
  // ...: the shares saw other pictures.
  void ForEach(const std::function<void(std::string_view text)>& use) const;

 private:
  struct File {
    std::filesystem::path path;
    MappedFile bytes;
    std::string_view items;  // behind the head
  };

  std::vector<File> files_;
  std::string kind_;
  nlohmann::ordered_json facts_;
};

}  // namespace saccade::app
