#include "saccade/formats/torch_file.h"

#include <bit>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/formats/crc32.h"

namespace saccade {
namespace {

static_assert(std::endian::native == std::endian::little, "zip and pickle are little endian");

using Path = std::filesystem::path;

template <typename T>
void AppendNumber(std::string& bytes, T value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// The few opcodes of pickle protocol 2 that a dictionary of tensors needs.
class Pickle {
 public:
  Pickle() { bytes_ = "\x80\x02"; }

  void EmptyDict() { bytes_ += '}'; }
  void EmptyTuple() { bytes_ += ')'; }
  void Mark() { bytes_ += '('; }
  void Tuple() { bytes_ += 't'; }
  void SetItems() { bytes_ += 'u'; }
  void False() { bytes_ += '\x89'; }
  void Reduce() { bytes_ += 'R'; }
  void PersistentId() { bytes_ += 'Q'; }
  void Global(std::string_view module, std::string_view name) {
    bytes_ += 'c';
    bytes_.append(module).append("\n").append(name).append("\n");
  }
  void Text(std::string_view text) {
    bytes_ += 'X';
    AppendNumber(bytes_, static_cast<std::uint32_t>(text.size()));
    bytes_ += text;
  }
  // BININT, or LONG1 with eight bytes for what does not fit.
  void Integer(std::int64_t value) {
    if (std::int64_t{static_cast<std::int32_t>(value)} == value) {
      bytes_ += 'J';
      AppendNumber(bytes_, static_cast<std::int32_t>(value));
    } else {
      bytes_ += "\x8a\x08";
      AppendNumber(bytes_, value);
    }
  }
  void Integers(std::span<const std::int64_t> values) {
    Mark();
    for (const std::int64_t value : values) Integer(value);
    Tuple();
  }
  std::string Finish() && {
    bytes_ += '.';
    return std::move(bytes_);
  }

 private:
  std::string bytes_;
};

std::vector<std::int64_t> RowMajorStrides(const std::vector<std::int64_t>& shape) {
  std::vector<std::int64_t> strides(shape.size(), 1);
  for (std::size_t i = shape.size(); i > 1; --i) {
    strides[i - 2] = strides[i - 1] * std::max<std::int64_t>(shape[i - 1], 1);
  }
  return strides;
}

// torch._utils._rebuild_tensor_v2(storage, offset, size, stride, requires_grad, hooks), the storage
// being found by its persistent id.
void PickleTensor(Pickle& pickle, const HostTensor& tensor, const std::string& storage) {
  pickle.Global("torch._utils", "_rebuild_tensor_v2");
  pickle.Mark();
  pickle.Mark();
  pickle.Text("storage");
  pickle.Global("torch", "FloatStorage");
  pickle.Text(storage);
  pickle.Text("cpu");
  pickle.Integer(static_cast<std::int64_t>(tensor.values.size()));
  pickle.Tuple();
  pickle.PersistentId();
  pickle.Integer(0);
  pickle.Integers(tensor.shape);
  pickle.Integers(RowMajorStrides(tensor.shape));
  pickle.False();
  pickle.Global("collections", "OrderedDict");
  pickle.EmptyTuple();
  pickle.Reduce();
  pickle.Tuple();
  pickle.Reduce();
}

void PickleStateDict(Pickle& pickle, const NamedTensors& tensors) {
  pickle.EmptyDict();
  pickle.Mark();
  int storage = 0;
  for (const auto& [name, tensor] : tensors) {
    pickle.Text(name);
    PickleTensor(pickle, tensor, std::to_string(storage++));
  }
  pickle.SetItems();
}

std::string PickledFile(const NamedTensors& tensors, const TorchFileOptions& options) {
  Pickle pickle;
  if (options.layout == TorchFileOptions::Layout::kStateDict) {
    PickleStateDict(pickle, tensors);
    return std::move(pickle).Finish();
  }
  pickle.EmptyDict();
  pickle.Mark();
  pickle.Text("global_step");
  pickle.Integer(options.global_step);
  pickle.Text("model");
  PickleStateDict(pickle, tensors);
  pickle.SetItems();
  return std::move(pickle).Finish();
}

// A zip archive of stored entries whose data starts at multiples of 64 bytes, so that a mapped file
// can be used in place.
class ZipWriter {
 public:
  explicit ZipWriter(const Path& path) : path_(path), file_(path) {}

  void Add(const std::string& name, std::span<const std::byte> data) {
    const std::uint32_t offset = Offset();
    const std::string fields = SharedFields(data, name.size());
    std::string header = "PK\x03\x04" + fields;
    // The padding is an extra field: two bytes of tag, two of length, the rest filled.
    const std::size_t start = position_ + header.size() + sizeof(std::uint16_t) + name.size() + 4;
    const std::size_t padding = (kAlignment - start % kAlignment) % kAlignment;
    AppendNumber(header, static_cast<std::uint16_t>(padding + 4));
    header += name + "FB";
    AppendNumber(header, static_cast<std::uint16_t>(padding));
    header.append(padding, 'Z');
    Put(std::as_bytes(std::span(header)));
    Put(data);
    AppendDirectoryEntry(fields, name, offset);
  }

  void Finish() {
    const std::uint32_t offset = Offset();
    Put(std::as_bytes(std::span(directory_)));
    std::string end("PK\x05\x06\0\0\0\0", 8);
    AppendNumber(end, entries_);
    AppendNumber(end, entries_);
    AppendNumber(end, static_cast<std::uint32_t>(directory_.size()));
    AppendNumber(end, offset);
    AppendNumber(end, std::uint16_t{0});
    Put(std::as_bytes(std::span(end)));
    Offset();
    file_.Commit();
  }

 private:
  static constexpr std::size_t kAlignment = 64;

  void Put(std::span<const std::byte> bytes) {
    file_.Write(bytes);
    position_ += bytes.size();
  }

  std::uint32_t Offset() const {
    if (position_ > std::numeric_limits<std::uint32_t>::max()) {
      throw Failure(
          fmt::format("{}: would be larger than 4 GB, the limit of a zip", path_.string()));
    }
    return static_cast<std::uint32_t>(position_);
  }

  // What local header and directory have in common: version, flags, method 0, time and date (none,
  // for equal bytes from equal tensors: 1 January 1980), checksum, sizes, length of the name.
  static std::string SharedFields(std::span<const std::byte> data, std::size_t name_bytes) {
    std::string fields;
    for (const int value : {20, 0, 0, 0, 0x21}) {
      AppendNumber(fields, static_cast<std::uint16_t>(value));
    }
    AppendNumber(fields, Crc32(data));
    AppendNumber(fields, static_cast<std::uint32_t>(data.size()));
    AppendNumber(fields, static_cast<std::uint32_t>(data.size()));
    AppendNumber(fields, static_cast<std::uint16_t>(name_bytes));
    return fields;
  }

  void AppendDirectoryEntry(const std::string& fields, const std::string& name,
                            std::uint32_t offset) {
    directory_ += "PK\x01\x02";
    AppendNumber(directory_, std::uint16_t{20});
    directory_ += fields;
    // Lengths of extra field and comment, disk, attributes (2 + 4 bytes).
    directory_.append(2 + 2 + 2 + 2 + 4, '\0');
    AppendNumber(directory_, offset);
    directory_ += name;
    ++entries_;
  }

  Path path_;
  AtomicFile file_;
  std::size_t position_ = 0;
  std::uint16_t entries_ = 0;
  std::string directory_;
};

void CheckTensors(const Path& path, const NamedTensors& tensors) {
  // The entry count of a plain zip has 16 bits; two entries are not tensors.
  if (tensors.size() > 0xFFFF - 2) {
    throw InputError(path, "", "cannot hold {} tensors, at most 65533", tensors.size());
  }
  for (const auto& [name, tensor] : tensors) {
    if (ElementCount(tensor.shape) != static_cast<std::int64_t>(tensor.values.size())) {
      throw InputError(path, name, "has {} values, which its shape does not give",
                       tensor.values.size());
    }
    if (tensor.values.size() > std::numeric_limits<std::uint32_t>::max() / sizeof(float)) {
      throw Failure(
          fmt::format("{}: {} is larger than 4 GB, the limit of a zip", path.string(), name));
    }
  }
}

}  // namespace

void WriteTorchFile(const Path& path, const NamedTensors& tensors,
                    const TorchFileOptions& options) {
  CheckTensors(path, tensors);
  ZipWriter zip(path);
  const std::string pickle = PickledFile(tensors, options);
  zip.Add("archive/data.pkl", std::as_bytes(std::span(pickle)));
  int storage = 0;
  for (const auto& [name, tensor] : tensors) {
    zip.Add("archive/data/" + std::to_string(storage++), std::as_bytes(std::span(tensor.values)));
  }
  const std::string_view version = "3\n";
  zip.Add("archive/version", std::as_bytes(std::span(version.data(), version.size())));
  zip.Finish();
}

}  // namespace saccade
