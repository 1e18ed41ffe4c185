#include "saccade/testing/run_program.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <thread>

namespace saccade::testing {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int number, const char* what) : number_(number) {
    if (number < 0) throw std::runtime_error(std::string(what) + ": " + std::strerror(errno));
  }
  ~Descriptor() { close(number_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int operator*() const { return number_; }

 private:
  int number_;
};

// A file in memory instead of a pipe: nothing to drain while the program runs.
int MemoryFile() { return memfd_create("output", MFD_CLOEXEC); }

int OpenStdout(const RunOptions& options) {
  if (!options.stdout_file.empty()) {
    return open(options.stdout_file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  }
  if (options.close_stdout_reader) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    close(ends[0]);
    return ends[1];
  }
  return MemoryFile();
}

std::string ReadBack(int descriptor) {
  std::string text;
  char buffer[4096];
  if (lseek(descriptor, 0, SEEK_SET) != 0) return text;
  for (ssize_t n; (n = read(descriptor, buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(n));
  }
  return text;
}

int Wait(pid_t child, const RunOptions& options) {
  int status = 0;
  const auto& is_due = options.kill_when ? options.kill_when : options.interrupt_when;
  if (is_due) {
    while (!is_due()) {
      if (waitpid(child, &status, WNOHANG) == child) return status;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    kill(child, options.kill_when ? SIGKILL : SIGINT);
  }
  waitpid(child, &status, 0);
  return status;
}

}  // namespace

RunResult RunProgram(const std::filesystem::path& program,
                     const std::vector<std::string>& arguments, const RunOptions& options) {
  const std::string name = program.string();
  std::vector<char*> argv{const_cast<char*>(name.c_str())};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const Descriptor in(open("/dev/null", O_RDONLY | O_CLOEXEC), "/dev/null");
  const Descriptor out(OpenStdout(options), "stdout of the program");
  const Descriptor err(MemoryFile(), "stderr of the program");

  const pid_t child = fork();
  if (child < 0) throw std::runtime_error(std::string("fork: ") + std::strerror(errno));
  if (child == 0) {
    dup2(*in, STDIN_FILENO);
    dup2(*out, STDOUT_FILENO);
    dup2(*err, STDERR_FILENO);
    if (!options.folder.empty() && chdir(options.folder.c_str()) != 0) _exit(127);
    execvp(argv[0], argv.data());
    _exit(127);
  }

  const int status = Wait(child, options);
  RunResult result;
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  const bool kept = options.stdout_file.empty() && !options.close_stdout_reader;
  if (kept) result.out = ReadBack(*out);
  result.err = ReadBack(*err);
  return result;
}

}  // namespace saccade::testing
