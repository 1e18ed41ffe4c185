#include "saccade/scene/trial_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "saccade/scene/trial_file.h"

namespace saccade {
namespace {

// Written by hand: files of 1 GB come through here, and a JSON library spends more on a trial than
// reading it costs.

void AppendText(std::string_view text, std::string& out) {
  const bool plain = std::ranges::all_of(
      text, [](unsigned char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; });
  if (plain) {
    out += '"';
    out += text;
    out += '"';
  } else {
    out += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
}

// The shortest text that reads back as the number. What has three decimals at most, as trackers
// give them, is its thousandths divided: no other decimal of so few digits is the same number.
void AppendShortest(double value, std::string& out) {
  const double thousandths = std::nearbyint(value * 1000);
  if (!(std::abs(thousandths) < 1e12) || thousandths / 1000 != value || std::signbit(value)) {
    fmt::format_to(std::back_inserter(out), "{}", value);
    return;
  }
  auto number = static_cast<std::uint64_t>(thousandths);
  std::array<char, 24> text;
  char* at = text.data() + text.size();
  int decimals = 3;
  for (; decimals > 0 && number % 10 == 0; --decimals) number /= 10;
  const bool has_point = decimals > 0;
  for (; decimals > 0; --decimals, number /= 10) *--at = static_cast<char>('0' + number % 10);
  if (has_point) *--at = '.';
  do {
    *--at = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  out.append(at, text.data() + text.size());
}

// Durations, reaction times and boxes are whole numbers in the published files; they stay so.
void AppendWholeIfPossible(double value, std::string& out) {
  constexpr double kExact = 9007199254740992;  // 2^53
  if (std::abs(value) < kExact && value == std::trunc(value)) {
    const fmt::format_int text(static_cast<std::int64_t>(value));
    out.append(text.data(), text.size());
  } else {
    AppendShortest(value, out);
  }
}

void AppendCoordinate(double value, std::string& out) {
  AppendShortest(value, out);
  if (value == std::trunc(value) && std::abs(value) < 1e15) out += ".0";
}

void AppendName(const char* key, const Identifier& name, std::string& out) {
  if (!name.known()) return;
  out += key;
  if (name.number()) {
    out += name.text();
  } else {
    AppendText(name.text(), out);
  }
}

template <typename... Values>
void AppendNumbers(const char* key, std::string& out, Values... values) {
  out += key;
  char before = '[';
  for (const double value : {values...}) {
    out += before;
    AppendWholeIfPossible(value, out);
    before = ',';
  }
  out += ']';
}

template <Frame F, typename Append>
void AppendList(const char* key, const Scanpath<F>& scanpath, const Append& append,
                std::string& out) {
  out += key;
  for (std::size_t i = 0; i < scanpath.size(); ++i) {
    if (i > 0) out += ',';
    append(scanpath[i], out);
  }
  out += ']';
}

void AppendViewing(const Viewing& viewing, std::string& out) {
  const Screen& screen = viewing.screen;
  AppendNumbers(",\"screen\":", out, screen.size.width, screen.size.height);
  if (screen.millimetres) {
    AppendNumbers(",\"screen_mm\":", out, screen.millimetres->width, screen.millimetres->height);
  }
  if (screen.distance_mm) {
    out += ",\"distance_mm\":";
    AppendWholeIfPossible(*screen.distance_mm, out);
  }
  if (const auto& p = viewing.picture) {
    AppendNumbers(",\"picture\":", out, p->x, p->y, p->width, p->height);
  }
}

template <Frame F>
void AppendTrial(const Trial<F>& trial, std::string& out) {
  out += "{\"name\":";
  AppendText(trial.name, out);
  AppendName(",\"subject\":", trial.subject, out);
  AppendName(",\"session\":", trial.session, out);
  if (!trial.task.empty()) {
    out += ",\"task\":";
    AppendText(trial.task, out);
  }
  out += ",\"condition\":";
  AppendText(NameOf(trial.condition), out);
  if (const auto& b = trial.target) {
    AppendNumbers(",\"bbox\":", out, b->x, b->y, b->width, b->height);
  }
  AppendList<F>(
      ",\"X\":[", trial.scanpath,
      [](const auto& f, std::string& text) { AppendCoordinate(f.point.x, text); }, out);
  AppendList<F>(
      ",\"Y\":[", trial.scanpath,
      [](const auto& f, std::string& text) { AppendCoordinate(f.point.y, text); }, out);
  // Files at 512x320 and 1680x1050 always had T, of zeros where nothing was measured.
  if (!trial.viewing || HasDurations(trial.scanpath)) {
    AppendList<F>(
        ",\"T\":[", trial.scanpath,
        [](const auto& f, std::string& text) { AppendWholeIfPossible(f.duration_ms, text); }, out);
  }
  fmt::format_to(std::back_inserter(out), ",\"length\":{}", trial.scanpath.size());
  if (trial.answer_known) out += trial.correct ? ",\"correct\":1" : ",\"correct\":0";
  if (trial.reaction_ms) {
    out += ",\"RT\":";
    AppendWholeIfPossible(*trial.reaction_ms, out);
  }
  if (trial.fixated_target) {
    out += *trial.fixated_target ? ",\"fixOnTarget\":true" : ",\"fixOnTarget\":false";
  }
  if (!trial.split.empty()) {
    out += ",\"split\":";
    AppendText(trial.split, out);
  }
  if constexpr (F == Frame::kScreen) AppendViewing(*trial.viewing, out);
  out += '}';
}

template <Frame F>
void Write(const std::filesystem::path& path, std::span<const Trial<F>> trials) {
  TrialWriter writer(path);
  for (const Trial<F>& trial : trials) writer.Add(trial);
  writer.Commit();
}

std::filesystem::path WithItsFolder(const std::filesystem::path& path) {
  std::error_code error;  // AtomicFile says what is wrong
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), error);
  return path;
}

}  // namespace

TrialWriter::TrialWriter(const std::filesystem::path& path) : file_(WithItsFolder(path)) {}

template <Frame F>
std::string TrialText(const Trial<F>& trial) {
  std::string text;
  AppendTrial(trial, text);
  return text;
}
template std::string TrialText(const TrialInImage&);
template std::string TrialText(const TrialInDisplay&);
template std::string TrialText(const TrialOnScreen&);

template <Frame F>
void TrialWriter::Add(const Trial<F>& trial) {
  AddText(TrialText(trial));
}
template void TrialWriter::Add(const TrialInImage&);
template void TrialWriter::Add(const TrialInDisplay&);
template void TrialWriter::Add(const TrialOnScreen&);

void TrialWriter::AddText(std::string_view trial) {
  constexpr std::size_t kWritten = std::size_t{1} << 20;
  text_ += count_ == 0 ? "[\n" : ",\n";
  text_ += trial;
  ++count_;
  if (text_.size() < kWritten) return;
  file_.Write(text_);
  text_.clear();
}

void TrialWriter::Commit() {
  text_ += count_ == 0 ? "[\n]\n" : "\n]\n";
  file_.Write(text_);
  file_.Commit();
}

void WriteTrials(const std::filesystem::path& path, std::span<const TrialInImage> trials) {
  Write(path, trials);
}

void WriteTrials(const std::filesystem::path& path, std::span<const TrialInDisplay> trials) {
  Write(path, trials);
}

void WriteTrials(const std::filesystem::path& path, std::span<const TrialOnScreen> trials) {
  Write(path, trials);
}

}  // namespace saccade
