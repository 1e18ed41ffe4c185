// Boxes for beliefs: COCO's instances, or a detector's results for two pictures.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "json_mutator.h"
#include "saccade/base/error.h"
#include "saccade/beliefs/boxes.h"
#include "scratch_folder.h"

namespace {

constexpr const char* kPictures =
    R"({"images": [{"id": 1, "file_name": "a.jpg", "width": 640, "height": 480},
                   {"id": 2, "file_name": "b.jpg", "width": 480, "height": 640}],
        "categories": [{"id": 47, "name": "cup"}, {"id": 51, "name": "bowl"}], "annotations": []})";

void Read(const std::filesystem::path& instances,
          const std::optional<std::filesystem::path>& detections) {
  try {
    for (const auto& picture : saccade::ReadBoxFile(instances, detections).pictures) {
      const auto layer = saccade::BoxLayer(picture.boxes, saccade::DownsampleRule::kArea);
      for (const auto& entry : layer.entries) {
        if (!(entry.value >= 0 && entry.value <= 1)) __builtin_trap();
      }
    }
  } catch (const saccade::InputError&) {
    // Refusing an input is what a reader is for.
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ScratchFolder folder;
  static const std::filesystem::path pictures = folder.Write("pictures.json", kPictures);
  const auto file = folder.Write("b.json", {reinterpret_cast<const char*>(data), size});
  Read(file, std::nullopt);
  Read(pictures, file);
  return 0;
}
