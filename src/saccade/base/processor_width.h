#pragma once

#include <string_view>
#include <vector>

namespace saccade {

// The instructions that inner loops may use. The program itself is compiled for the least of them;
// loops that gain by more are compiled for each (cmake/SaccadeWidths.cmake), and one of those is
// chosen once, when the program runs. Results at one width are the same bits on every machine as
// far as they are ours; between widths last digits may differ, as kBaseline cannot fuse a
// multiplication with the addition that follows.
enum class Width {
  kBaseline,  // "v2": x86-64-v2, every PC processor since 2009; "plain" where there is no x86
  kAvx2,      // "avx2": AVX2 and FMA
  kAvx512,    // "avx512": AVX-512 F, BW, DQ and VL
  kNative,    // "native": all of the machine that compiled; in builds with SACCADE_NATIVE only
};

// The widths that this program holds and this machine can run, the preferred one last.
std::vector<Width> MachineWidths();
std::string_view WidthName(Width width);

// What is used: the environment's SACCADE_WIDTH (a name), or the preferred one. Throws InputError
// when the name is none, or this machine or program lacks it.
Width CurrentWidth();

// For tests: uses another of MachineWidths(). Not while loops run; what was prepared for them
// before (CellWeights) is void.
void UseWidth(Width width);

}  // namespace saccade
