#include "saccade/base/log.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <memory>

#include "saccade/base/log_capture.h"
#include "saccade/base/printable.h"
#include "saccade/base/terminal.h"

namespace saccade {
namespace {

spdlog::logger& Logger() {
  static const std::shared_ptr<spdlog::logger> logger = [] {
    auto created = spdlog::stderr_color_mt("saccade");
    created->set_pattern("%^%v%$");
    if (!MayBeStyled(STDERR_FILENO)) {
      auto& sink = dynamic_cast<spdlog::sinks::stderr_color_sink_mt&>(*created->sinks().front());
      sink.set_color_mode(spdlog::color_mode::never);
    }
    created->flush_on(spdlog::level::info);
    created->set_error_handler([](const std::string&) {});  // a stderr that is gone is no error
    return created;
  }();
  return *logger;
}

}  // namespace

void SetQuiet(bool quiet) { Logger().set_level(quiet ? spdlog::level::warn : spdlog::level::info); }

bool IsQuiet() { return Logger().level() > spdlog::level::info; }

void LogLine(LogLevel level, std::string_view line) {
  const std::string shown = Printable(line);  // names of files may hold anything
  if (const LogCapture::Take* take = LogCapture::Current()) return (*take)(level, shown);
  if (level == LogLevel::kInfo && IsQuiet()) return;
  const AboveStatus above;
  if (level == LogLevel::kWarning) {
    Logger().warn("warning: {}", shown);
  } else {
    Logger().info("{}", shown);
  }
}

}  // namespace saccade
