#include "saccade/beliefs/belief_store.h"

#include <algorithm>

#include "saccade/base/error.h"
#include "saccade/base/nearest.h"
#include "saccade/base/parallel.h"
#include "saccade/formats/byte_stream.h"
#include "saccade/scene/frame.h"

namespace saccade {
namespace {

// As PNG's: a high bit, line ends and an end-of-file mark betray a transfer that changes text.
constexpr std::string_view kMagic = "\x89SBEL\r\n\x1a";
constexpr std::uint32_t kByteOrder = 0x01020304;
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kChecksumBytes = 8;
constexpr std::size_t kBytesPerSection = 8 + 4 + 8;

// Splits channel 134 off: it is the same in both layers and stored once.
BeliefLayer Select(const BeliefLayer& layer, bool saliency) {
  BeliefLayer selected;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    for (const BeliefEntry& entry : layer.At(cell)) {
      if ((entry.channel == kSaliencyChannel) == saliency) selected.entries.push_back(entry);
    }
    selected.offsets[cell + 1] = static_cast<std::uint32_t>(selected.entries.size());
  }
  return selected;
}

BeliefLayer Join(const BeliefLayer& classes, const BeliefLayer& saliency) {
  BeliefLayer joined;
  joined.entries.reserve(classes.entries.size() + saliency.entries.size());
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    for (const BeliefEntry& entry : classes.At(cell)) joined.entries.push_back(entry);
    for (const BeliefEntry& entry : saliency.At(cell)) joined.entries.push_back(entry);
    joined.offsets[cell + 1] = static_cast<std::uint32_t>(joined.entries.size());
  }
  return joined;
}

void PutHeader(ByteWriter& head, std::size_t file_size, std::size_t head_size, std::size_t pictures,
               const BeliefStoreSettings& settings) {
  head.PutBytes(kMagic);
  head.Put(kByteOrder);
  head.Put(kVersion);
  head.Put(std::uint64_t{file_size});
  head.Put(std::uint64_t{head_size});
  head.Put(static_cast<std::uint32_t>(kImageSize.width));
  head.Put(static_cast<std::uint32_t>(kImageSize.height));
  head.Put(std::uint32_t{Grid::kColumns});
  head.Put(std::uint32_t{Grid::kRows});
  head.Put(static_cast<std::uint32_t>(settings.values));
  head.Put(std::uint32_t{kBeliefChannels});
  head.Put(static_cast<std::uint32_t>(settings.notes.size()));
  head.Put(static_cast<std::uint32_t>(pictures));
  for (const Category& category : Categories()) head.PutString(category.name);
  for (const auto& [key, value] : settings.notes) {
    head.PutString(key);
    head.PutString(value);
  }
}

void Expect(const ByteReader& in, std::string_view what, std::uint64_t found,
            std::uint64_t expected) {
  if (found == expected) return;
  throw InputError(in.file(), "header", "{} is {}; this program reads {}", what, found, expected);
}

}  // namespace

std::string_view SectionName(StoreSection section) {
  switch (section) {
    case StoreSection::kSharp:
      return "sharp";
    case StoreSection::kBlurred:
      return "blurred";
    case StoreSection::kSaliency:
      return "saliency";
  }
  return "";
}

EncodedPicture EncodePicture(const PictureBeliefs& beliefs, BeliefValues values) {
  try {
    return {beliefs.name,
            {EncodeLayer(Select(beliefs.sharp, false), values),
             EncodeLayer(Select(beliefs.blurred, false), values),
             EncodeLayer(Select(beliefs.sharp, true), values)}};
  } catch (const InputError& error) {
    throw InputError(beliefs.name, "", "{}", error.what());
  }
}

void WriteBeliefStore(const std::filesystem::path& path, std::vector<EncodedPicture> pictures,
                      const BeliefStoreSettings& settings) {
  std::ranges::sort(pictures, {}, &EncodedPicture::name);
  const auto twice = std::ranges::adjacent_find(pictures, {}, &EncodedPicture::name);
  if (twice != pictures.end()) throw InputError(path, twice->name, "the picture occurs twice");

  ByteWriter measure;
  PutHeader(measure, 0, 0, pictures.size(), settings);
  std::size_t head_size = measure.size() + kChecksumBytes;
  std::size_t data_size = 0;
  for (const EncodedPicture& picture : pictures) {
    head_size += 2 + picture.name.size() + kStoreSections * kBytesPerSection;
    for (const std::string& section : picture.sections) data_size += section.size();
  }

  ByteWriter head;
  PutHeader(head, head_size + data_size, head_size, pictures.size(), settings);
  std::uint64_t offset = head_size;
  for (const EncodedPicture& picture : pictures) {
    head.PutString(picture.name);
    for (const std::string& section : picture.sections) {
      head.Put(offset);
      head.Put(static_cast<std::uint32_t>(section.size()));
      head.Put(Checksum(section));
      offset += section.size();
    }
  }
  head.Put(Checksum(head.bytes()));

  AtomicFile file(path);
  file.Write(head.bytes());
  for (const EncodedPicture& picture : pictures) {
    for (const std::string& section : picture.sections) file.Write(section);
  }
  file.Commit();
}

BeliefStore BeliefStore::Open(const std::filesystem::path& path) {
  BeliefStore store;
  store.path_ = path;
  store.file_.emplace(path);
  store.bytes_ = store.file_->bytes();
  store.ReadHead();
  return store;
}

BeliefStore BeliefStore::FromBytes(std::span<const std::byte> bytes,
                                   const std::filesystem::path& name) {
  BeliefStore store;
  store.path_ = name;
  store.bytes_ = bytes;
  store.ReadHead();
  return store;
}

void BeliefStore::ReadHead() {
  ByteReader in(bytes_, path_);
  if (bytes_.size() < kMagic.size() || in.GetBytes(kMagic.size()) != kMagic) {
    throw InputError(path_, "header",
                     "is not a belief store; make one with `saccade beliefs build`");
  }
  Expect(in, "byte order", in.Get<std::uint32_t>(), kByteOrder);
  Expect(in, "version", in.Get<std::uint32_t>(), kVersion);
  const auto file_size = in.Get<std::uint64_t>();
  if (file_size != bytes_.size()) {
    throw InputError(path_, "header",
                     "the file has {} bytes and should have {}: it was cut; build or copy it again",
                     bytes_.size(), file_size);
  }
  const auto head_size = in.Get<std::uint64_t>();
  if (head_size > bytes_.size() || head_size < in.position() + kChecksumBytes) {
    throw InputError(path_, "header", "its size is {}, which is not possible: damaged", head_size);
  }
  ByteReader checksum(bytes_.subspan(head_size - kChecksumBytes, kChecksumBytes), path_);
  if (checksum.Get<std::uint64_t>() != Checksum(bytes_.first(head_size - kChecksumBytes))) {
    throw InputError(path_, "header and index",
                     "checksum differs: damaged; build or copy it again");
  }
  Expect(in, "frame width", in.Get<std::uint32_t>(), static_cast<std::uint64_t>(kImageSize.width));
  Expect(in, "frame height", in.Get<std::uint32_t>(),
         static_cast<std::uint64_t>(kImageSize.height));
  Expect(in, "number of columns", in.Get<std::uint32_t>(), Grid::kColumns);
  Expect(in, "number of rows", in.Get<std::uint32_t>(), Grid::kRows);
  const auto values = in.Get<std::uint32_t>();
  if (values > 1) throw InputError(path_, "header", "value kind {} is unknown", values);
  settings_.values = static_cast<BeliefValues>(values);
  Expect(in, "number of channels", in.Get<std::uint32_t>(), kBeliefChannels);
  const auto notes = in.Get<std::uint32_t>();
  const auto pictures = in.Get<std::uint32_t>();
  for (const Category& category : Categories()) {
    const std::string_view name = in.GetString();
    if (name != category.name) {
      throw InputError(path_, "header", "a channel is \"{}\" where \"{}\" is expected", name,
                       category.name);
    }
  }
  for (std::uint32_t i = 0; i < notes; ++i) {
    const std::string key(in.GetString());
    settings_.notes.emplace_back(key, in.GetString());
  }
  for (std::uint32_t i = 0; i < pictures; ++i) {
    IndexEntry entry;
    entry.name = in.GetString();
    for (Section& section : entry.sections) {
      section.offset = in.Get<std::uint64_t>();
      section.size = in.Get<std::uint32_t>();
      section.checksum = in.Get<std::uint64_t>();
      if (section.offset > bytes_.size() || section.size > bytes_.size() - section.offset) {
        throw InputError(path_, entry.name, "a layer lies outside the file: damaged");
      }
    }
    if (!index_.empty() && entry.name <= index_.back().name) {
      throw InputError(path_, entry.name, "the index is not in order: damaged");
    }
    index_.push_back(entry);
  }
}

std::optional<std::size_t> BeliefStore::Find(std::string_view name) const {
  const auto at = std::ranges::lower_bound(index_, name, {}, &IndexEntry::name);
  if (at == index_.end() || at->name != name) return std::nullopt;
  return static_cast<std::size_t>(at - index_.begin());
}

std::span<const std::byte> BeliefStore::SectionBytes(std::size_t i, StoreSection which) const {
  const Section& section = index_[i].sections[static_cast<int>(which)];
  const auto bytes = bytes_.subspan(section.offset, section.size);
  if (Checksum(bytes) != section.checksum) {
    throw InputError(path_, index_[i].name,
                     "checksum of the {} layer differs: damaged; build or copy the store again",
                     SectionName(which));
  }
  return bytes;
}

BeliefLayer BeliefStore::LoadSection(std::size_t i, StoreSection which) const {
  return DecodeLayer(SectionBytes(i, which), settings_.values, path_);
}

PictureBeliefs BeliefStore::Load(std::size_t i) const {
  PictureBeliefs beliefs{std::string(name(i)), LoadSection(i, StoreSection::kSharp),
                         LoadSection(i, StoreSection::kBlurred)};
  const BeliefLayer saliency = LoadSection(i, StoreSection::kSaliency);
  if (!saliency.entries.empty()) {
    beliefs.sharp = Join(beliefs.sharp, saliency);
    beliefs.blurred = Join(beliefs.blurred, saliency);
  }
  return beliefs;
}

PictureBeliefs BeliefStore::Load(std::string_view picture) const {
  if (const auto i = Find(picture)) return Load(*i);
  std::vector<std::string> known;
  known.reserve(size());
  for (const IndexEntry& entry : index_) known.emplace_back(entry.name);
  const std::string nearest = NearestWord(picture, known);
  throw InputError(path_, "", "has no picture \"{}\"{}", picture,
                   nearest.empty() ? "; `saccade beliefs info` lists what it has"
                                   : fmt::format("; did you mean \"{}\"?", nearest));
}

std::vector<PictureBeliefs> BeliefStore::LoadAll() const {
  std::vector<PictureBeliefs> all(size());
  ParallelFor(size(), [&](std::size_t i) { all[i] = Load(i); });
  return all;
}

EncodedPicture BeliefStore::LoadEncoded(std::size_t i) const {
  EncodedPicture picture{std::string(name(i)), {}};
  for (int s = 0; s < kStoreSections; ++s) {
    const auto bytes = SectionBytes(i, static_cast<StoreSection>(s));
    picture.sections[s].assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  return picture;
}

void BeliefStore::Verify() const {
  ParallelFor(size(), [this](std::size_t i) { Load(i); });
}

bool BeliefStore::has_saliency() const {
  return !index_.empty() && std::ranges::all_of(index_, [](const IndexEntry& entry) {
    return entry.sections[static_cast<int>(StoreSection::kSaliency)].size > 0;
  });
}

}  // namespace saccade
