#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "saccade/perception/onnx_session.h"
#include "saccade/perception/parser.h"
#include "saccade/perception/stuff_labels.h"
#include "saccade/perception/yolo_segments.h"

namespace saccade {

// What an ONNX model does, told by the shapes of its outputs.
enum class OnnxKind {
  kInstances,  // YOLO-seg: 1 x 116 x places and 1 x 32 x height x width
  kSemantic,   // 1 x classes x height x width
};

// Throws InputError, with the shapes, for any other model.
OnnxKind KindOf(const OnnxSession& session);

struct OnnxParserOptions {
  // Longer edge of the input of instance segmenters that take any size; rounded up to 32.
  int input_size = 640;
  YoloOptions instances;
  // The area is in pixels of the parsed picture; 1024 suits 512x320, the image frame.
  MergeOptions merge{.overlap = 0.5f, .stuff_area = 1024, .confidence = 0.f};
};

// Things from an instance segmenter, stuff from a semantic model, merged by the panoptic rule.
// Either may be absent: without stuff a picture is parsed to things only.
class OnnxParser : public Parser {
 public:
  OnnxParser(std::optional<OnnxSession> instances, std::optional<OnnxSession> semantic,
             const OnnxParserOptions& options = {});

  SceneParse Parse(const Picture& picture) const override;
  std::string Description() const override;

 private:
  std::vector<SceneInstance> FindInstances(const Picture& picture) const;
  std::vector<std::uint8_t> FindStuff(const Picture& picture) const;

  std::optional<OnnxSession> instances_;
  std::optional<OnnxSession> semantic_;
  StuffModel stuff_;
  OnnxParserOptions options_;
};

}  // namespace saccade
