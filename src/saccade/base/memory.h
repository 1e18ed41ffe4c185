#pragma once

namespace saccade {

// Memory of this process that is in RAM, in MiB; 0 where the system does not say.
double ResidentMemoryMb();

// The most it has been since the start or the last ResetPeakMemory().
double PeakMemoryMb();

// Gives freed memory back to the system and starts the peak anew, so that what follows can be
// measured by itself. Where the system refuses, the peak stays that of the whole process.
void ResetPeakMemory();

}  // namespace saccade
