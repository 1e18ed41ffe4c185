#pragma once

#include <string_view>

namespace saccade {

// The line of exit code 1 when there is no memory left, not even for a line.
inline constexpr const char* kOutOfMemory =
    "saccade: out of memory; use a machine with more, or fewer --threads\n";

// For work that has state to save. After this, SIGINT, SIGTERM and SIGHUP only set a flag; a second
// one ends the process at once. Long loops ask InterruptRequested(), save what is finished and
// throw Interrupted.
void CatchInterrupts();
bool InterruptRequested();  // also of who watches this thread's work (watch.h)

// Throws Interrupted when it was asked for: for work that has nothing to save.
void StopIfAsked();

// For all other work, and for a program from its first step on. After this, SIGINT, SIGTERM and
// SIGHUP remove what is named below, write one line and end the process at once with exit code 130.
void StopOnInterrupts();

// Writes the line of an error that ends the process, as it is: once. Threads that fail together, or
// what fails on the way out, say no more.
void TellEnd(std::string_view line);

// For all. After this, an exception that nothing can catch ends the process with exit code 1, one
// line and without what is named below, instead of SIGABRT. Destructors of JSON values take memory:
// where there is none left, this is where they end.
void StopOnTerminate();

// A file or folder under a temporary name, to be removed if the process is stopped; the text must
// live until KeepOnInterrupt is called with the same pointer. AtomicFile and AtomicFolder do this.
void RemoveOnInterrupt(const char* path);
void KeepOnInterrupt(const char* path);

}  // namespace saccade
