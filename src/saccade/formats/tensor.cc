#include "saccade/formats/tensor.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "saccade/base/half.h"

namespace saccade {
namespace {

static_assert(std::endian::native == std::endian::little, "tensor bytes are read in place");

template <typename T>
T Read(const std::vector<std::byte>& bytes, std::size_t i) {
  T value;
  std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
  return value;
}

struct NumpyCode {
  std::string_view code;
  DType dtype;
};

constexpr std::array<NumpyCode, 9> kNumpyCodes = {{{"f2", DType::kFloat16},
                                                   {"f4", DType::kFloat32},
                                                   {"f8", DType::kFloat64},
                                                   {"u1", DType::kUint8},
                                                   {"i1", DType::kInt8},
                                                   {"i2", DType::kInt16},
                                                   {"i4", DType::kInt32},
                                                   {"i8", DType::kInt64},
                                                   {"b1", DType::kBool}}};

}  // namespace

std::size_t BytesOf(DType dtype) {
  switch (dtype) {
    case DType::kFloat64:
    case DType::kInt64:
      return 8;
    case DType::kFloat32:
    case DType::kInt32:
      return 4;
    case DType::kFloat16:
    case DType::kBfloat16:
    case DType::kInt16:
      return 2;
    case DType::kUint8:
    case DType::kInt8:
    case DType::kBool:
      return 1;
  }
  return 1;
}

std::string_view DTypeName(DType dtype) {
  switch (dtype) {
    case DType::kFloat16:
      return "float16";
    case DType::kBfloat16:
      return "bfloat16";
    case DType::kFloat32:
      return "float32";
    case DType::kFloat64:
      return "float64";
    case DType::kUint8:
      return "uint8";
    case DType::kInt8:
      return "int8";
    case DType::kInt16:
      return "int16";
    case DType::kInt32:
      return "int32";
    case DType::kInt64:
      return "int64";
    case DType::kBool:
      return "bool";
  }
  return "";
}

std::optional<DType> DTypeOfNumpyCode(std::string_view code) {
  const auto found = std::ranges::find(kNumpyCodes, code, &NumpyCode::code);
  if (found == kNumpyCodes.end()) return std::nullopt;
  return found->dtype;
}

std::string_view NumpyCodeOf(DType dtype) {
  const auto found = std::ranges::find(kNumpyCodes, dtype, &NumpyCode::dtype);
  return found == kNumpyCodes.end() ? std::string_view() : found->code;
}

void SwapBytes(std::vector<std::byte>& bytes, std::size_t width) {
  for (std::size_t i = 0; i + width <= bytes.size(); i += width) {
    std::reverse(bytes.begin() + i, bytes.begin() + i + width);
  }
}

std::vector<std::byte> RowsFromColumns(const std::vector<std::byte>& bytes,
                                       const std::vector<std::int64_t>& shape, std::size_t width) {
  std::vector<std::byte> rows(bytes.size());
  std::vector<std::int64_t> index(shape.size(), 0);
  for (std::size_t to = 0; to < bytes.size() / width; ++to) {
    std::size_t from = 0;
    for (std::size_t d = shape.size(); d-- > 0;) from = from * shape[d] + index[d];
    std::copy_n(bytes.begin() + from * width, width, rows.begin() + to * width);
    for (std::size_t d = shape.size(); d-- > 0 && ++index[d] == shape[d];) index[d] = 0;
  }
  return rows;
}

std::optional<std::uint64_t> CheckedProduct(const std::vector<std::int64_t>& shape) {
  constexpr std::uint64_t kLimit = std::uint64_t{1} << 62;
  std::uint64_t product = 1;
  for (const std::int64_t size : shape) {
    if (size < 0 || (size > 0 && product > kLimit / static_cast<std::uint64_t>(size))) {
      return std::nullopt;
    }
    product *= static_cast<std::uint64_t>(size);
  }
  return product;
}

double Tensor::At(std::size_t i) const {
  switch (dtype) {
    case DType::kFloat16:
      return FloatFromHalf(Read<std::uint16_t>(bytes, i));
    case DType::kBfloat16:
      return FloatFromBfloat16(Read<std::uint16_t>(bytes, i));
    case DType::kFloat32:
      return Read<float>(bytes, i);
    case DType::kFloat64:
      return Read<double>(bytes, i);
    case DType::kUint8:
      return Read<std::uint8_t>(bytes, i);
    case DType::kInt8:
      return Read<std::int8_t>(bytes, i);
    case DType::kInt16:
      return Read<std::int16_t>(bytes, i);
    case DType::kInt32:
      return Read<std::int32_t>(bytes, i);
    case DType::kInt64:
      return static_cast<double>(Read<std::int64_t>(bytes, i));
    case DType::kBool:
      return Read<std::uint8_t>(bytes, i) != 0 ? 1 : 0;
  }
  return 0;
}

std::vector<float> Tensor::ToFloat() const {
  std::vector<float> values(size());
  if (dtype == DType::kFloat32) {
    if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(At(i));
  return values;
}

}  // namespace saccade
