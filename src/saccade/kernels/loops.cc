#include "saccade/kernels/loops.h"

#include "saccade/base/processor_width.h"

namespace saccade {

// Of loops/table.cc.
namespace baseline {
extern const Loops kLoops;
}
namespace avx2 {
extern const Loops kLoops;
}
namespace avx512 {
extern const Loops kLoops;
}
namespace native {
extern const Loops kLoops;
}

const Loops& CurrentLoops() {
  switch (CurrentWidth()) {
#ifdef __x86_64__
    case Width::kAvx2:
      return avx2::kLoops;
    case Width::kAvx512:
      return avx512::kLoops;
#endif
#ifdef SACCADE_NATIVE
    case Width::kNative:
      return native::kLoops;
#endif
    default:
      return baseline::kLoops;
  }
}

}  // namespace saccade
