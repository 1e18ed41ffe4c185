#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "saccade/formats/byte_stream.h"
#include "saccade/formats/pickle_value.h"

namespace saccade {

// The stack machine behind unpickle.h: opcodes in, values out. What names are known and what they
// build is pickle_objects.h.

// A tensor whose numbers are not read yet: a strided view of a storage.
struct PendingTensor {
  PickleValue tensor;
  PickleStorage storage;
  std::uint64_t offset = 0;  // elements
  std::vector<std::int64_t> stride;
};

// Everything that one file's pickles build. It holds every node, so that a hostile graph (cycles,
// a million levels) is taken apart without recursion when the file is refused.
class PickleHeap {
 public:
  // What may be made of a file of this size: a list of small numbers is some 40 times as large as
  // its pickle; no bombs.
  explicit PickleHeap(std::size_t file_bytes)
      : budget_(48 * std::uint64_t{file_bytes} + (std::uint64_t{64} << 20)) {}
  ~PickleHeap();
  PickleHeap(const PickleHeap&) = delete;
  PickleHeap& operator=(const PickleHeap&) = delete;

  template <typename T>
  PickleValue Make(T value, const ByteReader& in) {
    // With the counters of its handles and its places in lists that double as they grow.
    Charge(sizeof(PickleNode) + 80, in);
    auto node = std::make_shared<PickleNode>();
    node->value = std::move(value);
    nodes_.push_back(node);
    return PickleValue(std::move(node));
  }

  // Counts memory that is about to be taken; throws InputError when it is too much.
  void Charge(std::uint64_t bytes, const ByteReader& in);

  // Lets go of everything: from here on `root` owns what it needs. Throws InputError when it is too
  // deep, contains itself, expands to more than 2^26 values, or holds something that is no value.
  void Release(const PickleValue& root, const std::filesystem::path& file);

  std::vector<PendingTensor> pending;

 private:
  std::uint64_t budget_;
  std::vector<std::shared_ptr<PickleNode>> nodes_;
};

// Runs one pickle from the reader's position to its STOP and returns what it leaves. Storages
// (persistent ids) are known to torch.save's files only.
PickleValue RunPickle(ByteReader& in, PickleHeap& heap, bool allow_storages);

}  // namespace saccade
