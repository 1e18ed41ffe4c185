#include "saccade/scene/trial_file_options.h"

#include "saccade/base/options.h"

namespace saccade {

OptionList OptionsOf(TrialFileOptions& o, const std::string& frame) {
  OptionList list;
  list.Add("lenient", o.lenient, "Skip bad trials and count them by reason")
      .Add(frame, ChoiceOf(o.frame, {"display", "image"}),
           "Frame of the coordinates in the file: 512x320 or 1680x1050 (default: found from them)")
      .Omit(2)  // other screens and trials without scanpaths: who reads knows
      .Add("allow-repeats", o.allow_repeats, "Let (task, name, subject) occur more than once")
      .Add("scale-boxes", o.scale_boxes,
           "Repair a file whose boxes were left at 1680x1050 beside 512x320 fixations");
  return list;
}

}  // namespace saccade
