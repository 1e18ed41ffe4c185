#include "saccade/app/import_words.h"

#include <fmt/format.h>

#include "saccade/base/error.h"
#include "saccade/base/options.h"

namespace saccade::app {
namespace {

FrameSize SizeOf(const char* option, const std::string& text) {
  const auto size = ParseSize(text);
  if (!size) {
    throw InputError(
        fmt::format("{}: \"{}\" is no size; 1920x1080, say, is expected", option, text));
  }
  return *size;
}

OptionText WordOf(std::string& place) {
  return {[&place] { return place; }, [&place](const std::string& text) { place = text; }};
}

}  // namespace

OptionList OptionsOf(ImportWords& o) {
  OptionList list;
  list.Add("columns", WordOf(o.columns),
           "What the columns of a table say: x=FixX,y=FixY,duration=Dur,subject=..., a mapping "
           "file, or a mapping that comes with the program",
           "MAP")
      .Add("time", ChoiceOf(o.time, {"ms", "s", "us", "ns"}),
           "Unit of durations (default: found, and said)")
      .Add("origin", ChoiceOf(o.origin, {"top-left", "bottom-left", "center", "center-up"}),
           "Where (0, 0) is: center-up is the centre with y upwards")
      .Add("coordinates", ChoiceOf(o.coordinates, {"screen", "picture"}),
           "What x and y count from: the screen's corner or the picture's")
      .Add("screen", WordOf(o.screen), "Its pixels, where the files do not say them", "WxH")
      .Add("screen-mm", WordOf(o.screen_mm), "Its visible area in millimetres", "WxH")
      .Add("distance-mm", o.distance_mm, {10, 100000}, "From the eye to the screen")
      .Add("picture", WordOf(o.picture),
           "Where pictures stand on the screen: centered, WxH (in the middle) or WxH+X+Y", "PLACE")
      .Add("task", WordOf(o.task), "What was searched, in trials that do not say it", "NAME")
      .Add("condition", ChoiceOf(o.condition, {"present", "absent", "free"}),
           "Whether the target was there, whatever the files say")
      .Add("lenient", o.lenient, "Leave out bad rows and trials and count them by reason");
  return list;
}

ImportOptions ImportOptionsOf(const ImportWords& words) {
  ImportOptions options;
  ColumnMapping& mapping = options.columns;
  if (!words.columns.empty()) mapping = MappingFor(words.columns);
  if (!words.time.empty()) mapping.time = TimeUnitByName(words.time);
  if (!words.origin.empty()) mapping.origin = OriginByName(words.origin);
  if (!words.coordinates.empty()) mapping.in_picture = words.coordinates == "picture";
  if (!words.screen.empty()) mapping.screen = SizeOf("--screen", words.screen);
  if (!words.picture.empty()) SetPicture(words.picture, mapping);
  if (!words.screen_mm.empty()) options.screen_mm = SizeOf("--screen-mm", words.screen_mm);
  options.distance_mm = words.distance_mm;
  options.task = words.task;
  if (!words.condition.empty()) options.condition = ConditionByName(words.condition);
  options.lenient = words.lenient;
  return options;
}

}  // namespace saccade::app
