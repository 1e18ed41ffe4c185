#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "saccade/formats/tensor.h"

namespace saccade {

struct PickleNode;

// What a pickle may hold here: plain values, containers, tensors. Values are shared, as in Python:
// a copy is a reference to the same list or tensor. What unpickle.h returns is finite: at most 200
// levels deep, no container inside itself.
//
// The accessors throw InputError when the value is of another kind: "expected a dict, found a
// list".
class PickleValue {
 public:
  enum class Kind {
    kNone,
    kBool,
    kInteger,
    kLong,
    kReal,
    kText,
    kBytes,
    kList,
    kTuple,
    kDict,
    kTensor
  };
  using List = std::vector<PickleValue>;
  using Dict = std::vector<std::pair<PickleValue, PickleValue>>;  // in the order of insertion

  PickleValue();  // None
  explicit PickleValue(std::shared_ptr<PickleNode> node) : node_(std::move(node)) {}

  Kind kind() const;
  std::string_view KindName() const;  // "a dict", for messages
  bool Is(Kind wanted) const { return kind() == wanted; }

  bool Bool() const;
  std::int64_t Integer() const;  // also of a bool
  double Real() const;           // also of an integer
  const std::string& Text() const;
  const std::string& Bytes() const;
  // Python's integers over 64 bits: two's complement, little-endian, as many bytes as needed.
  const std::string& Long() const;
  const List& Items() const;  // of a list, tuple or set
  const Dict& Entries() const;
  const Tensor& AsTensor() const;

  // The value under a key of a dict; null when absent.
  const PickleValue* Find(std::string_view key) const;
  // The same; throws InputError, naming the key, when absent.
  const PickleValue& operator[](std::string_view key) const;

  PickleNode& node() const { return *node_; }

 private:
  std::shared_ptr<PickleNode> node_;
};

// A type that NumPy or PyTorch names: an intermediate of reading, never part of a result.
struct PickleGlobal {
  std::string name;  // "collections.OrderedDict"
};
struct PickleStorage {
  std::string key;
  DType dtype = DType::kFloat32;
  std::uint64_t elements = 0;
  std::uint64_t view_offset = 0;  // of a storage that is part of another
};
struct PickleDType {
  DType dtype = DType::kFloat32;
  bool object = false;
  bool swapped = false;  // big-endian
};
struct PickleLong {
  std::string bytes;
};
struct PickleRawBytes {
  std::string bytes;
};

struct PickleTuple {
  PickleValue::List items;
};

struct PickleNode {
  std::variant<std::monostate, bool, std::int64_t, PickleLong, double, std::string, PickleRawBytes,
               PickleValue::List, PickleTuple, PickleValue::Dict, Tensor, PickleGlobal,
               PickleStorage, PickleDType>
      value;
};

}  // namespace saccade
