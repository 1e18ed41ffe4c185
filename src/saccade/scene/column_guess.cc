#include <algorithm>
#include <cctype>
#include <set>

#include "saccade/scene/column_mapping.h"

namespace saccade {
namespace {

using Words = std::vector<std::string>;

// "CURRENT_FIX_X", "fixX [px]" and "Fixation point X" as words: current fix x; fix x px; ...
Words WordsOf(std::string_view column) {
  Words words(1);
  char before = 0;
  for (const char c : column) {
    const auto byte = static_cast<unsigned char>(c);
    const bool letter = std::isalpha(byte) != 0 || byte >= 0x80;
    const bool digit = std::isdigit(byte) != 0;
    const bool breaks = std::isupper(byte) != 0 && std::islower(static_cast<unsigned char>(before));
    if ((!letter && !digit) || breaks) {
      if (!words.back().empty()) words.emplace_back();
    }
    if (letter || digit) words.back() += static_cast<char>(std::tolower(byte));
    before = c;
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

bool Has(const Words& words, const std::set<std::string_view>& any) {
  return std::ranges::any_of(words, [&](const std::string& word) { return any.contains(word); });
}

// One of `any`, and nothing but `beside` with it.
bool IsOnly(const Words& words, const std::set<std::string_view>& any,
            const std::set<std::string_view>& beside) {
  return Has(words, any) && std::ranges::all_of(words, [&](const std::string& word) {
           return any.contains(word) || beside.contains(word);
         });
}

const std::set<std::string_view> kFixation = {
    "fix",      "fixation", "fixations", "current", "gaze",       "pos",   "position",
    "mean",     "avg",      "average",   "coord",   "coordinate", "point", "px",
    "pixel",    "pixels",   "screen",    "eye",     "mapped",     "dacs",  "mcs",
    "centroid", "location", "loc",       "mcspx",   "display"};
const std::set<std::string_view> kTime = {
    "fix", "fixation", "current", "gaze", "event",        "ms", "msec", "s",
    "sec", "secs",     "seconds", "time", "milliseconds", "in", "us",   "timestamp"};
const std::set<std::string_view> kId = {"id",    "number", "num",   "nr",        "no",   "code",
                                        "label", "name",   "index", "recording", "file", "key"};
const std::set<std::string_view> kPicture = {"image", "img", "picture", "im", "pic", "stimulus"};
const std::set<std::string_view> kTarget = {"target", "bbox", "box", "roi", "aoi", "tgt"};

bool IsCoordinate(const Words& words, std::string_view axis) {
  const std::string fpog = "fpog" + std::string(axis);
  const std::string joined[] = {"fix" + std::string(axis), std::string(axis) + "pos",
                                "pos" + std::string(axis), "gaze" + std::string(axis),
                                std::string(axis) + "fix", fpog};
  if (words.size() == 1 && std::ranges::find(joined, words[0]) != std::end(joined)) return true;
  return IsOnly(words, {axis}, kFixation);
}

bool IsSide(const Words& words, const std::set<std::string_view>& of,
            const std::set<std::string_view>& side) {
  std::set<std::string_view> beside = {"px",         "pixel",     "pixels", "size",
                                       "resolution", "recording", "pos",    "position",
                                       "presented",  "media",     "left",   "top"};
  beside.insert(of.begin(), of.end());
  return Has(words, of) && IsOnly(words, side, beside);
}

bool Says(Role role, const Words& words) {
  static const std::set<std::string_view> kScreen = {"screen", "display", "resolution", "monitor"};
  static const std::set<std::string_view> kWidth = {"w", "width"}, kHeight = {"h", "height"};
  switch (role) {
    case Role::kX:
      return IsCoordinate(words, "x");
    case Role::kY:
      return IsCoordinate(words, "y");
    case Role::kDuration:
      return IsOnly(words, {"duration", "dur", "durations", "fpogd", "fixdur", "fixduration"},
                    kTime);
    case Role::kStart:
      return IsOnly(words, {"start", "onset", "begin", "tstart", "fpogs", "starttime"}, kTime);
    case Role::kEnd:
      return IsOnly(words, {"end", "offset", "stop", "tend", "endtime"}, kTime);
    case Role::kIndex:
      return Has(words, {"fix", "fixation", "fixations", "current"}) &&
             IsOnly(words, {"index", "number", "nr", "num", "no", "id", "order", "n", "idx", "seq"},
                    {"fix", "fixation", "fixations", "current", "in", "trial"});
    case Role::kEvent:
      return IsOnly(words, {"event", "type", "category"}, {"eye", "movement", "gaze"}) &&
             (Has(words, {"event"}) || Has(words, {"movement"}));
    case Role::kSubject:
      // EyeLink calls its recordings sessions; each is of one person.
      if (words == Words{"recording", "session", "label"}) return true;
      return IsOnly(
          words,
          {"subject", "subjects", "participant", "subj", "sub", "observer", "person", "subjectnum",
           "subjectid", "subjid", "participantid", "ppt", "pp", "vp", "proband", "viewer", "user"},
          kId);
    case Role::kSession:
      return IsOnly(words, {"session", "ses", "repetition", "rep", "block", "run"}, kId);
    case Role::kTrial:
      return IsOnly(words, {"trial", "trialid", "trialnum", "trialnr", "trialindex"}, kId);
    case Role::kImage:
      return IsOnly(words,
                    {"image", "img", "picture", "stimulus", "stim", "photo", "scene", "filename",
                     "media", "searcharray", "imagename", "imagefile", "stimfile", "imgname"},
                    {"name", "file", "id", "presented", "path", "search", "display", "label"});
    case Role::kTask:
      return IsOnly(
          words,
          {"task", "target", "category", "catcue", "searchtarget", "targetcategory", "targetname"},
          {"name", "cue", "object", "category", "label", "search", "class", "word"});
    case Role::kCondition:
      return IsOnly(words, {"condition", "cond", "present", "presence", "targetpresent"},
                    {"target", "trial", "name", "search", "type"});
    case Role::kCorrect:
      return IsOnly(words, {"correct", "accuracy", "acc", "hit", "iscorrect"},
                    {"is", "response", "answer", "trial"});
    case Role::kReaction:
      return IsOnly(words, {"rt", "reaction", "latency"},
                    {"time", "ms", "response", "s", "trial"}) ||
             (Has(words, {"response"}) && IsOnly(words, {"time"}, {"response", "ms", "s"}));
    case Role::kSplit:
      return words == Words{"split"};
    case Role::kBoxX:
      return IsSide(words, kTarget, {"x", "left"});
    case Role::kBoxY:
      return IsSide(words, kTarget, {"y", "top"});
    case Role::kBoxWidth:
      return IsSide(words, kTarget, kWidth);
    case Role::kBoxHeight:
      return IsSide(words, kTarget, kHeight);
    case Role::kImageX:
      return IsSide(words, kPicture, {"x", "left"});
    case Role::kImageY:
      return IsSide(words, kPicture, {"y", "top"});
    case Role::kImageWidth:
      return IsSide(words, kPicture, kWidth);
    case Role::kImageHeight:
      return IsSide(words, kPicture, kHeight);
    case Role::kScreenWidth:
      return IsSide(words, kScreen, kWidth);
    case Role::kScreenHeight:
      return IsSide(words, kScreen, kHeight);
  }
  return false;
}

// Words that tell the fixation's own numbers from others: CURRENT_FIX_X rather than GAZE_X.
int Fitness(const Words& words) {
  int fitness = -static_cast<int>(words.size());
  if (Has(words, {"fix", "fixation", "current", "fixx", "fixy"})) fitness += 4;
  if (Has(words, {"mapped"})) fitness += 2;  // onto the picture
  if (Has(words, {"name", "file", "filename", "label"})) fitness += 2;
  return fitness;
}

}  // namespace

std::map<Role, std::size_t> GuessRoles(std::span<const std::string> header) {
  std::vector<Words> words;
  for (const std::string& column : header) words.push_back(WordsOf(column));
  std::map<Role, std::size_t> found;
  std::set<std::size_t> taken;
  for (std::size_t r = 0; r < kRoles; ++r) {
    const auto role = static_cast<Role>(r);
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < header.size(); ++i) {
      if (taken.contains(i) || !Says(role, words[i])) continue;
      if (!best || Fitness(words[i]) > Fitness(words[*best])) best = i;
    }
    if (!best) continue;
    found[role] = *best;
    taken.insert(*best);
  }
  return found;
}

std::optional<TimeUnit> UnitInName(std::string_view column) {
  const Words words = WordsOf(column);
  if (Has(words, {"ms", "msec", "milliseconds"})) return TimeUnit::kMilliseconds;
  if (Has(words, {"s", "sec", "secs", "seconds"})) return TimeUnit::kSeconds;
  if (Has(words, {"us", "microseconds"})) return TimeUnit::kMicroseconds;
  return std::nullopt;
}

}  // namespace saccade
