#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace saccade {

enum class DType : std::uint8_t {
  kFloat16,
  kBfloat16,
  kFloat32,
  kFloat64,
  kUint8,
  kInt8,
  kInt16,
  kInt32,
  kInt64,
  kBool,
};

std::size_t BytesOf(DType dtype);
std::string_view DTypeName(DType dtype);  // "float32", as PyTorch and NumPy call it
// NumPy's code without the byte order: f2 f4 f8 u1 i1 i2 i4 i8 b1.
std::optional<DType> DTypeOfNumpyCode(std::string_view code);
std::string_view NumpyCodeOf(DType dtype);  // empty for bfloat16, which NumPy does not have

// Product of a shape's sizes; nothing when one is negative or the product passes 2^62.
std::optional<std::uint64_t> CheckedProduct(const std::vector<std::int64_t>& shape);

// An array of numbers as files hold it, without any library: row-major (last dimension fastest),
// little-endian. bytes.size() is the product of the shape times BytesOf(dtype); an empty shape is a
// scalar.
struct Tensor {
  DType dtype = DType::kFloat32;
  std::vector<std::int64_t> shape;
  std::vector<std::byte> bytes;
  bool operator==(const Tensor&) const = default;

  std::size_t size() const { return bytes.size() / BytesOf(dtype); }  // number of elements
  // Element i of the flat array, whatever its type; int64 above 2^53 is rounded.
  double At(std::size_t i) const;
  // All elements as float: exact for floats of 16 and 32 bits and integers up to 2^24.
  std::vector<float> ToFloat() const;
};

// Reverses the bytes of every element.
void SwapBytes(std::vector<std::byte>& bytes, std::size_t width);
// The same elements, stored with the first index fastest (Fortran), in rows.
std::vector<std::byte> RowsFromColumns(const std::vector<std::byte>& bytes,
                                       const std::vector<std::int64_t>& shape, std::size_t width);

}  // namespace saccade
