#include "saccade/app/share.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <queue>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/base/log.h"

namespace saccade::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;

fs::path FileOf(const ShareCall& call) { return call.folder / (call.shard.FileName() + ".share"); }

// By the files' names, since shares may be made where paths are others.
Json ChecksumsOf(std::span<const fs::path> files) {
  Json checksums = Json::object();
  for (const fs::path& file : files) {
    checksums[file.filename().string()] =
        fmt::format("{:016x}", Checksum(MappedFile(file).bytes()));
  }
  return checksums;
}

Json HeadOf(const ShareCall& call) {
  return {{"saccade_share", kVersion},
          {"shard", call.shard.Text()},
          {"call", call.text},
          {"files", ChecksumsOf(call.read)}};
}

std::string_view TextOf(const MappedFile& file) {
  return {reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()};
}

// The text up to the next newline, which is taken off; nothing at the end or without one.
std::optional<std::string_view> NextLine(std::string_view& text) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end + 1);
  return line;
}

Json ReadHead(const fs::path& path, std::string_view& text) {
  const auto line = NextLine(text);
  Json head = line ? Json::parse(*line, nullptr, false) : Json();
  const bool is_head = head.is_object() && head.value("saccade_share", Json()) == kVersion &&
                       head.contains("shard") && head["shard"].is_string() &&
                       head.contains("call") && head.contains("files") && head.contains("kind") &&
                       head["kind"].is_string() && head.contains("facts");
  if (!is_head) throw InputError(path, "", "is no share of a call with --shard");
  if (text.empty() || text.back() == '\n') return head;
  throw InputError(path, "", "was cut; remove it and make that share again");
}

struct Item {
  std::size_t place = 0;
  std::string_view text;
  std::size_t file = 0;
  bool operator>(const Item& other) const { return place > other.place; }
};

std::optional<Item> NextItem(const fs::path& path, std::string_view& items, std::size_t file) {
  const auto line = NextLine(items);
  if (!line) return std::nullopt;
  Item item{0, {}, file};
  const char* const end = line->data() + line->size();
  const auto read = std::from_chars(line->data(), end, item.place);
  if (read.ec != std::errc() || read.ptr == end || *read.ptr != ' ') {
    throw InputError(path, "", "has a line that does not begin with its place");
  }
  item.text = line->substr(static_cast<std::size_t>(read.ptr + 1 - line->data()));
  return item;
}

}  // namespace

bool IsShareWritten(const ShareCall& call) {
  if (fs::exists(call.folder) && !fs::is_directory(call.folder)) {
    throw InputError(call.folder, "", "is a file; with --shard, --out is the folder of the shares");
  }
  const fs::path path = FileOf(call);
  if (!fs::exists(path)) return false;
  const MappedFile file(path);
  std::string_view text = TextOf(file);
  const Json head = ReadHead(path, text);
  const Json wanted = HeadOf(call);
  for (const auto& [key, value] : wanted.items()) {
    if (head.at(key) == value) continue;
    throw InputError(path, key, "is {} there and {} in this call; give another --out",
                     head.at(key).dump(), value.dump());
  }
  LogInfo("{}: is finished already", path.string());
  return true;
}

void WriteShare(const ShareCall& call, std::string_view kind, const Json& facts,
                std::span<const ShareItem> items) {
  Json head = HeadOf(call);
  head["kind"] = kind;
  head["facts"] = facts;
  std::string text = head.dump() + "\n";
  for (const ShareItem& item : items) text += fmt::format("{} {}\n", item.place, item.text);
  WriteFileAtomically(FileOf(call), text);
  LogInfo("{}: {} items", FileOf(call).string(), items.size());
}

std::vector<fs::path> FilesIn(std::span<const fs::path> paths, std::string_view ending) {
  std::vector<fs::path> files;
  for (const fs::path& path : paths) {
    if (!fs::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    std::vector<fs::path> inside;
    for (const auto& entry : fs::directory_iterator(path)) {
      if (entry.path().extension() == ending) inside.push_back(entry.path());
    }
    if (inside.empty()) throw InputError(path, "", "holds no file {}", ending);
    std::ranges::sort(inside);
    files.insert(files.end(), inside.begin(), inside.end());
  }
  return files;
}

ShareSet::ShareSet(std::span<const fs::path> files) {
  std::vector<ShardedFile> sharded;
  for (const fs::path& path : files) {
    MappedFile bytes(path);
    std::string_view text = TextOf(bytes);
    const Json head = ReadHead(path, text);
    sharded.push_back({path, ParseShard(head["shard"].get<std::string>()),
                       Json{head["call"], head["files"], head["kind"], head["facts"]}.dump()});
    if (files_.empty()) {
      kind_ = head["kind"].get<std::string>();
      facts_ = head["facts"];
    }
    files_.push_back({path, std::move(bytes), text});
  }
  RequireAllShards(sharded);
}

void ShareSet::ForEach(const std::function<void(std::string_view)>& use) const {
  std::vector<std::string_view> left;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> next;
  const auto advance = [&](std::size_t file) {
    if (const auto item = NextItem(files_[file].path, left[file], file)) next.push(*item);
  };
  for (std::size_t i = 0; i < files_.size(); ++i) {
    left.push_back(files_[i].items);
    advance(i);
  }
  for (std::size_t place = 0; !next.empty(); ++place) {
    const Item item = next.top();
    next.pop();
    if (item.place != place) {
      throw InputError(files_[item.file].path, "",
                       "has item {} where {} comes next: the shares were made of other pictures; "
                       "make them again",
                       item.place, place);
    }
    use(item.text);
    advance(item.file);
  }
}

}  // namespace saccade::app
