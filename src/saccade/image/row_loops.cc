#include "saccade/image/row_loops.h"

#include "saccade/base/width_table.h"

namespace saccade {

SACCADE_WIDTH_TABLE(RowLoops, kRowLoops, CurrentRowLoops)

}  // namespace saccade
