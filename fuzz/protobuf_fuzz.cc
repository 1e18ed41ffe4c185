// Messages as ONNX models and TensorBoard events hold them, and the records around the latter.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "saccade/formats/protobuf.h"
#include "saccade/formats/tensorboard.h"

namespace {

void ReadMessage(std::string_view bytes, int levels) {
  const auto fields = saccade::ParseProtobuf(bytes);
  if (!fields) return;
  for (const saccade::ProtobufField& field : *fields) {
    if (field.field <= 0 || field.bytes.size() > bytes.size()) __builtin_trap();
    if (levels > 0) ReadMessage(field.bytes, levels - 1);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  ReadMessage(bytes, 3);
  const std::size_t valid = saccade::ValidRecordBytes(bytes);
  if (valid > size || saccade::ValidRecordBytes(bytes.substr(0, valid)) != valid) __builtin_trap();
  return 0;
}
