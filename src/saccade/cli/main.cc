#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <new>
#include <string_view>
#include <system_error>

#include "saccade/base/error.h"
#include "saccade/base/interrupt.h"
#include "saccade/base/log.h"
#include "saccade/base/parallel.h"
#include "saccade/base/printable.h"
#include "saccade/base/processor_width.h"
#include "saccade/base/standard_streams.h"
#include "saccade/base/terminal.h"
#include "saccade/cli/command.h"
#include "saccade/cli/command_tree.h"
#include "saccade/cli/output_check.h"
#include "saccade/cli/parse_error.h"

namespace saccade::cli {
namespace {

// 0 done; 1 failed; 2 the input or the call is wrong; 130 interrupted, state saved.
constexpr int kFailed = 1;
constexpr int kWrongInput = 2;
constexpr int kInterrupted = 130;

// Their long loops ask InterruptRequested() and save or clean up before they stop. The others are
// just stopped.
constexpr std::string_view kCommandsThatAsk[] = {"train", "experiment", "synthesize"};

bool AsksForInterrupts(CLI::App& app) {
  return std::ranges::any_of(ChosenCommands(app), [](const CLI::App* command) {
    return std::ranges::find(kCommandsThatAsk, command->get_name()) != std::end(kCommandsThatAsk);
  });
}

// A stderr that cannot be written must not hide the exit code.
int Fail(int code, std::string_view message) {
  EraseStatus();
  TellEnd("saccade: " + Printable(message) + "\n");
  return code;
}

bool ReaderIsGone() {
  pollfd out{STDOUT_FILENO, 0, 0};
  return poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

// The exit code once everything is printed. A disk may be full; a reader that left (`| head`) is no
// error: the program then ends by SIGPIPE as every other does, but only after its files are
// written.
// `earlier_error`: errno of a write that failed before, if known.
int FinishStdout(int earlier_error = 0) {
  errno = 0;
  const bool flushed = std::fflush(stdout) == 0;
  if (flushed && std::ferror(stdout) == 0) return 0;
  const int error = errno != 0 ? errno : earlier_error;
  if (ReaderIsGone()) {
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
  }
  return Fail(kFailed, fmt::format("stdout: cannot be written ({})",
                                   error != 0 ? std::strerror(error) : "an earlier write failed"));
}

// What libraries write behind the first line is of no use to the user.
std::string_view FirstLine(std::string_view text) { return text.substr(0, text.find('\n')); }

// What a name can be wrong in; the rest (no descriptors, a bad disk) is the machine's.
bool IsOfTheCall(const std::error_code& code) {
  constexpr std::errc kOfTheCall[] = {std::errc::no_such_file_or_directory,
                                      std::errc::permission_denied,
                                      std::errc::not_a_directory,
                                      std::errc::is_a_directory,
                                      std::errc::too_many_symbolic_link_levels,
                                      std::errc::filename_too_long,
                                      std::errc::file_exists};
  return std::ranges::any_of(kOfTheCall, [&](std::errc value) { return code == value; });
}

// The exit code of `work`, whatever it throws.
template <typename Work>
int ExitCodeOf(const Work& work) {
  try {
    CurrentWidth();  // refuses a wrong SACCADE_WIDTH before anything is done
    return work();
  } catch (const InputError& error) {
    return Fail(kWrongInput, error.what());
  } catch (const Interrupted& error) {
    return Fail(kInterrupted, error.what());
  } catch (const Failure& error) {
    return Fail(kFailed, error.what());
  } catch (const std::bad_alloc&) {
    // Nothing here may need memory.
    TellEnd(kOutOfMemory);
    return kFailed;
  } catch (const std::logic_error& error) {
    return Fail(kFailed,
                fmt::format("a bug in saccade: {}; please report it", FirstLine(error.what())));
  } catch (const std::filesystem::filesystem_error& error) {
    return Fail(IsOfTheCall(error.code()) ? kWrongInput : kFailed,
                fmt::format("{}: cannot be used ({}); check the path", error.path1().string(),
                            error.code().message()));
  } catch (const std::system_error& error) {
    // fmt throws when stdout refuses.
    if (std::ferror(stdout) != 0) return FinishStdout(error.code().value());
    return Fail(kFailed, FirstLine(error.what()));
  } catch (const std::exception& error) {
    return Fail(kFailed, FirstLine(error.what()));
  }
}

int ParseAndRun(int argc, char** argv) {
  CLI::App app;
  Invocation invocation;
  AddCommands(app, invocation);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    std::fputs(app.help().c_str(), stdout);
    return FinishStdout();
  } catch (const CLI::CallForVersion& version) {
    fmt::print("{}\n", version.what());
    return FinishStdout();
  } catch (const CLI::ParseError& error) {
    return Fail(kWrongInput, ParseErrorLine(app, error));
  }
  SetThreads(invocation.threads);
  SetQuiet(invocation.quiet);
  if (AsksForInterrupts(app)) CatchInterrupts();
  CheckOutputs(app);
  invocation.run();
  return FinishStdout();
}

int Main(int argc, char** argv) {
  StopOnInterrupts();
  StopOnTerminate();
  HoldStandardStreams();
  // Results in a file or pipe are written in one go at the end, where a full disk is reported with
  // its reason.
  if (::isatty(STDOUT_FILENO) != 1) std::setvbuf(stdout, nullptr, _IOFBF, 1 << 20);
  return ExitCodeOf([&] { return ParseAndRun(argc, argv); });
}

}  // namespace
}  // namespace saccade::cli

int main(int argc, char** argv) { return saccade::cli::Main(argc, argv); }
