#include "saccade/formats/pickle_objects.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <utility>

namespace saccade {
namespace {

constexpr std::size_t kMaxDimensions = 32;

struct NamedDType {
  std::string_view name;
  DType dtype;
};

constexpr std::array<NamedDType, 10> kStorages = {{{"torch.FloatStorage", DType::kFloat32},
                                                   {"torch.DoubleStorage", DType::kFloat64},
                                                   {"torch.HalfStorage", DType::kFloat16},
                                                   {"torch.BFloat16Storage", DType::kBfloat16},
                                                   {"torch.LongStorage", DType::kInt64},
                                                   {"torch.IntStorage", DType::kInt32},
                                                   {"torch.ShortStorage", DType::kInt16},
                                                   {"torch.CharStorage", DType::kInt8},
                                                   {"torch.ByteStorage", DType::kUint8},
                                                   {"torch.BoolStorage", DType::kBool}}};

std::optional<DType> DTypeOfStorage(std::string_view name) {
  const auto found = std::ranges::find(kStorages, name, &NamedDType::name);
  if (found == kStorages.end()) return std::nullopt;
  return found->dtype;
}

// Names that were moved between versions of Python and NumPy, to the one used here.
std::string Canonical(std::string_view module, std::string_view name) {
  if (module == "__builtin__") module = "builtins";
  if (module == "numpy._core.multiarray") module = "numpy.core.multiarray";
  return fmt::format("{}.{}", module, name);
}

bool IsKnown(std::string_view name) {
  static constexpr std::array<std::string_view, 14> kCallables = {
      "collections.OrderedDict",
      "torch._utils._rebuild_tensor_v2",
      "torch._utils._rebuild_tensor",
      "torch._utils._rebuild_parameter",
      "torch.Size",
      "torch.device",
      "numpy.core.multiarray._reconstruct",
      "numpy.core.multiarray.scalar",
      "numpy.ndarray",
      "numpy.dtype",
      "_codecs.encode",
      "builtins.set",
      "builtins.frozenset",
      "builtins.bytearray",
  };
  return std::ranges::find(kCallables, name) != kCallables.end() ||
         DTypeOfStorage(name).has_value();
}

// The arguments of one call, read with checks.
class Arguments {
 public:
  Arguments(std::string_view callee, const PickleValue& arguments, const ByteReader& in)
      : callee_(callee), in_(in) {
    const auto* tuple = std::get_if<PickleTuple>(&arguments.node().value);
    if (tuple == nullptr) Refuse("is called without a tuple of arguments");
    items_ = &tuple->items;
  }

  std::size_t size() const { return items_->size(); }
  const ByteReader& in() const { return in_; }

  const PickleValue& At(std::size_t i) const {
    if (i >= items_->size()) Refuse("has too few arguments");
    return (*items_)[i];
  }

  template <typename T>
  const T& As(std::size_t i) const {
    const auto* value = std::get_if<T>(&At(i).node().value);
    if (value == nullptr) {
      Refuse(fmt::format("has {} as argument {}", At(i).KindName(), i + 1));
    }
    return *value;
  }

  std::vector<std::int64_t> Integers(std::size_t i) const {
    const PickleValue::List* list = nullptr;
    if (const auto* tuple = std::get_if<PickleTuple>(&At(i).node().value)) list = &tuple->items;
    if (const auto* items = std::get_if<PickleValue::List>(&At(i).node().value)) list = items;
    if (list == nullptr || list->size() > kMaxDimensions) Refuse("has no shape");
    std::vector<std::int64_t> values;
    for (const PickleValue& item : *list) {
      const auto* value = std::get_if<std::int64_t>(&item.node().value);
      if (value == nullptr || *value < 0) Refuse("has a shape that is no list of sizes");
      values.push_back(*value);
    }
    return values;
  }

  [[noreturn]] void Refuse(std::string_view what) const {
    in_.Refuse(fmt::format("{} {}", callee_, what));
  }

 private:
  std::string_view callee_;
  const ByteReader& in_;
  const PickleValue::List* items_ = nullptr;
};

PickleValue RebuildTensor(const Arguments& arguments, PickleHeap& heap) {
  PendingTensor pending;
  pending.storage = arguments.As<PickleStorage>(0);
  const auto offset = arguments.As<std::int64_t>(1);
  if (offset < 0) arguments.Refuse("has a negative offset");
  pending.offset = static_cast<std::uint64_t>(offset);
  Tensor tensor{pending.storage.dtype, arguments.Integers(2), {}};
  pending.stride = arguments.Integers(3);
  if (pending.stride.size() != tensor.shape.size())
    arguments.Refuse("has as many strides as sizes");
  pending.tensor = heap.Make(std::move(tensor), arguments.in());
  heap.pending.push_back(pending);
  return pending.tensor;
}

PickleValue MakeDict(const Arguments& arguments, PickleHeap& heap) {
  PickleValue::Dict dict;
  if (arguments.size() > 0) {
    const auto& pairs = arguments.As<PickleValue::List>(0);
    heap.Charge(pairs.size() * sizeof(PickleValue::Dict::value_type), arguments.in());
    for (const PickleValue& pair : pairs) {
      const auto* items = std::get_if<PickleValue::List>(&pair.node().value);
      const auto* tuple = std::get_if<PickleTuple>(&pair.node().value);
      if (tuple != nullptr) items = &tuple->items;
      if (items == nullptr || items->size() != 2) arguments.Refuse("is given something but pairs");
      dict.emplace_back((*items)[0], (*items)[1]);
    }
  }
  return heap.Make(std::move(dict), arguments.in());
}

// Python 3 writes bytes in protocol 2 as text whose code points are the bytes.
PickleValue EncodeLatin1(const Arguments& arguments, PickleHeap& heap) {
  const auto& text = arguments.As<std::string>(0);
  const auto& encoding = arguments.As<std::string>(1);
  if (encoding != "latin1" && encoding != "latin-1")
    arguments.Refuse("uses another encoding than latin1");
  heap.Charge(text.size(), arguments.in());
  std::string bytes;
  bytes.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto lead = static_cast<unsigned char>(text[i]);
    if (lead < 0x80) {
      bytes.push_back(text[i]);
    } else if ((lead == 0xC2 || lead == 0xC3) && i + 1 < text.size()) {
      bytes.push_back(static_cast<char>((lead & 0x03) << 6 | (text[++i] & 0x3F)));
    } else {
      arguments.Refuse("is given a character over 255");
    }
  }
  return heap.Make(PickleRawBytes{std::move(bytes)}, arguments.in());
}

PickleDType ParseDType(std::string_view name, const Arguments& arguments) {
  if (name.starts_with('O')) return {DType::kUint8, true, false};
  if (const auto dtype = DTypeOfNumpyCode(name)) return {*dtype, false, false};
  arguments.Refuse(
      fmt::format("\"{}\" is not read; numbers of f2 f4 f8 u1 i1 i2 i4 i8 b1 are", name));
}

const std::string* RawBytes(const PickleValue& value) {
  if (const auto* bytes = std::get_if<PickleRawBytes>(&value.node().value)) return &bytes->bytes;
  return std::get_if<std::string>(&value.node().value);  // Python 2 has no other bytes
}

std::vector<std::byte> CopyBytes(std::string_view raw) {
  const auto* first = reinterpret_cast<const std::byte*>(raw.data());
  return {first, first + raw.size()};
}

std::size_t BytesOfCopy(const PickleValue& value) {
  const auto& held = value.node().value;
  if (const auto* dict = std::get_if<PickleValue::Dict>(&held)) return dict->size() * 32;
  if (const auto* list = std::get_if<PickleValue::List>(&held)) return list->size() * 16;
  if (const auto* tuple = std::get_if<PickleTuple>(&held)) return tuple->items.size() * 16;
  if (const auto* tensor = std::get_if<Tensor>(&held)) return tensor->bytes.size();
  if (const std::string* raw = RawBytes(value)) return raw->size();
  return 0;
}

// numpy.ndarray.__setstate__((version, shape, dtype, column-major, data))
void BuildArray(PickleValue& object, const Arguments& state, PickleHeap& heap) {
  const std::vector<std::int64_t> shape = state.Integers(1);
  const auto& dtype = state.As<PickleDType>(2);
  const bool columns = state.At(3).Is(PickleValue::Kind::kBool) && state.As<bool>(3);
  const auto count = CheckedProduct(shape);
  if (!count) state.Refuse("has an impossible shape");
  if (dtype.object) {
    const auto& items = state.As<PickleValue::List>(4);
    if (items.size() != *count) state.Refuse("has another number of objects than its shape says");
    // Objects are what they are: one alone stands for itself, several are a list.
    heap.Charge(BytesOfCopy(shape.empty() ? items[0] : state.At(4)), state.in());
    auto value = shape.empty() ? items[0].node().value : state.At(4).node().value;
    object.node().value = std::move(value);
    return;
  }
  const std::string* raw = RawBytes(state.At(4));
  const std::size_t width = BytesOf(dtype.dtype);
  if (raw == nullptr || *count != raw->size() / width || raw->size() % width != 0) {
    state.Refuse("has another number of bytes than its shape says");
  }
  heap.Charge(raw->size(), state.in());
  Tensor tensor{dtype.dtype, shape, CopyBytes(*raw)};
  if (dtype.swapped) SwapBytes(tensor.bytes, width);
  if (columns && shape.size() > 1) tensor.bytes = RowsFromColumns(tensor.bytes, shape, width);
  object.node().value = std::move(tensor);
}

PickleValue MakeScalar(const Arguments& arguments, PickleHeap& heap) {
  const auto& dtype = arguments.As<PickleDType>(0);
  const std::string* raw = RawBytes(arguments.At(1));
  if (dtype.object || raw == nullptr || raw->size() != BytesOf(dtype.dtype)) {
    arguments.Refuse("has no number");
  }
  Tensor tensor{dtype.dtype, {}, CopyBytes(*raw)};
  if (dtype.swapped) SwapBytes(tensor.bytes, raw->size());
  switch (dtype.dtype) {
    case DType::kBool:
      return heap.Make(tensor.At(0) != 0, arguments.in());
    case DType::kUint8:
    case DType::kInt8:
    case DType::kInt16:
    case DType::kInt32:
      return heap.Make(static_cast<std::int64_t>(tensor.At(0)), arguments.in());
    case DType::kInt64: {
      std::int64_t value = 0;
      std::copy_n(tensor.bytes.begin(), 8, reinterpret_cast<std::byte*>(&value));
      return heap.Make(value, arguments.in());
    }
    default:
      return heap.Make(tensor.At(0), arguments.in());
  }
}

void BuildDType(PickleDType& dtype, const Arguments& state) {
  const auto& order = state.As<std::string>(1);
  if (order != "<" && order != "|" && order != "=" && order != ">") {
    state.Refuse("has an unknown byte order");
  }
  if (!state.At(2).Is(PickleValue::Kind::kNone) || !state.At(3).Is(PickleValue::Kind::kNone)) {
    state.Refuse("has fields; arrays of plain numbers are read");
  }
  dtype.swapped = order == ">";
}

}  // namespace

PickleValue ResolveGlobal(std::string_view module, std::string_view name, const ByteReader& in,
                          PickleHeap& heap) {
  std::string full = Canonical(module, name);
  if (!IsKnown(full)) {
    for (char& c : full) {
      if (c < ' ' || c > '~') c = '?';  // the name goes to a terminal
    }
    in.Refuse(fmt::format("refuses {}; only tensors, arrays and plain containers are read",
                          full.substr(0, 200)));
  }
  return heap.Make(PickleGlobal{std::move(full)}, in);
}

PickleValue CallGlobal(const PickleValue& callable, const PickleValue& tuple, const ByteReader& in,
                       PickleHeap& heap) {
  const auto* global = std::get_if<PickleGlobal>(&callable.node().value);
  if (global == nullptr) in.Refuse(fmt::format("the pickle calls {}", callable.KindName()));
  const std::string& name = global->name;
  const Arguments arguments(name, tuple, in);
  if (name == "collections.OrderedDict") return MakeDict(arguments, heap);
  if (name == "torch._utils._rebuild_tensor_v2" || name == "torch._utils._rebuild_tensor") {
    return RebuildTensor(arguments, heap);
  }
  if (name == "torch._utils._rebuild_parameter") {
    arguments.As<Tensor>(0);
    return arguments.At(0);
  }
  if (name == "torch.Size" || name == "torch.device") return arguments.At(0);
  if (name == "builtins.set" || name == "builtins.frozenset") {
    arguments.As<PickleValue::List>(0);
    return arguments.At(0);
  }
  if (name == "builtins.bytearray" || name == "_codecs.encode") {
    if (arguments.size() == 1) {
      arguments.As<PickleRawBytes>(0);
      return arguments.At(0);
    }
    return EncodeLatin1(arguments, heap);
  }
  // The type, a shape and a type code that __setstate__ replaces.
  if (name == "numpy.core.multiarray._reconstruct")
    return heap.Make(Tensor{DType::kUint8, {0}, {}}, in);
  if (name == "numpy.core.multiarray.scalar") return MakeScalar(arguments, heap);
  if (name == "numpy.dtype")
    return heap.Make(ParseDType(arguments.As<std::string>(0), arguments), in);
  in.Refuse(fmt::format("the pickle calls {}, which makes nothing that can be read", name));
}

void BuildObject(PickleValue& object, const PickleValue& state, const ByteReader& in,
                 PickleHeap& heap) {
  auto& held = object.node().value;
  if (std::holds_alternative<PickleValue::Dict>(held)) return;  // attributes, such as _metadata
  if (std::holds_alternative<Tensor>(held)) {
    return BuildArray(object, Arguments("numpy.ndarray", state, in), heap);
  }
  if (auto* dtype = std::get_if<PickleDType>(&held)) {
    return BuildDType(*dtype, Arguments("numpy.dtype", state, in));
  }
  in.Refuse(fmt::format("the pickle sets the state of {}", object.KindName()));
}

PickleValue StorageOf(const PickleValue& persistent_id, const ByteReader& in, PickleHeap& heap) {
  const Arguments id("a storage", persistent_id, in);
  if (id.As<std::string>(0) != "storage") {
    id.Refuse(fmt::format("is a {}, which is not read", id.As<std::string>(0).substr(0, 40)));
  }
  const std::string& type = id.As<PickleGlobal>(1).name;
  const auto dtype = DTypeOfStorage(type);
  if (!dtype) id.Refuse(fmt::format("is of type {}", type));
  const auto elements = id.As<std::int64_t>(4);
  if (elements < 0) id.Refuse("has a negative size");
  PickleStorage storage{id.As<std::string>(2), *dtype, static_cast<std::uint64_t>(elements), 0};
  if (id.size() > 5 && id.At(5).Is(PickleValue::Kind::kTuple)) {  // (key, offset, size)
    const Arguments view("a storage's view", id.At(5), in);
    const auto offset = view.As<std::int64_t>(1);
    if (offset < 0) view.Refuse("has a negative offset");
    storage.view_offset = static_cast<std::uint64_t>(offset);
  }
  return heap.Make(std::move(storage), in);
}

}  // namespace saccade
