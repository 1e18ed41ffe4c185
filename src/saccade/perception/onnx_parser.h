#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "saccade/perception/onnx_session.h"
#include "saccade/perception/parser.h"
#include "saccade/perception/stuff_labels.h"
#include "saccade/perception/yolo_segments.h"

namespace saccade {

// What an ONNX model does, told by the shapes of its outputs.
enum class OnnxKind {
  kInstances,  // YOLO-seg: 1 x 116 x places and 1 x 32 x height x width
  kBoxes,      // YOLO: 1 x 84 x places
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

// Any number of models of each kind.
struct OnnxModels {
  std::vector<OnnxSession> instances;
  std::vector<OnnxSession> boxes;
  std::vector<OnnxSession> semantic;
};

// Things from detectors, stuff from semantic models, merged by the panoptic rule, which also
// settles what several of them saw in one place. Instance segmenters find things themselves where
// there is no detector of boxes; beside one they lend its objects their outlines. A pixel's stuff
// is that of the first semantic model that names one. What is absent is not seen: without semantic
// models a picture is parsed to things only.
class OnnxParser : public Parser {
 public:
  OnnxParser(OnnxModels models, const OnnxParserOptions& options = {});

  SceneParse Parse(const Picture& picture) const override;
  std::string Description() const override;

 private:
  std::vector<SceneInstance> FindThings(const Picture& picture) const;
  std::vector<std::uint8_t> FindStuff(const Picture& picture) const;

  OnnxModels models_;
  std::vector<StuffModel> stuff_;  // of models_.semantic
  OnnxParserOptions options_;
};

}  // namespace saccade
