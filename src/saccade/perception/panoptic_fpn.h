#pragma once

#include <filesystem>
#include <memory>

#include "saccade/formats/named_tensors.h"
#include "saccade/perception/parser.h"
#include "saccade/perception/proposals.h"

namespace saccade {

// As published (COCO-PanopticSegmentation/panoptic_fpn_R_50_3x). `short_edge` 0 leaves the picture
// at its own size.
struct PanopticFpnOptions {
  int short_edge = 800;  // pixels of the network's input
  int long_edge = 1333;  // at most
  RpnOptions rpn;
  DetectionOptions detection;
  MergeOptions merge;
  int threads = 0;  // of one Parse(); 0: Threads()

  // The same network at another input size, the longer edge in proportion. Throws InputError
  // outside 32..1600.
  static PanopticFpnOptions WithInputSize(int short_edge);
};

// The paper's scene parser: Panoptic-FPN with a ResNet-50 backbone, inference only.
class PanopticFpn : public Parser {
 public:
  // Parameters by Detectron2's names. Absent names and wrong shapes are an InputError, extra names
  // are listed on stderr and ignored. `file` names the source in messages.
  PanopticFpn(const NamedTensors& weights, const std::filesystem::path& file,
              const PanopticFpnOptions& options = {});
  ~PanopticFpn() override;

  SceneParse Parse(const Picture& picture) const override;
  std::string Description() const override;

  struct Network;
  const Network& network() const { return *network_; }

 private:
  std::unique_ptr<Network> network_;
  std::filesystem::path file_;
};

// Detectron2's checkpoint ("model_final_c10459.pkl") or the same names in another format of
// parameter_file.h. Throws InputError.
std::unique_ptr<PanopticFpn> LoadPanopticFpn(const std::filesystem::path& file,
                                             const PanopticFpnOptions& options = {});

}  // namespace saccade
