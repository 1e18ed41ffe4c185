#include "saccade/formats/protobuf.h"

#include <bit>
#include <cstring>

namespace saccade {
namespace {

enum WireType { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

// Takes a varint off the front; nothing when it does not end within ten bytes.
std::optional<std::uint64_t> TakeVarint(std::string_view& bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < 10 && i < bytes.size(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    value |= std::uint64_t{byte & 0x7Fu} << (7 * i);
    if (byte < 0x80) {
      bytes.remove_prefix(i + 1);
      return value;
    }
  }
  return std::nullopt;
}

std::optional<std::string_view> Take(std::string_view& bytes, std::uint64_t count) {
  if (count > bytes.size()) return std::nullopt;
  const std::string_view taken = bytes.substr(0, count);
  bytes.remove_prefix(count);
  return taken;
}

// The payload of one field, its key being read.
bool TakePayload(std::string_view& bytes, std::uint64_t wire_type, ProtobufField& field) {
  if (wire_type == kVarint) {
    const auto value = TakeVarint(bytes);
    field.number = value.value_or(0);
    return value.has_value();
  }
  if (wire_type == kBytes) {
    const auto length = TakeVarint(bytes);
    const auto taken = length ? Take(bytes, *length) : std::nullopt;
    field.bytes = taken.value_or("");
    return taken.has_value();
  }
  if (wire_type != kFixed32 && wire_type != kFixed64) return false;
  const auto taken = Take(bytes, wire_type == kFixed32 ? 4 : 8);
  if (taken) std::memcpy(&field.number, taken->data(), taken->size());
  return taken.has_value();
}

}  // namespace

void ProtobufMessage::Varint(std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
  bytes_ += static_cast<char>(value);
}

void ProtobufMessage::Key(int field, int wire_type) {
  Varint(static_cast<std::uint64_t>(field) << 3 | static_cast<std::uint64_t>(wire_type));
}

void ProtobufMessage::Integer(int field, std::int64_t value) {
  Key(field, kVarint);
  Varint(static_cast<std::uint64_t>(value));
}

void ProtobufMessage::Float(int field, float value) {
  static_assert(std::endian::native == std::endian::little);
  Key(field, kFixed32);
  bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void ProtobufMessage::Double(int field, double value) {
  Key(field, kFixed64);
  bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void ProtobufMessage::Text(int field, std::string_view bytes) {
  Key(field, kBytes);
  Varint(bytes.size());
  bytes_ += bytes;
}

std::optional<std::vector<ProtobufField>> ParseProtobuf(std::string_view bytes) {
  std::vector<ProtobufField> fields;
  while (!bytes.empty()) {
    const auto key = TakeVarint(bytes);
    if (!key || *key >> 3 == 0 || *key >> 32 != 0) return std::nullopt;
    ProtobufField field;
    field.field = static_cast<int>(*key >> 3);
    if (!TakePayload(bytes, *key & 7, field)) return std::nullopt;
    fields.push_back(field);
  }
  return fields;
}

}  // namespace saccade
