#pragma once

#include "saccade/base/processor_width.h"

// How a layer reaches what SaccadeWidths.cmake compiled for each width, a constant in the namespace
// of each:
//
//   SACCADE_WIDTH_TABLE(Loops, kLoops, CurrentLoops)
//
// defines `const Loops& CurrentLoops()`, the kLoops of the current width. In namespace saccade.

#ifdef __x86_64__
#define SACCADE_X86_WIDTHS(USE, ...) USE(kAvx2, avx2, __VA_ARGS__) USE(kAvx512, avx512, __VA_ARGS__)
#else
#define SACCADE_X86_WIDTHS(USE, ...)
#endif
#ifdef SACCADE_NATIVE
#define SACCADE_NATIVE_WIDTH(USE, ...) USE(kNative, native, __VA_ARGS__)
#else
#define SACCADE_NATIVE_WIDTH(USE, ...)
#endif
#define SACCADE_FOR_EACH_WIDTH(USE, ...) \
  USE(kBaseline, baseline, __VA_ARGS__)  \
  SACCADE_X86_WIDTHS(USE, __VA_ARGS__) SACCADE_NATIVE_WIDTH(USE, __VA_ARGS__)

#define SACCADE_DECLARE_WIDTH(width, space, Table, kTable) \
  namespace space {                                        \
  extern const Table kTable;                               \
  }
#define SACCADE_WIDTH_CASE(width, space, Table, kTable) \
  case Width::width:                                    \
    return space::kTable;

#define SACCADE_WIDTH_TABLE(Table, kTable, Current)             \
  SACCADE_FOR_EACH_WIDTH(SACCADE_DECLARE_WIDTH, Table, kTable)  \
  const Table& Current() {                                      \
    switch (CurrentWidth()) {                                   \
      SACCADE_FOR_EACH_WIDTH(SACCADE_WIDTH_CASE, Table, kTable) \
      default:                                                  \
        return baseline::kTable;                                \
    }                                                           \
  }
