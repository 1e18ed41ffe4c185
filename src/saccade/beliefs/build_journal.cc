#include "saccade/beliefs/build_journal.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/formats/byte_stream.h"

namespace saccade {
namespace {

constexpr std::string_view kMagic = "SBELPART";

[[noreturn]] void ThrowFailure(const std::filesystem::path& path) {
  throw Failure(fmt::format("{}: cannot be written ({})", path.string(), std::strerror(errno)));
}

std::string HeadOf(std::uint64_t inputs) {
  ByteWriter out;
  out.PutBytes(kMagic);
  out.Put(inputs);
  return out.Take();
}

std::string PayloadOf(const EncodedPicture& picture, std::uint64_t input) {
  ByteWriter out;
  out.Put(input);
  out.PutString(picture.name);
  for (const std::string& section : picture.sections) {
    out.Put(static_cast<std::uint32_t>(section.size()));
    out.PutBytes(section);
  }
  return out.Take();
}

}  // namespace

BuildJournal::BuildJournal(const std::filesystem::path& store, std::uint64_t inputs)
    : store_(store), path_(store.string() + ".part") {
  descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0644);
  if (descriptor_ < 0) ThrowFailure(path_);
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    ::close(descriptor_);
    throw InputError(store, "", "another process is building this store; wait for it to end");
  }
  ReadFinished(inputs);
}

BuildJournal::~BuildJournal() { ::close(descriptor_); }

void BuildJournal::ReadFinished(std::uint64_t inputs) {
  const std::string bytes = ReadFile(path_);
  const std::string head = HeadOf(inputs);
  std::size_t good = 0;
  if (bytes.starts_with(head)) {
    ByteReader in(std::as_bytes(std::span(bytes.data(), bytes.size())), path_);
    in.GetBytes(head.size());
    good = in.position();
    try {
      while (!in.AtEnd()) {
        const auto size = in.Get<std::uint32_t>();
        const auto checksum = in.Get<std::uint64_t>();
        const std::string_view payload = in.GetBytes(size);
        if (Checksum(payload) != checksum) break;
        ByteReader record(std::as_bytes(std::span(payload.data(), payload.size())), path_);
        Finished finished{record.Get<std::uint64_t>(), {}};
        finished.picture.name = record.GetString();
        for (std::string& section : finished.picture.sections) {
          section = record.GetBytes(record.Get<std::uint32_t>());
        }
        good = in.position();
        finished_.insert_or_assign(finished.picture.name, std::move(finished));
      }
    } catch (const InputError&) {
      // The kill came while the last record was written; what is before it counts.
    }
  }
  if (::ftruncate(descriptor_, static_cast<off_t>(good)) != 0) ThrowFailure(path_);
  if (good == 0) WriteAll(head);
}

void BuildJournal::WriteAll(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) ThrowFailure(path_);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

const EncodedPicture* BuildJournal::Find(const std::string& name, std::uint64_t input) const {
  const auto found = finished_.find(name);
  if (found == finished_.end() || found->second.input != input) return nullptr;
  return &found->second.picture;
}

void BuildJournal::Append(const EncodedPicture& picture, std::uint64_t input) {
  const std::string payload = PayloadOf(picture, input);
  ByteWriter record;
  record.Put(static_cast<std::uint32_t>(payload.size()));
  record.Put(Checksum(payload));
  record.PutBytes(payload);
  const std::lock_guard lock(mutex_);
  WriteAll(record.bytes());
}

void BuildJournal::Remove() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

}  // namespace saccade
