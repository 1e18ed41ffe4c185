# One static library per folder of src/saccade, with its tests and benchmarks beside the sources.
#
#   saccade_layer(scene USES base PRIVATE simdjson::simdjson)
#
# builds saccade_scene from *.cc, scene_test from *_test.cc and scene_bench from *_bench.cc. USES
# names layers above this one: what is not listed here cannot be included. EXCLUDE is a regular
# expression of sources to leave out.

set(SACCADE_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wimplicit-fallthrough
    -Werror)

# Where the shared data set lies, for the tests that use it; they skip when it is absent.
set(SACCADE_SHARED_DATA "${CMAKE_SOURCE_DIR}/../shared/data" CACHE PATH "Data for the golden tests")

function(saccade_target_options target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_include_directories(${target} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  target_compile_options(${target} PRIVATE ${SACCADE_WARNINGS})
  # No contraction: golden values and "same bytes" must not depend on where the compiler fuses.
  target_compile_options(${target} PRIVATE -ffp-contract=off)
  if(SACCADE_NATIVE)
    target_compile_options(${target} PRIVATE -march=native)
  endif()
endfunction()

function(saccade_layer name)
  cmake_parse_arguments(LAYER "" "EXCLUDE" "USES;PUBLIC;PRIVATE" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cc)
  if(LAYER_EXCLUDE)
    list(FILTER sources EXCLUDE REGEX "${LAYER_EXCLUDE}")
  endif()
  set(tests ${sources})
  set(benches ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  list(FILTER benches INCLUDE REGEX "_bench\\.cc$")
  list(FILTER sources EXCLUDE REGEX "_(test|bench)\\.cc$")

  add_library(saccade_${name} STATIC ${sources})
  saccade_target_options(saccade_${name})
  list(TRANSFORM LAYER_USES PREPEND saccade_)
  target_link_libraries(saccade_${name} PUBLIC ${LAYER_USES} ${LAYER_PUBLIC}
                        PRIVATE ${LAYER_PRIVATE})
  if(SACCADE_TESTS AND tests)
    add_executable(${name}_test ${tests})
    saccade_target_options(${name}_test)
    target_link_libraries(${name}_test PRIVATE saccade_${name} saccade_testing ${LAYER_PRIVATE}
                          GTest::gtest_main GTest::gmock)
    saccade_add_tests(${name}_test ${tests})
  endif()
  if(SACCADE_BENCH AND benches)
    add_executable(${name}_bench ${benches})
    saccade_target_options(${name}_bench)
    target_link_libraries(${name}_bench PRIVATE saccade_${name} saccade_testing ${LAYER_PRIVATE}
                          benchmark::benchmark_main)
  endif()
endfunction()

# One CTest entry per TEST, read from the sources: the usual discovery runs each program with a time
# limit to list its tests, and a cold libtorch on a busy machine takes longer to load than that.
function(saccade_add_tests target)
  include(GoogleTest)
  gtest_add_tests(TARGET ${target} SOURCES ${ARGN} TEST_LIST names)
  set_tests_properties(${names} PROPERTIES TIMEOUT 300
                       SKIP_REGULAR_EXPRESSION "\\[  SKIPPED \\]")
endfunction()
