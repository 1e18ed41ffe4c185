#include <algorithm>
#include <set>

#include "saccade/scene/column_mapping.h"
#include "saccade/scene/column_words.h"

namespace saccade {
namespace {

const WordList kFixation = {"fix",
                            "fixation",
                            "fixations",
                            "current",
                            "gaze",
                            "pos",
                            "position",
                            "mean",
                            "avg",
                            "average",
                            "coord",
                            "coordinate",
                            "coords",
                            "coordinates",
                            "point",
                            "px",
                            "pixel",
                            "pixels",
                            "screen",
                            "eye",
                            "mapped",
                            "dacs",
                            "dacspx",
                            "mcs",
                            "mcspx",
                            "adcspx",
                            "adcs",
                            "centroid",
                            "center",
                            "centre",
                            "location",
                            "loc",
                            "display",
                            "norm",
                            "normalized",
                            "presented",
                            "media",
                            "fixated",
                            "koordinate",
                            "blick",
                            "fixationsposition",
                            "regard",
                            "mirada",
                            "fijacion",
                            "posicion",
                            "coordenada",
                            "posizione"};
const WordList kTime = {"fix",   "fixation", "current", "gaze",         "event",     "ms",
                        "msec",  "s",        "sec",     "secs",         "seconds",   "time",
                        "in",    "us",       "ns",      "milliseconds", "timestamp", "of",
                        "trial", "millis",   "zeit",    "fixations"};
const WordList kId = {"id",   "number", "num",       "nr",   "no",  "code",   "label",
                      "name", "index",  "recording", "file", "key", "nummer", "numero"};
const WordList kPicture = {"image", "img",   "picture", "im",    "pic", "stimulus",
                           "stim",  "media", "photo",   "scene", "bild"};
const WordList kTarget = {"target", "bbox", "box", "roi", "aoi", "tgt", "targ", "ziel"};

// "fixx", "xpos", "gazex": two words without a sign between them.
bool IsJoinedCoordinate(const std::string& word, char axis) {
  static const WordList kWith = {"fix",   "fixation",   "pos",  "position", "gaze",
                                 "coord", "coordinate", "fpog", "mean",     "avg",
                                 "pixel", "px",         "loc",  "location", "screen",
                                 "eye",   "centroid",   "cur",  "point",    "koordinate"};
  if (word.size() < 3 || (word.front() != axis && word.back() != axis)) return false;
  const std::string_view text = word;
  const auto is = [&](std::string_view rest) { return HasAny({std::string(rest)}, kWith); };
  return (word.back() == axis && is(text.substr(0, text.size() - 1))) ||
         (word.front() == axis && is(text.substr(1)));
}

bool IsCoordinate(const Words& words, char axis) {
  const std::string_view name = axis == 'x' ? "x" : "y";
  if (IsOnly(words, {name}, kFixation)) return true;
  const auto joined = [&](const std::string& word) { return IsJoinedCoordinate(word, axis); };
  return std::ranges::any_of(words, joined) &&
         std::ranges::all_of(words, [&](const std::string& word) {
           return joined(word) || HasAny({word}, kFixation);
         });
}

// A side of what `of` names.
bool IsSide(const Words& words, WordList of, WordList side) {
  static const WordList kBeside = {
      "px",        "pixel", "pixels", "size",   "resolution", "recording", "pos",    "position",
      "presented", "left",  "top",    "dacspx", "adcspx",     "coord",     "corner", "min"};
  return HasAny(words, of) && HasAny(words, side) &&
         std::ranges::all_of(words, [&](const std::string& word) {
           return HasAny({word}, side) || HasAny({word}, of) || HasAny({word}, kBeside);
         });
}

bool SaysSearch(Role role, const Words& words);
bool SaysPlace(Role role, const Words& words);

bool Says(Role role, const Words& words) {
  switch (role) {
    case Role::kX:
      return IsCoordinate(words, 'x');
    case Role::kY:
      return IsCoordinate(words, 'y');
    case Role::kDuration:
      return IsOnly(
          words,
          {"duration", "dur", "durations", "fpogd", "fixdur", "fixduration", "fixationduration",
           "dauer", "fixationsdauer", "duree", "duracion", "durata", "duracao", "duur"},
          kTime);
    case Role::kStart:
      return IsOnly(words,
                    {"start", "onset", "begin", "tstart", "fpogs", "starttime", "fixstart",
                     "startzeit", "beginn", "anfang", "debut", "inicio", "inizio"},
                    kTime);
    case Role::kEnd:
      return IsOnly(
          words,
          {"end", "offset", "stop", "tend", "endtime", "fixend", "ende", "endzeit", "fin", "fine"},
          kTime);
    case Role::kIndex:
      return IsOnly(words,
                    {"fpogid", "fixid", "fixnum", "fixnr", "fixno", "fixindex", "fixationid",
                     "fixationindex", "fixationsnummer"},
                    {}) ||
             words == Words{"fixation"} || words == Words{"fix"} ||
             (HasAny(words, {"fix", "fixation", "fixations", "current"}) &&
              IsOnly(words,
                     {"index", "number", "nr", "num", "no", "id", "order", "n", "idx", "seq"},
                     {"fix", "fixation", "fixations", "current", "in", "trial"}));
    case Role::kEvent:
      return IsOnly(words, {"event", "type", "category"}, {"eye", "movement", "gaze"}) &&
             HasAny(words, {"event", "movement"});
    case Role::kEye:
      return words == Words{"eye"} ||
             (HasAny(words, {"eye"}) &&
              IsOnly(words, {"used", "reported", "recorded", "tracked", "side"},
                     {"eye", "l", "r"}));
    default:
      return SaysSearch(role, words) || SaysPlace(role, words);
  }
}

// Who searched where for what, and how it went.
bool SaysSearch(Role role, const Words& words) {
  switch (role) {
    case Role::kSubject:
      // EyeLink calls its recordings sessions; each is of one person.
      if (words == Words{"recording", "session", "label"}) return true;
      return IsOnly(words,
                    {"subject",   "subjects",      "participant",  "subj",         "sub",
                     "observer",  "person",        "subjectnum",   "subjectid",    "subjid",
                     "subid",     "participantid", "ppt",          "pp",           "vp",
                     "vpn",       "vpnr",          "proband",      "viewer",       "user",
                     "obs",       "sid",           "pid",          "ppn",          "versuchsperson",
                     "probandin", "testperson",    "sujet",        "sujeto",       "soggetto",
                     "sujeito",   "participante",  "proefpersoon", "partecipante", "respondent"},
                    kId);
    case Role::kSession:
      return IsOnly(words, {"session", "ses", "repetition", "rep", "block", "run"}, kId);
    case Role::kTrial:
      return IsOnly(
          words,
          {"trial", "trialid", "trialnum", "trialnr", "trialindex", "trialno", "trialnumber",
           "durchgang", "versuch", "essai", "ensayo", "prova", "tentativa"},
          kId);
    case Role::kImage:
      return IsOnly(
          words, {"image",       "img",      "picture",    "stimulus",     "stim",      "photo",
                  "scene",       "filename", "media",      "searcharray",  "imagename", "imagefile",
                  "imageid",     "imgid",    "stimfile",   "stimulusname", "stimid",    "imgname",
                  "picturename", "pic",      "bild",       "bildname",     "bilddatei", "imagen",
                  "immagine",    "imagem",   "afbeelding", "szene"},
          {"name", "file", "id", "presented", "path", "search", "display", "label", "nr", "number",
           "no", "num", "filename", "current"});
    case Role::kTask:
      return IsOnly(
          words,
          {"task", "target", "category", "catcue", "searchtarget", "targetcategory", "targetname",
           "targetobject", "ziel", "zielobjekt", "suchziel", "zielname", "cible", "objetivo",
           "bersaglio", "alvo", "doel"},
          {"name", "cue", "object", "category", "label", "search", "class", "word", "searched"});
    case Role::kCondition:
      return IsOnly(words,
                    {"condition", "cond", "present", "presence", "targetpresent", "targetpresence",
                     "trialtype", "bedingung", "anwesend", "absent", "presente"},
                    {"target", "targ", "trial", "name", "search", "type", "is", "or", "ziel"});
    case Role::kCorrect:
      return IsOnly(words,
                    {"correct", "accuracy", "acc", "hit", "iscorrect", "corr", "korrekt", "richtig",
                     "correcto", "corretto"},
                    {"is", "response", "answer", "trial", "resp"});
    case Role::kReaction:
      return IsOnly(words, {"rt", "reaction", "latency", "reactiontime", "reaktionszeit"},
                    {"time", "ms", "response", "s", "trial", "sec"}) ||
             (HasAny(words, {"response", "search"}) &&
              IsOnly(words, {"time"}, {"response", "search", "ms", "s", "sec"}));
    case Role::kSplit:
      return words == Words{"split"};
    default:
      return false;
  }
}

// Of the target, the picture and the screen.
bool SaysPlace(Role role, const Words& words) {
  static const WordList kScreen = {"screen", "display", "resolution", "monitor"};
  static const WordList kWidth = {"w", "width", "breite"};
  static const WordList kHeight = {"h", "height", "hoehe", "hohe"};
  switch (role) {
    case Role::kBoxX:
      return IsSide(words, kTarget, {"x", "left", "x1", "x0", "xmin"});
    case Role::kBoxY:
      return IsSide(words, kTarget, {"y", "top", "y1", "y0", "ymin"});
    case Role::kBoxWidth:
      return IsSide(words, kTarget, kWidth);
    case Role::kBoxHeight:
      return IsSide(words, kTarget, kHeight);
    case Role::kBoxRight:
      return IsSide(words, kTarget, {"right", "x2", "xmax"});
    case Role::kBoxBottom:
      return IsSide(words, kTarget, {"bottom", "y2", "ymax"});
    case Role::kBox:
      return IsOnly(words, {"bbox", "box", "boundingbox"}, {"target", "bounding", "object"});
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
    case Role::kScreen:
      return IsOnly(words, {"screen", "resolution"},
                    {"screen", "display", "recording", "size", "monitor", "px"});
    default:
      return false;
  }
}

// Words that tell the fixation's own numbers from others: CURRENT_FIX_X rather than GAZE_X.
int Fitness(const Words& words) {
  int fitness = -static_cast<int>(words.size());
  if (HasAny(words, {"fix", "fixation", "current", "fixx", "fixy"})) fitness += 4;
  if (HasAny(words, {"mapped"})) fitness += 2;  // onto the picture
  if (HasAny(words, {"name", "file", "filename", "label"})) fitness += 2;
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
  if (HasAny(words, {"ms", "msec", "milliseconds", "millis"})) return TimeUnit::kMilliseconds;
  if (HasAny(words, {"s", "sec", "secs", "seconds"})) return TimeUnit::kSeconds;
  if (HasAny(words, {"us", "microseconds"})) return TimeUnit::kMicroseconds;
  if (HasAny(words, {"ns", "nanoseconds"})) return TimeUnit::kNanoseconds;
  return std::nullopt;
}

}  // namespace saccade
