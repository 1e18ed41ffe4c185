#include "saccade/scene/table_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "saccade/base/error.h"

namespace saccade {
namespace {

// "3.0" is 3: a table that went through a spreadsheet.
Identifier NameIn(std::string_view text) {
  if (IsMissing(text)) return {};
  if (text.ends_with(".0")) text.remove_suffix(2);
  return Identifier(ToUtf8(text));
}

}  // namespace

TableRows::TableRows(const std::filesystem::path& path, const TableColumns& columns,
                     const TableLayout& layout, TrialImport& import)
    : columns_(columns),
      layout_(layout),
      import_(import),
      rows_(ByteSource(path), columns.delimiter) {
  for (std::size_t i = 0; i < columns.preamble + (columns.has_header ? 1 : 0); ++i) {
    rows_.Next(fields_);
  }
}

void TableRows::Refuse(Role role, std::string_view expected) const {
  const auto& at = columns_[role];
  throw InputError(rows_.path(), fmt::format("line {}, column {}", rows_.line(), at ? *at + 1 : 0),
                   "{} is \"{}\"; {} is expected; --lenient leaves out such rows", NameOf(role),
                   Field(role), expected);
}

void TableRows::RefuseOrNote(Role role, std::string_view expected) {
  if (!import_.options().lenient) Refuse(role, expected);
  import_.Note(fmt::format("trials whose {} cannot be understood: read without", NameOf(role)));
}

// Nothing when it is missing. A text is an error, or makes the row bad.
std::optional<double> TableRows::Number(Role role) {
  if (!columns_[role]) return std::nullopt;
  const std::string_view text = Field(role);
  if (const auto number = ParseNumber(text, layout_.decimal_comma)) return number;
  if (!IsMissing(text)) {
    if (!import_.options().lenient) Refuse(role, "a number");
    bad_ = true;
  }
  return std::nullopt;
}

// A delimiter inside a name moves all that follows.
bool TableRows::CheckCount() {
  if (fields_.size() <= columns_.count) return true;
  const auto extra = std::span(fields_).subspan(columns_.count);
  if (std::ranges::all_of(extra, [](std::string_view field) { return field.empty(); })) return true;
  if (!import_.options().lenient) {
    throw InputError(rows_.path(), fmt::format("line {}", rows_.line()),
                     "has {} fields and the header {}; put names that hold a delimiter in quotes; "
                     "--lenient leaves out such rows",
                     fields_.size(), columns_.count);
  }
  import_.LeftOut("rows with more fields than the header");
  return false;
}

bool TableRows::IsFixation() {
  if (columns_[Role::kEvent] && !IsFixationEvent(Field(Role::kEvent))) {
    import_.LeftOut("rows that are no fixations");
    return false;
  }
  if (!columns_[Role::kEye]) return true;
  const std::string_view eye = Field(Role::kEye);
  if (eye_.empty() && !IsMissing(eye)) {
    eye_ = eye;
    import_.Understood("eye", eye_ + ", the first one met");
  }
  if (eye == eye_ || IsMissing(eye)) return true;
  import_.LeftOut("rows of the other eye");
  return false;
}

bool TableRows::Next() {
  while (rows_.Next(fields_)) {
    if (CheckCount() && IsFixation() && Read()) return true;
  }
  return false;
}

bool TableRows::Read() {
  bad_ = false;
  const auto x = Number(Role::kX), y = Number(Role::kY);
  const auto index = Number(Role::kIndex), start = Number(Role::kStart);
  duration_ms_ = Duration(start);
  order_ = index ? index : start;
  const char* reason = bad_       ? "rows with words where numbers are expected"
                       : !x || !y ? "rows without coordinates"
                       : columns_[Role::kImage] && IsMissing(Field(Role::kImage))
                           ? "rows that name no picture"
                           : nullptr;
  if (reason != nullptr) {
    import_.LeftOut(reason);
    return false;
  }
  x_ = *x;
  y_ = *y;
  return true;
}

std::optional<double> TableRows::Duration(const std::optional<double>& start) {
  auto duration = Number(Role::kDuration);
  if (!duration && start) {
    const auto end = Number(Role::kEnd);
    if (end) duration = *end - *start;
  }
  if (!duration) return std::nullopt;
  if (*duration < 0) {
    if (!import_.options().lenient) {
      Refuse(columns_[Role::kDuration] ? Role::kDuration : Role::kEnd, "a time from 0 on");
    }
    bad_ = true;
  }
  return *duration * MillisecondsOf(layout_.time);
}

BoxOnScreen TableRows::Basis(const Viewing& viewing) const {
  const FrameSize screen = viewing.screen.size;
  return layout_.in_picture ? viewing.Area() : BoxOnScreen{0, 0, screen.width, screen.height};
}

PointOnScreen TableRows::Place(const Viewing& viewing, double x, double y) const {
  const BoxOnScreen on = Basis(viewing);
  if (layout_.shares) {
    x *= on.width;
    y *= on.height;
  }
  switch (layout_.origin) {
    case Origin::kBottomLeft:
      y = on.height - y;
      break;
    case Origin::kCenter:
      x += on.width / 2;
      y += on.height / 2;
      break;
    case Origin::kCenterUp:
      x += on.width / 2;
      y = on.height / 2 - y;
      break;
    default:
      break;
  }
  return {on.x + x, on.y + y};
}

TrialOnScreen TableRows::Trial(const std::string& picture, const Identifier& subject) {
  TrialOnScreen trial;
  trial.name = columns_[Role::kImage] ? std::string(Field(Role::kImage)) : picture;
  trial.subject = columns_[Role::kSubject] ? NameIn(Field(Role::kSubject)) : subject;
  trial.session = NameIn(Field(Role::kSession));
  if (!IsMissing(Field(Role::kTask))) trial.task = Field(Role::kTask);
  ReadCondition(trial);
  ReadAnswer(trial);
  if (const auto rt = Number(Role::kReaction)) {
    trial.reaction_ms = *rt * MillisecondsOf(layout_.reaction_time);
  }
  trial.split = ToUtf8(Field(Role::kSplit));
  trial.viewing = ReadViewing();
  trial.target = ReadBox(*trial.viewing);
  if (std::exchange(bad_, false)) {
    import_.Note("trials with words where numbers are expected: read without");
  }
  return trial;
}

void TableRows::ReadCondition(TrialOnScreen& trial) {
  const std::string_view text = Field(Role::kCondition);
  if (IsMissing(text) || import_.options().condition) return;
  if (const auto condition = ConditionByName(text)) {
    trial.condition = *condition;
  } else if (const auto present = ParseFlag(text)) {
    trial.condition = *present ? Condition::kPresent : Condition::kAbsent;
  } else {
    RefuseOrNote(Role::kCondition, "present, absent or free (or 1 and 0)");
  }
  if (trial.condition != Condition::kFree && trial.task.empty()) trial.task = kUnnamedTarget;
}

void TableRows::ReadAnswer(TrialOnScreen& trial) {
  const std::string_view text = Field(Role::kCorrect);
  if (columns_.correct_expected) {
    const bool there = *columns_.correct_expected < fields_.size();
    trial.answer_known = !IsMissing(text) && there;
    trial.correct = !trial.answer_known || text == fields_[*columns_.correct_expected];
    return;
  }
  const auto correct = ParseFlag(text);
  if (!correct && !IsMissing(text)) RefuseOrNote(Role::kCorrect, "1 or 0, true or false");
  trial.answer_known = correct.has_value();
  trial.correct = correct.value_or(true);
}

Viewing TableRows::ReadViewing() {
  Viewing viewing{Screen{layout_.screen}};
  const auto size = [&](Role wide, Role high) -> std::optional<FrameSize> {
    const auto width = Number(wide), height = Number(high);
    if (!width || !height) return std::nullopt;
    if (*width >= 1 && *height >= 1) return FrameSize{*width, *height};
    RefuseOrNote(wide, "a size over 0");
    return std::nullopt;
  };
  if (const auto screen = size(Role::kScreenWidth, Role::kScreenHeight)) {
    viewing.screen.size = *screen;
  } else if (!IsMissing(Field(Role::kScreen))) {
    const auto said = ParseSizeText(Field(Role::kScreen));
    if (said) viewing.screen.size = *said;
    if (!said) RefuseOrNote(Role::kScreen, "a size like 1920x1080");
  }
  std::optional<FrameSize> picture = layout_.picture;
  std::optional<PointOnScreen> corner = layout_.corner;
  if (const auto said = size(Role::kImageWidth, Role::kImageHeight)) {
    picture = said;
    const auto x = Number(Role::kImageX), y = Number(Role::kImageY);
    if (x && y) corner = PointOnScreen{*x, *y};
  }
  if (picture) viewing = Centered(viewing.screen, *picture);
  if (picture && corner) {
    viewing.picture->x = corner->x;
    viewing.picture->y = corner->y;
  }
  return viewing;
}

std::optional<BoxOnScreen> TableRows::ReadBox(const Viewing& viewing) {
  auto x = Number(Role::kBoxX), y = Number(Role::kBoxY);
  auto width = Number(Role::kBoxWidth), height = Number(Role::kBoxHeight);
  const auto right = Number(Role::kBoxRight), bottom = Number(Role::kBoxBottom);
  if (!width && x && right) width = *right - *x;
  if (!height && y && bottom) height = *bottom - *y;
  if (const auto box = ParseBox(Field(Role::kBox)); box && !width) {
    x = (*box)[0];
    y = (*box)[1];
    width = (*box)[2];
    height = (*box)[3];
  }
  if (!x || !y || !width || !height) return std::nullopt;
  const PointOnScreen corner = Place(viewing, *x, *y);
  if (layout_.shares) {
    const BoxOnScreen on = Basis(viewing);
    width = *width * on.width;
    height = *height * on.height;
  }
  const double upwards =
      layout_.origin == Origin::kBottomLeft || layout_.origin == Origin::kCenterUp ? *height : 0;
  return BoxOnScreen{corner.x, corner.y - upwards, *width, *height};
}

}  // namespace saccade
