#include "saccade/learn/checkpoint.h"

#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <span>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/formats/safetensors.h"

namespace saccade {
namespace {

constexpr const char* kBest = "note.best";
constexpr const char* kSinceBest = "note.since_best";

template <typename Number>
Number NumberIn(const Metadata& metadata, const std::string& name,
                const std::filesystem::path& path) {
  const auto found = metadata.find(name);
  if (found == metadata.end()) throw InputError(path, name, "is missing; this is no checkpoint");
  const std::string& text = found->second;
  const char* const end = text.data() + text.size();
  Number value{};
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || std::isnan(static_cast<double>(value))) {
    throw InputError(path, name, "is \"{}\"; a number is expected", text.substr(0, 40));
  }
  return value;
}

std::int64_t CounterIn(const Metadata& metadata, const std::string& name,
                       const std::filesystem::path& path) {
  const auto value = NumberIn<std::int64_t>(metadata, name, path);
  if (value < 0) throw InputError(path, name, "is {}; 0 or more is expected", value);
  return value;
}

constexpr const char* kChecksum = "xxh3";

// Over everything else that the file says.
std::string ChecksumOf(const NamedTensors& tensors, const Metadata& metadata) {
  std::string sums;
  for (const auto& [name, tensor] : tensors) {
    sums += fmt::format("{} {} {:016x}\n", name, fmt::join(tensor.shape, ","),
                        Checksum(std::as_bytes(std::span(tensor.values))));
  }
  for (const auto& [name, value] : metadata) {
    if (name != kChecksum) sums += fmt::format("{}={}\n", name, value);
  }
  return fmt::format("{:016x}", Checksum(std::string_view(sums)));
}

}  // namespace

void WriteCheckpoint(const std::filesystem::path& path, const Checkpoint& checkpoint) {
  Metadata metadata = {{kBest, fmt::format("{}", checkpoint.record.best)},
                       {kSinceBest, fmt::format("{}", checkpoint.record.since_best)}};
  for (const auto& [name, value] : checkpoint.state.counters)
    metadata[name] = fmt::format("{}", value);
  metadata[kChecksum] = ChecksumOf(checkpoint.state.tensors, metadata);
  WriteSafetensors(path, checkpoint.state.tensors, Precision::kFloat, metadata);
}

Checkpoint ReadCheckpoint(const std::filesystem::path& path, const LearnerState& like) {
  const Metadata metadata = ReadSafetensorsMetadata(path);
  Checkpoint checkpoint{
      .state = {.tensors = ReadSafetensors(path), .counters = {}},
      .record = {NumberIn<double>(metadata, kBest, path), CounterIn(metadata, kSinceBest, path)}};
  for (const auto& [name, value] : like.counters) {
    checkpoint.state.counters[name] = CounterIn(metadata, name, path);
  }
  const NamedTensors& tensors = checkpoint.state.tensors;
  const auto checksum = metadata.find(kChecksum);
  if (checksum == metadata.end() || checksum->second != ChecksumOf(tensors, metadata)) {
    throw InputError(path, "",
                     "is damaged: its checksum does not fit; go on from another checkpoint, or "
                     "begin anew in another --out");
  }
  for (const auto& [name, tensor] : like.tensors) {
    const auto found = tensors.find(name);
    if (found == tensors.end() || found->second.shape != tensor.shape) {
      throw InputError(path, name,
                       "is missing or of another size; the checkpoint belongs to a run with other "
                       "options");
    }
  }
  if (tensors.size() != like.tensors.size()) {
    throw InputError(path, "",
                     "has {} tensors and this learner {}; the checkpoint belongs to a "
                     "run with other options",
                     tensors.size(), like.tensors.size());
  }
  return checkpoint;
}

}  // namespace saccade
