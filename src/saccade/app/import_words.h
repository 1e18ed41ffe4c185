#pragma once

#include <optional>
#include <string>

#include "saccade/base/options_fwd.h"
#include "saccade/scene/trial_import.h"

namespace saccade::app {

// What a user says about foreign files in words; empty: to be found.
struct ImportWords {
  std::string columns{};  // "x=FixX,y=FixY", a mapping file, or a mapping that comes with saccade
  std::string time{};     // "ms", "s", "us"
  std::string origin{};   // "top-left", "bottom-left", "center", "center-up"
  std::string coordinates{};  // "screen", "picture"
  std::string screen{};       // "1920x1080"
  std::string screen_mm{};    // the same in millimetres
  std::optional<double> distance_mm{};
  std::string picture{};  // "centered", "1024x768" or "1024x768+128+96"
  std::string task{};
  std::string condition{};  // "present", "absent", "free"
  bool lenient = false;
};

OptionList OptionsOf(ImportWords& words);

// Throws InputError for a size or a mapping that is none, with the option's name.
ImportOptions ImportOptionsOf(const ImportWords& words);

}  // namespace saccade::app
