#pragma once

namespace saccade {

// For work that has state to save. After this, SIGINT, SIGTERM and SIGHUP only set a flag; a second
// one ends the process at once. Long loops ask InterruptRequested(), save what is finished and
// throw Interrupted.
void CatchInterrupts();
bool InterruptRequested();  // also of who watches this thread's work (watch.h)

// Throws Interrupted when it was asked for: for work that has nothing to save.
void StopIfAsked();

// For all other work. After this, SIGINT, SIGTERM and SIGHUP remove the files named below, write
// one line and end the process at once with exit code 130.
void StopOnInterrupts();

// A file under a temporary name, to be removed if the process is stopped; the text must live until
// KeepOnInterrupt is called with the same pointer. AtomicFile does this.
void RemoveOnInterrupt(const char* path);
void KeepOnInterrupt(const char* path);

}  // namespace saccade
