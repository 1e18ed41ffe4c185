#include "saccade/kernels/loops.h"

#include "saccade/base/width_table.h"

namespace saccade {

SACCADE_WIDTH_TABLE(Loops, kLoops, CurrentLoops)

}  // namespace saccade
