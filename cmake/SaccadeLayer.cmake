# One static library per folder of src/saccade, with its tests and benchmarks beside the sources.
#
#   saccade_layer(scene USES base PRIVATE simdjson::simdjson)
#
# builds saccade_scene from *.cc, scene_test from *_test.cc and scene_bench from *_bench.cc. USES
# names the layers above this one that it includes: the build fails when another is included, or
# when one named here is not (CheckIncludes.cmake). TEST_USES: more of them, for tests alone.
# OPTIONAL_USES: more of them, that this build may be without; those say OPTIONAL, and are not
# installed. LIGHT: reads, draws or
# prints rather than computes, and is compiled with -O2, in four fifths of the time.

# In a project that builds saccade along, its compiler may warn of more than ours.
set(SACCADE_WARNINGS "")
if(PROJECT_IS_TOP_LEVEL)
  set(SACCADE_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wimplicit-fallthrough
      -Werror)
endif()

# Where the shared data set lies, for the tests that use it; they skip when it is absent.
set(SACCADE_SHARED_DATA "${PROJECT_SOURCE_DIR}/../shared/data" CACHE PATH "Data for the golden tests")
set(SACCADE_CHECK_INCLUDES ${CMAKE_CURRENT_LIST_DIR}/CheckIncludes.cmake)

function(saccade_target_options target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${saccade_SOURCE_DIR}/src>
                             $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_options(${target} PRIVATE ${SACCADE_WARNINGS})
  # No contraction: golden values and "same bytes" must not depend on where the compiler fuses.
  target_compile_options(${target} PRIVATE -ffp-contract=off)
  if(SACCADE_NATIVE)
    target_compile_options(${target} PRIVATE -march=native)
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    target_compile_options(${target} PRIVATE -march=x86-64-v2)
  endif()
endfunction()

function(saccade_light_options target level)
  # With less than -O3 g++ 12 sees uninitialised values in variants that are moved.
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:${level};-Wno-maybe-uninitialized>)
endfunction()

# Runs CheckIncludes.cmake whenever a source of this folder changed, before `target` is built.
function(saccade_check_includes target name uses test_uses)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cc
       ${CMAKE_CURRENT_SOURCE_DIR}/*.h)
  list(JOIN uses " " uses)
  list(JOIN test_uses " " test_uses)
  set(stamp ${CMAKE_CURRENT_BINARY_DIR}/includes.checked)
  add_custom_command(
    OUTPUT ${stamp}
    COMMAND ${CMAKE_COMMAND} -DLAYER=${name} "-DUSES=${uses}" "-DTEST_USES=${test_uses}"
            -DFOLDER=${CMAKE_CURRENT_SOURCE_DIR} -P ${SACCADE_CHECK_INCLUDES}
    COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
    DEPENDS ${sources} ${SACCADE_CHECK_INCLUDES} ${CMAKE_CURRENT_SOURCE_DIR}/CMakeLists.txt
    COMMENT "Checking what ${name} includes" VERBATIM)
  add_custom_target(${target}_includes DEPENDS ${stamp})
  add_dependencies(${target} ${target}_includes)
endfunction()

function(saccade_layer name)
  cmake_parse_arguments(LAYER "LIGHT;OPTIONAL" "" "USES;OPTIONAL_USES;TEST_USES;PUBLIC;PRIVATE" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cc)
  set(tests ${sources})
  set(benches ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  list(FILTER benches INCLUDE REGEX "_bench\\.cc$")
  list(FILTER sources EXCLUDE REGEX "_(test|bench)\\.cc$")

  add_library(saccade_${name} STATIC ${sources})
  add_library(saccade::${name} ALIAS saccade_${name})
  if(NOT LAYER_OPTIONAL)
    set_property(GLOBAL APPEND PROPERTY SACCADE_LAYERS ${name})
  endif()
  saccade_target_options(saccade_${name})
  # So that shared libraries can be made of layers: ours with the C interface, and others' own.
  # Hidden, because a call that another library might replace is not inlined.
  set_target_properties(saccade_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON
                        CXX_VISIBILITY_PRESET hidden)
  if(LAYER_LIGHT)
    saccade_light_options(saccade_${name} -O2)
  endif()
  saccade_check_includes(saccade_${name} ${name} "${LAYER_USES};${LAYER_OPTIONAL_USES}"
                         "${LAYER_TEST_USES}")
  list(TRANSFORM LAYER_USES PREPEND saccade_)
  foreach(layer ${LAYER_OPTIONAL_USES})
    if(TARGET saccade_${layer})
      # What is installed is without (SaccadeInstall.cmake).
      list(APPEND LAYER_USES $<BUILD_INTERFACE:saccade_${layer}>)
    endif()
  endforeach()
  list(TRANSFORM LAYER_TEST_USES PREPEND saccade_)
  target_link_libraries(saccade_${name} PUBLIC ${LAYER_USES} ${LAYER_PUBLIC}
                        PRIVATE ${LAYER_PRIVATE})
  if(SACCADE_TESTS AND tests)
    add_executable(${name}_test ${tests})
    saccade_target_options(${name}_test)
    saccade_light_options(${name}_test -O1)  # two thirds of the time; what they test is as built
    target_link_libraries(${name}_test PRIVATE saccade_${name} ${LAYER_TEST_USES} saccade_testing
                          ${LAYER_PRIVATE} GTest::gtest_main GTest::gmock)
    saccade_add_tests(${name}_test ${tests})
  endif()
  if(SACCADE_BENCH AND benches)
    add_executable(${name}_bench ${benches})
    saccade_target_options(${name}_bench)
    target_link_libraries(${name}_bench PRIVATE saccade_${name} ${LAYER_TEST_USES} saccade_testing
                          ${LAYER_PRIVATE} benchmark::benchmark_main)
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
