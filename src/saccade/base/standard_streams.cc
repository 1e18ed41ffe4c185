#include "saccade/base/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>

namespace saccade {

void HoldStandardStreams() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    if (::fcntl(stream, F_GETFD) >= 0) continue;
    // Opened the wrong way round: reading from stdin, writing to the others stay errors. The lowest
    // free number is this one, as those before it are taken.
    if (::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
  }
}

}  // namespace saccade
