# Inner loops that gain by wider instructions than the program may assume.
#
#   saccade_widths(kernels loops.cc loops/table.cc -ffp-contract=fast)
#
# compiles loops/table.cc once for each width of base/processor_width.h, with the options behind it,
# and adds the objects to saccade_kernels; loops.cc chooses (base/width_table.h). SACCADE_WIDTH is the namespace that all of it must stand in: the linker keeps one
# copy of an inline function for the whole program, and if that came from here a lesser machine
# would stop at it. A test looks at the symbols.
set(SACCADE_CHECK_WIDTH_SYMBOLS ${CMAKE_CURRENT_LIST_DIR}/CheckWidthSymbols.cmake)

function(saccade_widths layer chooser source)
  set(widths baseline)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    list(APPEND widths avx2 avx512)
    set(baseline_options -march=x86-64-v2)
    set(avx2_options ${baseline_options} -mavx2 -mfma)
    set(avx512_options ${avx2_options} -mavx512f -mavx512bw -mavx512dq -mavx512vl
        -mprefer-vector-width=512)
  endif()
  if(SACCADE_NATIVE)
    list(APPEND widths native)
    set(native_options -march=native)
    set_property(SOURCE ${chooser} APPEND PROPERTY COMPILE_DEFINITIONS SACCADE_NATIVE)
  endif()
  foreach(width ${widths})
    set(target saccade_${layer}_${width})
    add_library(${target} OBJECT ${source})
    saccade_target_options(${target})
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON
                          CXX_VISIBILITY_PRESET hidden)
    target_compile_definitions(${target} PRIVATE SACCADE_WIDTH=${width})
    target_compile_options(${target} PRIVATE ${${width}_options} ${ARGN})
    target_sources(saccade_${layer} PRIVATE $<TARGET_OBJECTS:${target}>)
    if(SACCADE_TESTS)
      add_test(NAME ${layer}_${width}_symbols
               COMMAND ${CMAKE_COMMAND} -DNM=${CMAKE_NM} -DWIDTH=${width}
                       -DOBJECT=$<TARGET_OBJECTS:${target}> -P ${SACCADE_CHECK_WIDTH_SYMBOLS})
    endif()
  endforeach()
endfunction()
