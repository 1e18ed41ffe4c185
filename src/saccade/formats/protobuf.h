#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace saccade {

// Protocol buffers' wire format, as much as ONNX models and TensorBoard events need. A message is
// its bytes; fields are appended in the order of the calls:
//   ProtobufMessage value;
//   value.Text(1, "loss");
//   value.Float(2, 0.5f);
//   summary.Message(1, value);
class ProtobufMessage {
 public:
  void Integer(int field, std::int64_t value);
  void Float(int field, float value);
  void Double(int field, double value);
  void Text(int field, std::string_view bytes);
  void Message(int field, const ProtobufMessage& message) { Text(field, message.bytes_); }

  const std::string& bytes() const { return bytes_; }

 private:
  void Key(int field, int wire_type);
  void Varint(std::uint64_t value);

  std::string bytes_;
};

// One field of a message. `number` holds varints and the bits of fixed fields, `bytes` what is
// length-delimited; it points into the message.
struct ProtobufField {
  int field = 0;
  std::uint64_t number = 0;
  std::string_view bytes;
};

// The fields of a message in order; nothing when the bytes are not one.
std::optional<std::vector<ProtobufField>> ParseProtobuf(std::string_view bytes);

}  // namespace saccade
