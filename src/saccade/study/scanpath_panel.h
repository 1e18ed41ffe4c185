#pragma once

#include <optional>
#include <string>
#include <vector>

#include "saccade/image/picture.h"
#include "saccade/scene/trial.h"
#include "saccade/study/graphic.h"

namespace saccade {

// Scanpaths in the frame of their picture, for figures: numbered discs joined by lines, each
// scanpath in its colour and with its own shape of line.
struct PanelScanpath {
  ScanpathInImage scanpath;
  Color color{};
  bool dashed = false;
};
struct ScanpathPanel {
  std::string heading{};
  std::vector<PanelScanpath> scanpaths{};
  BoxInImage target{};
  std::optional<Picture> picture{};  // 512x320; empty: an empty frame
  double scale = .6;                 // pixels of the page for one of the image frame
};

Graphic ScanpathPanelGraphic(const ScanpathPanel& panel);

}  // namespace saccade
