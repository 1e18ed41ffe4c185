#include "saccade/formats/zip_archive.h"

#include <algorithm>
#include <utility>

#include "saccade/formats/byte_stream.h"

namespace saccade {
namespace {

constexpr std::uint32_t kLocalHeader = 0x04034B50;
constexpr std::uint32_t kCentralHeader = 0x02014B50;
constexpr std::uint32_t kEnd = 0x06054B50;
constexpr std::uint32_t kEnd64 = 0x06064B50;
constexpr std::uint32_t kLocator64 = 0x07064B50;
constexpr std::size_t kEndBytes = 22;
constexpr std::size_t kLocatorBytes = 20;
constexpr std::uint32_t kIn64 = 0xFFFFFFFF;  // the true number stands in the zip64 record
constexpr std::uint16_t kExtra64 = 1;

struct Directory {
  std::uint64_t offset = 0;
  std::uint64_t entries = 0;
};

struct Entry {
  std::string name;
  std::uint16_t method = 0;
  std::uint64_t compressed = 0;
  std::uint64_t size = 0;
  std::uint64_t offset = 0;
};

ByteReader At(std::span<const std::byte> bytes, std::uint64_t offset,
              const std::filesystem::path& file) {
  if (offset > bytes.size()) {
    throw InputError(file, "", "the archive points outside the file: cut or damaged");
  }
  return {bytes.subspan(offset), file};
}

Directory FindDirectory(std::span<const std::byte> bytes, const std::filesystem::path& file) {
  // The end record is last but for a comment of at most 65,535 bytes.
  if (bytes.size() >= kEndBytes) {
    const std::size_t lowest = bytes.size() - std::min(bytes.size(), kEndBytes + 0xFFFF);
    for (std::size_t at = bytes.size() - kEndBytes + 1; at-- > lowest;) {
      ByteReader in = At(bytes, at, file);
      if (in.Get<std::uint32_t>() != kEnd) continue;
      in.GetBytes(6);
      Directory directory;
      directory.entries = in.Get<std::uint16_t>();
      in.GetBytes(4);
      directory.offset = in.Get<std::uint32_t>();
      if (at < kLocatorBytes) return directory;
      ByteReader locator = At(bytes, at - kLocatorBytes, file);
      if (locator.Get<std::uint32_t>() != kLocator64) return directory;
      locator.GetBytes(4);
      ByteReader end64 = At(bytes, locator.Get<std::uint64_t>(), file);
      if (end64.Get<std::uint32_t>() != kEnd64) end64.Refuse("the zip64 end record is damaged");
      end64.GetBytes(8 + 2 + 2 + 4 + 4 + 8);
      directory.entries = end64.Get<std::uint64_t>();
      end64.GetBytes(8);
      directory.offset = end64.Get<std::uint64_t>();
      return directory;
    }
  }
  throw InputError(file, "", "the archive has no end record: the file was cut");
}

// Sizes and offset over 4 GB stand in an extra field, in this order, each only if needed.
void ReadExtra64(Entry& entry, std::string_view extra, const std::filesystem::path& file) {
  ByteReader in(std::as_bytes(std::span(extra.data(), extra.size())), file);
  while (in.remaining() >= 4) {
    const auto id = in.Get<std::uint16_t>();
    const std::string_view field = in.GetBytes(in.Get<std::uint16_t>());
    if (id != kExtra64) continue;
    ByteReader numbers(std::as_bytes(std::span(field.data(), field.size())), file);
    if (entry.size == kIn64) entry.size = numbers.Get<std::uint64_t>();
    if (entry.compressed == kIn64) entry.compressed = numbers.Get<std::uint64_t>();
    if (entry.offset == kIn64) entry.offset = numbers.Get<std::uint64_t>();
  }
}

Entry ReadEntry(ByteReader& in) {
  if (in.Get<std::uint32_t>() != kCentralHeader) in.Refuse("the archive's directory is damaged");
  Entry entry;
  in.GetBytes(6);
  entry.method = in.Get<std::uint16_t>();
  in.GetBytes(8);
  entry.compressed = in.Get<std::uint32_t>();
  entry.size = in.Get<std::uint32_t>();
  const auto name_size = in.Get<std::uint16_t>();
  const auto extra_size = in.Get<std::uint16_t>();
  const auto comment_size = in.Get<std::uint16_t>();
  in.GetBytes(8);
  entry.offset = in.Get<std::uint32_t>();
  entry.name = in.GetBytes(name_size);
  ReadExtra64(entry, in.GetBytes(extra_size), in.file());
  in.GetBytes(comment_size);
  return entry;
}

std::span<const std::byte> DataOf(const Entry& entry, std::span<const std::byte> bytes,
                                  const std::filesystem::path& file) {
  if (entry.method != 0 || entry.compressed != entry.size) {
    throw InputError(file, entry.name, "is compressed; torch.save stores without compression");
  }
  ByteReader in = At(bytes, entry.offset, file);
  if (in.Get<std::uint32_t>() != kLocalHeader) in.Refuse("an entry of the archive is damaged");
  in.GetBytes(22);
  const auto name_size = in.Get<std::uint16_t>();
  const auto extra_size = in.Get<std::uint16_t>();
  in.GetBytes(std::size_t{name_size} + extra_size);
  const std::string_view data = in.GetBytes(entry.size);
  return std::as_bytes(std::span(data.data(), data.size()));
}

}  // namespace

bool ZipArchive::IsZip(std::span<const std::byte> bytes) {
  return bytes.size() >= 4 && bytes[0] == std::byte{'P'} && bytes[1] == std::byte{'K'} &&
         bytes[2] == std::byte{3} && bytes[3] == std::byte{4};
}

ZipArchive::ZipArchive(std::span<const std::byte> bytes, std::filesystem::path file)
    : bytes_(bytes), file_(std::move(file)) {
  const Directory directory = FindDirectory(bytes_, file_);
  ByteReader in = At(bytes_, directory.offset, file_);
  for (std::uint64_t i = 0; i < directory.entries; ++i) {
    const Entry entry = ReadEntry(in);
    entries_.insert_or_assign(entry.name, DataOf(entry, bytes_, file_));
  }
}

std::optional<std::span<const std::byte>> ZipArchive::Find(std::string_view name) const {
  const auto found = entries_.find(name);
  if (found == entries_.end()) return std::nullopt;
  return found->second;
}

}  // namespace saccade
