#pragma once

namespace saccade {

// To be called first of all. A program may be started without stdin, stdout or stderr; the next file
// it opens then takes that number, and what is printed goes into the file. After this their numbers
// are taken, and writing to what is missing is an error as it was before. A file that grows past
// the limit of its size is an error of that write, too, rather than the end of the process.
void HoldStandardStreams();

}  // namespace saccade
