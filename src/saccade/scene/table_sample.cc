#include "saccade/scene/table_sample.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "saccade/base/error.h"
#include "saccade/formats/delimited.h"

namespace saccade {
namespace {

constexpr std::size_t kHeadBytes = std::size_t{1} << 20;
constexpr std::size_t kMostRows = 20'000;
constexpr std::size_t kMostValues = 50;

// Monitors that laboratories have, from small to large.
constexpr std::array<FrameSize, 17> kMonitors = {{{640, 480},
                                                  {800, 600},
                                                  {1024, 768},
                                                  {1280, 720},
                                                  {1280, 800},
                                                  {1280, 960},
                                                  {1366, 768},
                                                  {1280, 1024},
                                                  {1440, 900},
                                                  {1600, 900},
                                                  {1600, 1200},
                                                  {1680, 1050},
                                                  {1920, 1080},
                                                  {1920, 1200},
                                                  {2560, 1440},
                                                  {2560, 1600},
                                                  {3840, 2160}}};

double Share(const std::vector<double>& values, const auto& what) {
  if (values.empty()) return 0;
  return static_cast<double>(std::ranges::count_if(values, what)) /
         static_cast<double>(values.size());
}

double Quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  const auto at =
      static_cast<std::ptrdiff_t>(std::ceil(share * static_cast<double>(values.size() - 1)));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

std::string Text(const FrameSize& size) { return fmt::format("{}x{}", size.width, size.height); }

// A fixation lasts some 200 ms.
TimeUnit LikelyUnit(double median) {
  if (median < 10) return TimeUnit::kSeconds;
  if (median > 2e7) return TimeUnit::kNanoseconds;
  return median > 20'000 ? TimeUnit::kMicroseconds : TimeUnit::kMilliseconds;
}

// Titles and comments have other numbers of fields than what follows; a header is the first line
// with as many as most, or one fewer, where R has written rows' names.
void FindHeader(TableSample& sample) {
  std::map<std::size_t, std::size_t> rows_of_size;
  for (const auto& row : sample.rows) ++rows_of_size[row.size()];
  const std::size_t usual = std::ranges::max_element(rows_of_size, {}, [](const auto& entry) {
                              return entry.second;
                            })->first;
  const auto is_text = [](const std::string& field) { return !ParseNumber(field, true); };
  const auto header = std::ranges::find_if(sample.rows, [&](const std::vector<std::string>& row) {
    const bool is_r = row.size() + 1 == usual && usual > 2 && std::ranges::all_of(row, is_text);
    return row.size() == usual || is_r;
  });
  sample.preamble = static_cast<std::size_t>(header - sample.rows.begin());
  sample.rows.erase(sample.rows.begin(), header);
  sample.header = sample.rows.front();
  if (sample.header.size() < usual) {
    // Unless it is the last one that has none: a delimiter at the end of each row.
    const bool at_end = std::ranges::all_of(
        std::span(sample.rows).subspan(1),
        [&](const auto& row) { return row.size() < usual || row.back().empty(); });
    sample.header.insert(at_end ? sample.header.end() : sample.header.begin(), "");
  }
  std::string& first = sample.header.front();  // NumPy writes "# x,y"
  if (first.starts_with('#')) first.erase(0, first.find_first_not_of("# "));
}

}  // namespace

std::set<std::string> TableSample::Values(std::size_t column) const {
  std::set<std::string> values;
  for (const auto& row : std::span(rows).subspan(1)) {
    if (column < row.size() && !IsMissing(row[column])) values.insert(row[column]);
    if (values.size() == kMostValues) break;
  }
  return values;
}

TableSample SampleTable(const std::filesystem::path& path) {
  TableSample sample;
  sample.path = path;
  std::string head = ReadHead(path, kHeadBytes);
  const bool whole = head.size() < kHeadBytes;
  if (whole && !head.ends_with('\n')) head += '\n';
  if (head.find('\0') != head.npos) {
    throw InputError(path, "", "holds bytes that no text has; a table of fixations is expected");
  }
  sample.delimiter = GuessDelimiter(head);
  if (sample.delimiter == 0) {
    throw InputError(path, "",
                     "is no table: its lines do not have the same number of fields, over one, "
                     "between tabs, commas or semicolons");
  }
  if (!whole) head.resize(head.rfind('\n') + 1);
  DelimitedReader reader(ByteSource(std::move(head), path), sample.delimiter);
  std::vector<std::string_view> fields;
  try {
    while (sample.rows.size() < kMostRows && reader.Next(fields)) {
      std::vector<std::string> row;
      for (const std::string_view field : fields) row.push_back(ToUtf8(field));
      sample.rows.push_back(std::move(row));
    }
  } catch (const InputError&) {
    if (whole) throw;  // else the head ends inside a quote
  }
  if (sample.rows.empty()) throw InputError(path, "", "is empty; a table of fixations is expected");
  FindHeader(sample);
  return sample;
}

void TableNumbers::Add(const TableSample& sample, const TableColumns& columns) {
  const auto value = [&](const std::vector<std::string>& row,
                         const std::optional<std::size_t>& at) -> std::optional<double> {
    if (!at || *at >= row.size()) return std::nullopt;
    const auto number = ParseNumber(row[*at], true);
    commas_ = commas_ || (number && row[*at].find(',') != std::string::npos);
    return number;
  };
  in_media_ = in_media_ || columns.in_media;
  upwards_ = upwards_ || columns.upwards;
  std::optional<double> before;
  for (std::size_t i = columns.has_header ? 1 : 0; i < sample.rows.size(); ++i) {
    const std::vector<std::string>& row = sample.rows[i];
    if (const auto& event = columns[Role::kEvent]) {
      if (*event >= row.size() || !IsFixationEvent(row[*event])) continue;
    }
    const auto x = value(row, columns[Role::kX]), y = value(row, columns[Role::kY]);
    if (!x || !y) continue;
    x_.push_back(*x);
    y_.push_back(*y);
    const auto start = value(row, columns[Role::kStart]), end = value(row, columns[Role::kEnd]);
    auto duration = value(row, columns[Role::kDuration]);
    if (!duration && start && end) duration = *end - *start;
    if (duration && *duration > 0) durations_.push_back(*duration);
    if (start && before && *start > *before) steps_.push_back(*start - *before);
    before = start;
    if (const auto rt = value(row, columns[Role::kReaction])) reactions_.push_back(*rt);
  }
  for (const Role role : {Role::kDuration, Role::kStart}) {
    if (time_column_.empty() && columns.has_header && columns[role]) {
      time_column_ = sample.header[*columns[role]];
    }
  }
  screens_ = screens_ || columns[Role::kScreen] ||
             (columns[Role::kScreenWidth] && columns[Role::kScreenHeight]);
  pictures_ = pictures_ || (columns[Role::kImageWidth] && columns[Role::kImageHeight]);
}

void TableNumbers::Decide(const ColumnMapping& mapping, const std::filesystem::path& path,
                          TableLayout& layout, TrialImport& import) const {
  if (x_.empty()) {
    throw InputError(path, "",
                     "has no row with numbers for x and y in its first {}; check --columns",
                     kMostRows);
  }
  layout.decimal_comma = commas_;
  if (commas_) import.Understood("numbers", "with decimal commas");
  DecideTime(mapping, layout, import);
  CheckSteps(path);
  CheckOrigin(mapping, path);
  layout.origin = mapping.origin.value_or(upwards_ ? Origin::kBottomLeft : Origin::kTopLeft);
  DecidePlace(mapping, path, layout, import);
}

void TableNumbers::DecideTime(const ColumnMapping& mapping, TableLayout& layout,
                              TrialImport& import) const {
  if (durations_.empty()) {
    import.Understood("durations", "none");
  } else {
    const double median = Quantile(durations_, .5);
    const auto said = UnitInName(time_column_);
    layout.time = mapping.time ? *mapping.time : said ? *said : LikelyUnit(median);
    import.Understood(
        "durations",
        fmt::format("in {} ({}): half are over {:.0f} ms", NameOf(layout.time),
                    mapping.time ? "given"
                    : said       ? fmt::format("column {}", time_column_)
                                 : std::string("guessed from their size; --time says otherwise"),
                    median * MillisecondsOf(layout.time)));
  }
  if (!reactions_.empty()) {
    const double median = Quantile(reactions_, .5);
    layout.reaction_time = median < 60        ? TimeUnit::kSeconds
                           : median > 300'000 ? TimeUnit::kMicroseconds
                                              : TimeUnit::kMilliseconds;
    import.Understood("reaction times",
                      fmt::format("in {} (guessed from their size)", NameOf(layout.reaction_time)));
  }
}

void TableNumbers::CheckSteps(const std::filesystem::path& path) const {
  constexpr std::size_t kFewest = 100;
  if (!durations_.empty() || steps_.size() < kFewest) return;
  // Samples follow each other within 40 ms, fixations do not; in seconds, ms or us.
  const double step = Quantile(steps_, .5);
  const double ms = step < 2 ? 1000 * step : step < 2000 ? step : step / 1000;
  if (ms >= 40) return;
  throw InputError(path, "",
                   "has a row every {:.3g} ms and no durations: these are samples; fixations are "
                   "expected, one a row (a tracker's software finds them)",
                   ms);
}

void TableNumbers::CheckOrigin(const ColumnMapping& mapping,
                               const std::filesystem::path& path) const {
  const auto negative = [](double v) { return v < 0; };
  if (mapping.origin || std::max(Share(x_, negative), Share(y_, negative)) < .2) return;
  throw InputError(
      path, "",
      "{:.0f}% of x and {:.0f}% of y are negative; say where (0, 0) is: --origin center "
      "(y down), center-up (y up), bottom-left or top-left",
      100 * Share(x_, negative), 100 * Share(y_, negative));
}

FrameSize TableNumbers::DecideScreen(const ColumnMapping& mapping,
                                     const std::filesystem::path& path, const TableLayout& layout,
                                     TrialImport& import) const {
  if (mapping.screen) {
    import.Understood("screen", fmt::format("{} ({})", Text(*mapping.screen),
                                            mapping.name.empty() || mapping.name == "given"
                                                ? "given"
                                                : "given, or mapping " + mapping.name));
    return *mapping.screen;
  }
  if (screens_) {
    import.Understood("screen", "each row says its own");
    return kMonitors.back();
  }
  if (layout.in_picture && mapping.picture) return *mapping.picture;
  if (layout.shares) {
    throw InputError(path, "",
                     "x and y are from 0 to 1: shares of a screen; say which: --screen 1920x1080");
  }
  if (mapping.origin == Origin::kCenter || mapping.origin == Origin::kCenterUp) {
    throw InputError(path, "", "counts from the screen's centre; say its size: --screen 1920x1080");
  }
  const double right = Quantile(x_, .995), bottom = Quantile(y_, .995);
  for (const FrameSize& monitor : kMonitors) {
    if (right > monitor.width || bottom > monitor.height) continue;
    import.Understood(
        "screen", fmt::format("{} (GUESSED: the smallest usual one that holds points up to {:.0f}, "
                              "{:.0f}; --screen WxH says otherwise)",
                              Text(monitor), right, bottom));
    return monitor;
  }
  throw InputError(path, "",
                   "has points up to ({:.0f}, {:.0f}), beyond every usual screen; say which: "
                   "--screen WxH",
                   right, bottom);
}

void TableNumbers::DecidePlace(const ColumnMapping& mapping, const std::filesystem::path& path,
                               TableLayout& layout, TrialImport& import) const {
  layout.in_picture = mapping.in_picture.value_or(in_media_);
  if (in_media_ && !mapping.in_picture) {
    import.Understood("points", "from the picture's corner (MCS, by the columns' names)");
  }
  layout.picture = mapping.picture;
  layout.corner = mapping.corner;
  const auto share = [](double v) { return v >= 0 && v <= 1; };
  layout.shares = Share(x_, share) > .98 && Share(y_, share) > .98 && x_.size() > 3;
  layout.screen = DecideScreen(mapping, path, layout, import);
  if (layout.shares) {
    import.Understood("points", fmt::format("from 0 to 1: shares of the {}",
                                            layout.in_picture ? "picture" : "screen"));
  } else if (mapping.origin || upwards_) {
    import.Understood("points", fmt::format("pixels from {}", NameOf(layout.origin)));
  }
  if (mapping.picture) {
    import.Understood(
        "picture",
        fmt::format("{}, {}", Text(*mapping.picture),
                    mapping.corner ? fmt::format("at {}, {}", mapping.corner->x, mapping.corner->y)
                                   : "in the middle of the screen"));
  } else if (pictures_) {
    import.Understood(
        "picture",
        fmt::format("each row says its size; in the middle of the screen{}",
                    mapping.centered ? "" : " (guessed, where no column says its corner)"));
  } else if (layout.in_picture) {
    throw InputError(
        path, "",
        "coordinates count from the picture's corner; say its size, --picture 1024x768, "
        "or that they do not: --coordinates screen");
  } else {
    import.Understood("picture", "fills the screen, or its place is not known (--picture says it)");
  }
  const FrameSize on = layout.in_picture && mapping.picture ? *mapping.picture : layout.screen;
  if (layout.shares || screens_ || layout.origin != Origin::kTopLeft) return;
  const double off = std::max(Share(x_, [&](double v) { return v > on.width; }),
                              Share(y_, [&](double v) { return v > on.height; }));
  if (off > .5) {
    throw InputError(path, "", "{:.0f}% of the points lie beyond {}; check --screen{}", 100 * off,
                     Text(on), layout.in_picture ? " and --picture" : "");
  }
}

}  // namespace saccade
