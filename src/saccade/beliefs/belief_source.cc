#include <algorithm>
#include <memory>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/base/log.h"
#include "saccade/beliefs/boxes.h"
#include "saccade/beliefs/dcb_folder.h"
#include "saccade/beliefs/panoptic.h"
#include "saccade/beliefs/saliency.h"
#include "saccade/beliefs/store_builder.h"
#include "saccade/beliefs/store_notes.h"

namespace saccade {
namespace {

using Path = std::filesystem::path;

std::span<const std::byte> AsBytes(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

std::uint64_t Combine(std::uint64_t a, std::uint64_t b) {
  return Checksum(fmt::format("{:016x}{:016x}", a, b));
}

// Sharp and blurred maps are of the same pictures, or something was mixed up.
void CheckSamePictures(const PanopticFile& sharp, const PanopticFile& blurred) {
  for (const auto& [from, in] : {std::pair{&sharp, &blurred}, std::pair{&blurred, &sharp}}) {
    for (const PanopticPicture& picture : from->pictures) {
      if (!std::ranges::binary_search(in->pictures, picture.name, {}, &PanopticPicture::name)) {
        throw InputError(in->path, picture.name, "is missing; {} has it", from->path.string());
      }
    }
  }
}

// The maps of a picture that was searched for several targets, once they are known to be the same.
BeliefLayer ReadDcbCopies(const std::vector<Path>& files, const std::vector<std::string>& bytes) {
  BeliefLayer layer = ParseDcbLayer(AsBytes(bytes[0]), files[0]);
  for (std::size_t i = 1; i < files.size(); ++i) {
    if (bytes[i] != bytes[0] && ParseDcbLayer(AsBytes(bytes[i]), files[i]) != layer) {
      throw InputError(files[i], "", "holds other beliefs than {}; a picture has one set of maps",
                       files[0].string());
    }
  }
  return layer;
}

void RemoveStuff(BeliefLayer& layer) {
  const ChannelMask stuff = ChannelsOf(ChannelGroup::kStuff, 0);  // the same for every task
  BeliefLayer kept;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    for (const BeliefEntry& entry : layer.At(cell)) {
      if (!stuff[entry.channel]) kept.entries.push_back(entry);
    }
    kept.offsets[cell + 1] = static_cast<std::uint32_t>(kept.entries.size());
  }
  layer = std::move(kept);
}

std::vector<std::string> ReadFiles(const std::vector<Path>& files, std::uint64_t& checksum) {
  std::vector<std::string> bytes;
  for (const Path& file : files) {
    bytes.push_back(ReadFile(file));
    checksum = Combine(checksum, Checksum(bytes.back()));
  }
  return bytes;
}

}  // namespace

BeliefSource PanopticSource(const Path& sharp, const Path& blurred, DownsampleRule rule) {
  struct Files {
    PanopticFile sharp, blurred;
  };
  const auto files =
      std::make_shared<const Files>(Files{ReadPanopticFile(sharp), ReadPanopticFile(blurred)});
  CheckSamePictures(files->sharp, files->blurred);
  BeliefSource source;
  source.checksum = Combine(files->sharp.checksum, files->blurred.checksum);
  source.notes = {{"source", "panoptic"},
                  {"rule", std::string(RuleName(rule))},
                  {"sharp", sharp.filename().string()},
                  {"sharp checksum", fmt::format("{:016x}", files->sharp.checksum)},
                  {"blurred", blurred.filename().string()},
                  {"blurred checksum", fmt::format("{:016x}", files->blurred.checksum)}};
  for (const PanopticPicture& picture : files->sharp.pictures) source.names.push_back(picture.name);
  source.read = [files, rule](std::size_t i) {
    const PanopticPicture& sharp_picture = files->sharp.pictures[i];
    const PanopticPicture& blurred_picture = files->blurred.pictures[i];
    const auto sharp_png = std::make_shared<const std::string>(ReadFile(sharp_picture.png));
    const auto blurred_png = std::make_shared<const std::string>(ReadFile(blurred_picture.png));
    return PictureInput{Combine(Checksum(*sharp_png), Checksum(*blurred_png)),
                        [=, &sharp_picture, &blurred_picture] {
                          return PictureBeliefs{
                              sharp_picture.name,
                              DecodePanopticLayer(AsBytes(*sharp_png), sharp_picture, rule),
                              DecodePanopticLayer(AsBytes(*blurred_png), blurred_picture, rule)};
                        }};
  };
  return source;
}

BeliefSource BoxSource(const BoxSourceOptions& options) {
  struct Files {
    BoxFile sharp, blurred;
  };
  const BoxFile sharp = ReadBoxFile(options.instances, options.sharp_detections);
  if (!options.blurred_detections) {
    LogWarning("{}: no boxes of the blurred pictures; periphery and fovea will see the same",
               options.instances.string());
  }
  const auto files = std::make_shared<const Files>(Files{
      sharp, options.blurred_detections ? ReadBoxFile(options.instances, options.blurred_detections)
                                        : sharp});
  BeliefSource source;
  source.checksum = Combine(files->sharp.checksum, files->blurred.checksum);
  const Path& shown = options.sharp_detections.value_or(options.instances);
  source.notes = {{"source", "boxes"},
                  {"rule", std::string(RuleName(options.rule))},
                  {"sharp", shown.filename().string()},
                  {"sharp checksum", fmt::format("{:016x}", files->sharp.checksum)},
                  {"blurred", options.blurred_detections.value_or(shown).filename().string()},
                  {"blurred checksum", fmt::format("{:016x}", files->blurred.checksum)}};
  for (const BoxedPicture& picture : files->sharp.pictures) source.names.push_back(picture.name);
  source.read = [files, rule = options.rule](std::size_t i) {
    return PictureInput{0, [files, rule, i] {
                          return PictureBeliefs{files->sharp.pictures[i].name,
                                                BoxLayer(files->sharp.pictures[i].boxes, rule),
                                                BoxLayer(files->blurred.pictures[i].boxes, rule)};
                        }};
  };
  return source;
}

BeliefSource DcbSource(const Path& folder) {
  const auto pictures = std::make_shared<const std::vector<DcbPicture>>(FindDcbPictures(folder));
  BeliefSource source;
  source.notes = {{"source", "DCBs"}, {"folder", folder.filename().string()}};
  for (const DcbPicture& picture : *pictures) source.names.push_back(picture.name);
  source.read = [pictures](std::size_t i) {
    const DcbPicture& picture = (*pictures)[i];
    PictureInput input;
    auto sharp = ReadFiles(picture.sharp, input.checksum);
    auto blurred = ReadFiles(picture.blurred, input.checksum);
    input.decode = [pictures, &picture, sharp = std::move(sharp), blurred = std::move(blurred)] {
      return PictureBeliefs{picture.name, ReadDcbCopies(picture.sharp, sharp),
                            ReadDcbCopies(picture.blurred, blurred)};
    };
    return input;
  };
  return source;
}

BeliefSource WithSaliency(BeliefSource source, const Path& maps, const std::optional<Path>& names) {
  const auto saliency = std::make_shared<const SaliencySource>(SaliencySource::Open(maps, names));
  BeliefSource combined = source;
  combined.notes.emplace_back("saliency", maps.filename().string());
  combined.read = [saliency, inner = std::move(source)](std::size_t i) {
    const std::string& name = inner.names[i];
    const PictureInput input = inner.read(i);
    return PictureInput{Combine(input.checksum, saliency->ChecksumOf(name)),
                        [saliency, name, decode = input.decode] {
                          PictureBeliefs beliefs = decode();
                          const std::vector<float> map = saliency->Load(name);
                          SetSaliency(beliefs.sharp, map);
                          SetSaliency(beliefs.blurred, map);
                          return beliefs;
                        }};
  };
  return combined;
}

BeliefSource ShareOf(BeliefSource source, const Shard& shard, const std::string& call) {
  BeliefSource share = source;
  share.names.clear();
  share.notes.emplace_back(kShareNote, shard.Text());
  share.notes.emplace_back(kShareOfNote, call);
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < source.names.size(); ++i) {
    if (!shard.Has(source.names[i])) continue;
    places.push_back(i);
    share.names.push_back(source.names[i]);
  }
  share.read = [places = std::move(places), inner = std::move(source)](std::size_t i) {
    return inner.read(places[i]);
  };
  return share;
}

BeliefSource ThingsOnly(BeliefSource source) {
  BeliefSource things = source;
  things.notes.emplace_back("stuff", "left out");
  things.read = [inner = std::move(source)](std::size_t i) {
    PictureInput input = inner.read(i);
    input.decode = [decode = std::move(input.decode)] {
      PictureBeliefs beliefs = decode();
      RemoveStuff(beliefs.sharp);
      RemoveStuff(beliefs.blurred);
      return beliefs;
    };
    return input;
  };
  return things;
}

}  // namespace saccade
