#include "saccade/formats/tensorboard.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/formats/crc32.h"
#include "saccade/formats/protobuf.h"

namespace saccade {
namespace {

using Path = std::filesystem::path;

constexpr std::string_view kFilePrefix = "events.out.tfevents.";
constexpr std::size_t kHeaderBytes = 12;  // length and its checksum
constexpr std::size_t kFooterBytes = 4;

// Event: wall_time = 1, step = 2, file_version = 3, summary = 5, session_log = 7.
// Summary: value = 1; Value: tag = 1, simple_value = 2. SessionLog: status = 1, START = 1.
ProtobufMessage Event(EventWriter::Time when, std::int64_t step) {
  ProtobufMessage event;
  event.Double(1, std::chrono::duration<double>(when.time_since_epoch()).count());
  event.Integer(2, step);
  return event;
}

// The format's own: a checksum of bytes that contain checksums would be weak.
std::uint32_t MaskedCrc(std::string_view bytes) {
  const std::uint32_t crc = Crc32c(bytes);
  return ((crc >> 15) | (crc << 17)) + 0xA282EAD8u;
}

template <typename T>
std::string_view BytesOf(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

[[noreturn]] void ThrowFailure(const Path& path, int error) {
  throw Failure(fmt::format("{}: cannot be written ({})", path.string(), std::strerror(error)));
}

// The event file with the largest name, which is the newest; a new name when there is none.
Path FileIn(const Path& folder, bool& exists) {
  Path newest;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(kFilePrefix) && name > newest.filename().string()) newest = entry.path();
  }
  exists = !newest.empty();
  if (exists) return newest;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now).count();
  return folder / fmt::format("{}{:010}.saccade", kFilePrefix, seconds);
}

}  // namespace

std::string FramedRecord(std::string_view bytes) {
  const std::uint64_t length = bytes.size();
  std::string record(BytesOf(length));
  record += BytesOf(MaskedCrc(BytesOf(length)));
  record += bytes;
  record += BytesOf(MaskedCrc(bytes));
  return record;
}

std::size_t ValidRecordBytes(std::string_view file) {
  std::size_t valid = 0;
  for (;;) {
    const std::string_view rest = file.substr(valid);
    if (rest.size() < kHeaderBytes + kFooterBytes) return valid;
    std::uint64_t length = 0;
    std::memcpy(&length, rest.data(), sizeof length);
    if (length > rest.size() - kHeaderBytes - kFooterBytes) return valid;
    const std::size_t total = kHeaderBytes + length + kFooterBytes;
    if (rest.substr(0, total) != FramedRecord(rest.substr(kHeaderBytes, length))) return valid;
    valid += total;
  }
}

EventWriter::EventWriter(const Path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) ThrowFailure(folder, error.value());
  bool exists = false;
  path_ = FileIn(folder, exists);
  const std::size_t valid = exists ? ValidRecordBytes(ReadFile(path_)) : 0;
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (descriptor_ < 0) ThrowFailure(path_, errno);
  if (::ftruncate(descriptor_, static_cast<off_t>(valid)) != 0) {
    const int truncate_error = errno;
    ::close(descriptor_);
    ThrowFailure(path_, truncate_error);
  }
  if (valid > 0) return;
  ProtobufMessage event = Event(std::chrono::system_clock::now(), 0);
  event.Text(3, "brain.Event:2");
  Append(event.bytes());
}

EventWriter::~EventWriter() { ::close(descriptor_); }

void EventWriter::Write(std::int64_t step, const std::map<std::string, double>& scalars,
                        Time when) {
  ProtobufMessage summary;
  for (const auto& [tag, number] : scalars) {
    ProtobufMessage value;
    value.Text(1, tag);
    value.Float(2, static_cast<float>(number));
    summary.Message(1, value);
  }
  ProtobufMessage event = Event(when, step);
  event.Message(5, summary);
  Append(event.bytes());
}

void EventWriter::Restart(std::int64_t step, Time when) {
  ProtobufMessage session;
  session.Integer(1, 1);
  ProtobufMessage event = Event(when, step);
  event.Message(7, session);
  Append(event.bytes());
}

void EventWriter::Append(const std::string& event) {
  const std::string record = FramedRecord(event);
  ssize_t written = 0;
  do {
    written = ::write(descriptor_, record.data(), record.size());
  } while (written < 0 && errno == EINTR);
  if (written != static_cast<ssize_t>(record.size())) {
    ThrowFailure(path_, written < 0 ? errno : ENOSPC);
  }
}

}  // namespace saccade
