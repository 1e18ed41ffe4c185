#include "saccade/formats/pickle_machine.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <optional>

#include "saccade/formats/pickle_objects.h"

namespace saccade {
namespace {

constexpr int kMaxDepth = 200;
constexpr std::uint64_t kMaxValues = std::uint64_t{1} << 26;

PickleValue::List* ChildrenList(PickleNode& node) {
  if (auto* list = std::get_if<PickleValue::List>(&node.value)) return list;
  if (auto* tuple = std::get_if<PickleTuple>(&node.value)) return &tuple->items;
  return nullptr;
}

// Height and expanded size of what a value holds, each container measured once.
class Measure {
 public:
  explicit Measure(const std::filesystem::path& file) : file_(file) {}

  struct Extent {
    int height = 0;
    std::uint64_t values = 1;
  };

  Extent Of(const PickleValue& value, int depth) {
    PickleNode& node = value.node();
    if (node.value.index() > static_cast<std::size_t>(PickleValue::Kind::kTensor)) {
      throw InputError(file_, "", "holds {} where a value is expected", value.KindName());
    }
    auto* dict = std::get_if<PickleValue::Dict>(&node.value);
    auto* list = ChildrenList(node);
    if (dict == nullptr && list == nullptr) return {};
    const auto [known, fresh] = extents_.try_emplace(&node);
    if (!fresh) {
      if (!known->second) throw InputError(file_, "", "a container contains itself");
      CheckDepth(depth + known->second->height);
      return *known->second;
    }
    CheckDepth(depth);
    Extent extent;
    const auto add = [&](const PickleValue& child) {
      const Extent inner = Of(child, depth + 1);
      extent.height = std::max(extent.height, inner.height + 1);
      extent.values += inner.values;
      if (extent.values > kMaxValues) throw InputError(file_, "", "expands to too many values");
    };
    if (dict != nullptr) {
      for (const auto& [key, item] : *dict) {
        add(key);
        add(item);
      }
    } else {
      for (const PickleValue& item : *list) add(item);
    }
    extents_[&node] = extent;
    return extent;
  }

  bool Seen(const PickleNode* node) const { return extents_.contains(node); }

 private:
  void CheckDepth(int depth) const {
    if (depth > kMaxDepth) throw InputError(file_, "", "is nested more than {} deep", kMaxDepth);
  }

  const std::filesystem::path& file_;
  std::unordered_map<const PickleNode*, std::optional<Extent>> extents_;  // empty: on the path
};

void TakeApart(PickleNode& node) {
  if (auto* dict = std::get_if<PickleValue::Dict>(&node.value)) dict->clear();
  if (auto* list = ChildrenList(node)) list->clear();
}

class Machine {
 public:
  Machine(ByteReader& in, PickleHeap& heap, bool allow_storages)
      : in_(in), heap_(heap), allow_storages_(allow_storages) {}

  PickleValue Run() {
    for (;;) {
      const auto opcode = in_.Get<std::uint8_t>();
      if (opcode == '.') return Pop();
      if (!Constant(opcode) && !Text(opcode) && !Container(opcode) && !Memo(opcode) &&
          !Object(opcode)) {
        in_.Refuse(fmt::format("opcode {:#04x} is not part of a pickle that can be read", opcode));
      }
    }
  }

 private:
  // A reference in a list that doubles as it grows.
  static constexpr std::uint64_t kPlace = 2 * sizeof(PickleValue);

  bool PushValue(PickleValue value) {
    heap_.Charge(kPlace, in_);
    stack_.push_back(std::move(value));
    return true;
  }

  template <typename T>
  bool Push(T value) {
    if constexpr (std::is_same_v<T, std::string>) heap_.Charge(value.size(), in_);
    if constexpr (std::is_same_v<T, PickleRawBytes> || std::is_same_v<T, PickleLong>) {
      heap_.Charge(value.bytes.size(), in_);
    }
    return PushValue(heap_.Make(std::move(value), in_));
  }

  // None, truth and bytes stand in pickles by the million and never change: one node each.
  bool PushShared(std::size_t which, auto value) {
    std::optional<PickleValue>& shared = shared_[which];
    if (!shared) shared = heap_.Make(std::move(value), in_);
    return PushValue(*shared);
  }

  PickleValue Pop() {
    if (stack_.empty() || (!marks_.empty() && marks_.back() == stack_.size())) {
      in_.Refuse("the pickle takes a value that is not there");
    }
    PickleValue value = std::move(stack_.back());
    stack_.pop_back();
    return value;
  }

  PickleValue& Top() {
    if (stack_.empty() || (!marks_.empty() && marks_.back() == stack_.size())) {
      in_.Refuse("the pickle takes a value that is not there");
    }
    return stack_.back();
  }

  PickleValue::List PopToMark() {
    if (marks_.empty()) in_.Refuse("the pickle takes a mark that is not there");
    heap_.Charge(kPlace * (stack_.size() - marks_.back()), in_);
    PickleValue::List items(std::make_move_iterator(stack_.begin() + marks_.back()),
                            std::make_move_iterator(stack_.end()));
    stack_.resize(marks_.back());
    marks_.pop_back();
    return items;
  }

  template <typename T>
  T& Expect(const PickleValue& value, std::string_view what) {
    auto* found = std::get_if<T>(&value.node().value);
    if (found == nullptr) {
      in_.Refuse(fmt::format("the pickle changes {} as if it were {}", value.KindName(), what));
    }
    return *found;
  }

  // A line without its end: how protocol 0 writes numbers and names.
  std::string_view Line() {
    const std::string_view rest = in_.Rest();
    const auto end = rest.find('\n');
    if (end == std::string_view::npos) in_.Refuse("a line does not end");
    return in_.GetBytes(end + 1).substr(0, end);
  }

  template <typename T>
  T Number(std::string_view text) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
      in_.Refuse(fmt::format("\"{}\" is no number, or too large", text.substr(0, 40)));
    }
    return value;
  }

  bool PushLong(std::string_view bytes) {
    if (bytes.size() > 8) return Push(PickleLong{std::string(bytes)});
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      value |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    }
    const bool negative = !bytes.empty() && (bytes.back() & 0x80) != 0;
    if (negative && bytes.size() < 8) value |= ~std::uint64_t{0} << (8 * bytes.size());
    return Push(static_cast<std::int64_t>(value));
  }

  bool PushInteger(std::string_view line) {
    if (line == "00") return Push(false);
    if (line == "01") return Push(true);
    if (line.ends_with('L')) line.remove_suffix(1);
    return Push(Number<std::int64_t>(line));
  }

  double BigEndianDouble() {
    std::uint64_t bits = 0;
    for (const char c : in_.GetBytes(8)) bits = bits << 8 | static_cast<unsigned char>(c);
    return std::bit_cast<double>(bits);
  }

  bool Constant(std::uint8_t opcode) {
    switch (opcode) {
      case 'N':
        return PushShared(256, std::monostate{});
      case 0x88:
        return PushShared(257, true);
      case 0x89:
        return PushShared(258, false);
      case 'K': {
        const auto value = in_.Get<std::uint8_t>();
        return PushShared(value, std::int64_t{value});
      }
      case 'M':
        return Push(std::int64_t{in_.Get<std::uint16_t>()});
      case 'J':
        return Push(std::int64_t{static_cast<std::int32_t>(in_.Get<std::uint32_t>())});
      case 'I':
      case 'L':
        return PushInteger(Line());
      case 0x8a:
        return PushLong(in_.GetBytes(in_.Get<std::uint8_t>()));
      case 0x8b:
        return PushLong(in_.GetBytes(in_.Get<std::uint32_t>()));
      case 'F':
        return Push(Number<double>(Line()));
      case 'G':
        return Push(BigEndianDouble());
      default:
        return false;
    }
  }

  bool PushText(std::size_t size) { return Push(std::string(in_.GetBytes(size))); }
  bool PushBytes(std::size_t size) { return Push(PickleRawBytes{std::string(in_.GetBytes(size))}); }

  bool Text(std::uint8_t opcode) {
    switch (opcode) {
      case 'X':
      case 'T':
        return PushText(in_.Get<std::uint32_t>());
      case 0x8c:
      case 'U':
        return PushText(in_.Get<std::uint8_t>());
      case 0x8d:
        return PushText(in_.Get<std::uint64_t>());
      case 'V':
        return Push(PlainLine(Line()));
      case 'S': {
        const std::string_view line = Line();
        if (line.size() < 2 || (line[0] != '\'' && line[0] != '"') || line.back() != line[0]) {
          in_.Refuse("a text is not quoted");
        }
        return Push(PlainLine(line.substr(1, line.size() - 2)));
      }
      case 'B':
        return PushBytes(in_.Get<std::uint32_t>());
      case 'C':
        return PushBytes(in_.Get<std::uint8_t>());
      case 0x8e:
      case 0x96:
        return PushBytes(in_.Get<std::uint64_t>());
      default:
        return false;
    }
  }

  // Protocol 0 escapes what is not plain; names and keys are plain.
  std::string PlainLine(std::string_view line) {
    if (line.find('\\') != std::string_view::npos) {
      in_.Refuse("a text of protocol 0 has escapes; save the file with protocol 2 or later");
    }
    return std::string(line);
  }

  bool PushTuple(std::size_t size) {
    PickleTuple tuple;
    for (std::size_t i = 0; i < size; ++i) tuple.items.push_back(Pop());
    std::reverse(tuple.items.begin(), tuple.items.end());
    return Push(std::move(tuple));
  }

  void SetItems(PickleValue::Dict& dict, PickleValue::List items) {
    if (items.size() % 2 != 0) in_.Refuse("a dict has a key without a value");
    for (std::size_t i = 0; i < items.size(); i += 2) {
      dict.emplace_back(std::move(items[i]), std::move(items[i + 1]));
    }
  }

  bool Container(std::uint8_t opcode) {
    switch (opcode) {
      case '(':
        heap_.Charge(2 * sizeof(std::size_t), in_);
        marks_.push_back(stack_.size());
        return true;
      case '0':
        Pop();
        return true;
      case '1':
        PopToMark();
        return true;
      case '2':
        return PushValue(Top());
      case ']':
      case 0x8f:  // a set is a list here
        return Push(PickleValue::List{});
      case 'l':
      case 0x91:
        return Push(PopToMark());
      case ')':
        return Push(PickleTuple{});
      case 't':
        return Push(PickleTuple{PopToMark()});
      case 0x85:
      case 0x86:
      case 0x87:
        return PushTuple(opcode - 0x84u);
      case '}':
        return Push(PickleValue::Dict{});
      case 'd': {
        PickleValue::Dict dict;
        SetItems(dict, PopToMark());
        return Push(std::move(dict));
      }
      case 'a': {
        PickleValue item = Pop();
        heap_.Charge(kPlace, in_);
        Expect<PickleValue::List>(Top(), "a list").push_back(std::move(item));
        return true;
      }
      case 'e':
      case 0x90: {
        PickleValue::List items = PopToMark();
        auto& list = Expect<PickleValue::List>(Top(), "a list");
        list.insert(list.end(), items.begin(), items.end());
        return true;
      }
      case 's': {
        PickleValue value = Pop();
        PickleValue key = Pop();
        heap_.Charge(2 * kPlace, in_);
        Expect<PickleValue::Dict>(Top(), "a dict").emplace_back(std::move(key), std::move(value));
        return true;
      }
      case 'u': {
        PickleValue::List items = PopToMark();
        SetItems(Expect<PickleValue::Dict>(Top(), "a dict"), std::move(items));
        return true;
      }
      default:
        return false;
    }
  }

  bool Recall(std::uint64_t key) {
    const auto found = memo_.find(key);
    if (found == memo_.end()) in_.Refuse(fmt::format("memo {} is not set", key));
    return PushValue(found->second);
  }
  bool Remember(std::uint64_t key) {
    heap_.Charge(64, in_);  // a node of the table
    memo_[key] = Top();
    return true;
  }

  bool Memo(std::uint8_t opcode) {
    switch (opcode) {
      case 'g':
        return Recall(Number<std::uint64_t>(Line()));
      case 'h':
        return Recall(in_.Get<std::uint8_t>());
      case 'j':
        return Recall(in_.Get<std::uint32_t>());
      case 'p':
        return Remember(Number<std::uint64_t>(Line()));
      case 'q':
        return Remember(in_.Get<std::uint8_t>());
      case 'r':
        return Remember(in_.Get<std::uint32_t>());
      case 0x94:
        return Remember(memo_.size());
      default:
        return false;
    }
  }

  bool PushGlobal(std::string_view module, std::string_view name) {
    return PushValue(ResolveGlobal(module, name, in_, heap_));
  }

  bool PushStorage(const PickleValue& id) {
    if (!allow_storages_) in_.Refuse("refers to data outside the pickle");
    return PushValue(StorageOf(id, in_, heap_));
  }

  bool Object(std::uint8_t opcode) {
    switch (opcode) {
      case 0x80:
        if (in_.Get<std::uint8_t>() > 5) in_.Refuse("the pickle's protocol is newer than 5");
        return true;
      case 0x95:
        in_.GetBytes(8);  // a frame's length: only a hint for reading ahead
        return true;
      case 'c':
      case 'i': {
        const std::string_view module = Line();
        return PushGlobal(module, Line());
      }
      case 0x93: {
        const PickleValue name = Pop();
        const PickleValue module = Pop();
        return PushGlobal(Expect<std::string>(module, "a module's name"),
                          Expect<std::string>(name, "a type's name"));
      }
      case 'R':
      case 0x81: {
        const PickleValue arguments = Pop();
        const PickleValue callable = Pop();
        return PushValue(CallGlobal(callable, arguments, in_, heap_));
      }
      case 'b': {
        const PickleValue state = Pop();
        BuildObject(Top(), state, in_, heap_);
        return true;
      }
      case 'Q':
        return PushStorage(Pop());
      default:
        return false;
    }
  }

  ByteReader& in_;
  PickleHeap& heap_;
  bool allow_storages_;
  std::array<std::optional<PickleValue>, 259> shared_;
  std::vector<PickleValue> stack_;
  std::vector<std::size_t> marks_;
  std::unordered_map<std::uint64_t, PickleValue> memo_;
};

}  // namespace

PickleHeap::~PickleHeap() {
  for (const auto& node : nodes_) TakeApart(*node);
}

void PickleHeap::Charge(std::uint64_t bytes, const ByteReader& in) {
  if (bytes > budget_) in.Refuse("what the file describes is far larger than the file");
  budget_ -= bytes;
}

void PickleHeap::Release(const PickleValue& root, const std::filesystem::path& file) {
  Measure measure(file);
  measure.Of(root, 0);
  for (const auto& node : nodes_) {
    if (!measure.Seen(node.get())) TakeApart(*node);
  }
  pending.clear();
  nodes_.clear();
}

PickleValue RunPickle(ByteReader& in, PickleHeap& heap, bool allow_storages) {
  return Machine(in, heap, allow_storages).Run();
}

}  // namespace saccade
