#include "saccade/formats/unpickle.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <string>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/formats/byte_stream.h"
#include "saccade/formats/pickle_machine.h"
#include "saccade/formats/zip_archive.h"

namespace saccade {
namespace {

using Path = std::filesystem::path;
using Bytes = std::span<const std::byte>;

// 0x1950a86a20f9469cfc6c, the first pickle of torch.save's stream.
constexpr std::string_view kLegacyMagic = "\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19";
constexpr std::int64_t kLegacyProtocol = 1001;

// True if the strides are those of rows, last dimension fastest.
bool IsContiguous(const Tensor& tensor, const std::vector<std::int64_t>& stride) {
  std::int64_t expected = 1;
  for (std::size_t d = tensor.shape.size(); d-- > 0;) {
    if (tensor.shape[d] != 1 && stride[d] != expected) return false;
    expected *= tensor.shape[d];
  }
  return true;
}

// One past the last element that a view touches; nothing when it leaves 64 bits.
std::optional<std::uint64_t> EndOfView(const PendingTensor& view, const Tensor& tensor) {
  std::uint64_t last = view.offset + view.storage.view_offset;
  if (last < view.offset) return std::nullopt;
  for (std::size_t d = 0; d < tensor.shape.size(); ++d) {
    std::uint64_t reach = 0;
    if (__builtin_mul_overflow(static_cast<std::uint64_t>(tensor.shape[d] - 1),
                               static_cast<std::uint64_t>(view.stride[d]), &reach) ||
        __builtin_add_overflow(last, reach, &last)) {
      return std::nullopt;
    }
  }
  return last + 1;
}

void CopyStrided(const PendingTensor& view, Bytes storage, Tensor& tensor) {
  const std::size_t width = BytesOf(tensor.dtype);
  const std::size_t count = tensor.bytes.size() / width;
  std::vector<std::int64_t> index(tensor.shape.size(), 0);
  std::uint64_t from = view.offset + view.storage.view_offset;
  for (std::size_t to = 0; to < count; ++to) {
    std::memcpy(tensor.bytes.data() + to * width, storage.data() + from * width, width);
    for (std::size_t d = index.size(); d-- > 0;) {
      from += static_cast<std::uint64_t>(view.stride[d]);
      if (++index[d] < tensor.shape[d]) break;
      from -= static_cast<std::uint64_t>(view.stride[d] * tensor.shape[d]);
      index[d] = 0;
    }
  }
}

void Fill(const PendingTensor& view, Bytes storage, const ByteReader& in, PickleHeap& heap) {
  auto& tensor = std::get<Tensor>(view.tensor.node().value);
  const std::size_t width = BytesOf(tensor.dtype);
  const auto count = CheckedProduct(tensor.shape);
  if (!count || view.stride.size() != tensor.shape.size()) {
    in.Refuse("a tensor has an impossible shape");
  }
  if (*count == 0) return;
  const auto end = EndOfView(view, tensor);
  if (!end || *end > storage.size() / width) {
    in.Refuse(fmt::format("a tensor reaches beyond its storage \"{}\"", view.storage.key));
  }
  heap.Charge(*count > SIZE_MAX / width ? SIZE_MAX : *count * width, in);
  tensor.bytes.resize(*count * width);
  if (IsContiguous(tensor, view.stride)) {
    const std::size_t first = (view.offset + view.storage.view_offset) * width;
    std::memcpy(tensor.bytes.data(), storage.data() + first, tensor.bytes.size());
  } else {
    CopyStrided(view, storage, tensor);
  }
}

using StorageFinder = std::function<Bytes(const PickleStorage&)>;

PickleValue Finish(const PickleValue& root, PickleHeap& heap, const ByteReader& in,
                   const StorageFinder& find) {
  for (const PendingTensor& view : heap.pending) {
    if (std::holds_alternative<Tensor>(view.tensor.node().value)) {
      Fill(view, find(view.storage), in, heap);
    }
  }
  heap.Release(root, in.file());
  return root;
}

PickleValue ParseZip(Bytes bytes, const Path& file) {
  const ZipArchive archive(bytes, file);
  const auto pickle = std::ranges::find_if(archive.entries(), [](const auto& entry) {
    return entry.first == "data.pkl" || entry.first.ends_with("/data.pkl");
  });
  if (pickle == archive.entries().end()) {
    throw InputError(file, "", "has no data.pkl: not a file of torch.save");
  }
  const std::string folder =
      pickle->first.substr(0, pickle->first.size() - std::strlen("data.pkl"));
  if (const auto order = archive.Find(folder + "byteorder")) {
    if (order->size() == 3) throw InputError(file, "", "was saved on a big-endian machine");
  }
  const Path inner = file / "data.pkl";
  ByteReader in(pickle->second, inner);
  PickleHeap heap(bytes.size());
  const PickleValue root = RunPickle(in, heap, true);
  return Finish(root, heap, in, [&](const PickleStorage& storage) {
    const auto data = archive.Find(folder + "data/" + storage.key);
    if (!data) in.Refuse(fmt::format("the archive has no storage \"{}\"", storage.key));
    return *data;
  });
}

PickleValue ParseLegacy(Bytes bytes, const Path& file) {
  ByteReader in(bytes, file);
  PickleHeap heap(bytes.size());
  const PickleValue magic = RunPickle(in, heap, false);
  if (!magic.Is(PickleValue::Kind::kLong) || magic.Long() != kLegacyMagic) {
    throw InputError(file, "", "is not a file of torch.save");
  }
  const PickleValue protocol = RunPickle(in, heap, false);
  if (!protocol.Is(PickleValue::Kind::kInteger) || protocol.Integer() != kLegacyProtocol) {
    in.Refuse("the stream's protocol is not 1001");
  }
  const PickleValue system = RunPickle(in, heap, false);
  const PickleValue* little = nullptr;
  if (system.Is(PickleValue::Kind::kDict)) little = system.Find("little_endian");
  if (little == nullptr || !little->Is(PickleValue::Kind::kBool) || !little->Bool()) {
    in.Refuse("was saved on a big-endian machine");
  }
  const PickleValue root = RunPickle(in, heap, true);
  const PickleValue keys = RunPickle(in, heap, false);
  if (!keys.Is(PickleValue::Kind::kList)) in.Refuse("the list of storages is missing");

  // Behind the pickles each storage stands as its number of elements and its data; how wide an
  // element is only the tensors say.
  std::map<std::string, DType, std::less<>> types;
  for (const PendingTensor& view : heap.pending) types[view.storage.key] = view.storage.dtype;
  std::map<std::string, Bytes, std::less<>> storages;
  for (const PickleValue& key : keys.Items()) {
    if (!key.Is(PickleValue::Kind::kText)) in.Refuse("a storage's key is no text");
    const auto type = types.find(key.Text());
    if (type == types.end()) in.Refuse("a storage belongs to no tensor");
    const auto elements = in.Get<std::uint64_t>();
    const std::size_t width = BytesOf(type->second);
    if (elements > in.remaining() / width) in.Refuse("the file ends inside a storage: it was cut");
    const std::string_view data = in.GetBytes(elements * width);
    storages[key.Text()] = std::as_bytes(std::span(data.data(), data.size()));
  }
  return Finish(root, heap, in, [&](const PickleStorage& storage) {
    const auto found = storages.find(storage.key);
    if (found == storages.end()) in.Refuse(fmt::format("storage \"{}\" is missing", storage.key));
    return found->second;
  });
}

}  // namespace

PickleValue ParsePickle(Bytes bytes, const Path& file) {
  ByteReader in(bytes, file);
  PickleHeap heap(bytes.size());
  const PickleValue root = RunPickle(in, heap, false);
  heap.Release(root, file);
  return root;
}

PickleValue ParseTorchFile(Bytes bytes, const Path& file) {
  return ZipArchive::IsZip(bytes) ? ParseZip(bytes, file) : ParseLegacy(bytes, file);
}

PickleValue ReadPickle(const Path& path) {
  const MappedFile file(path);
  return ParsePickle(file.bytes(), path);
}

PickleValue ReadTorchFile(const Path& path) {
  const MappedFile file(path);
  return ParseTorchFile(file.bytes(), path);
}

}  // namespace saccade
