# Holds a layer to what its CMakeLists.txt says it uses: fails when one of its sources includes a
# layer that is not in USES, or when USES names one that none of them includes. Fails too when
# foo.cc does not include foo.h before all else: so every header is compiled alone; and when a layer
# below cli prints: results are values, and what is worth a word goes to the log.
#
#   cmake -DLAYER=scene -DUSES="base formats" -DTEST_USES="" -DFOLDER=... -P CheckIncludes.cmake
#
# Tests, benchmarks and headers for them (NAME_fixture.h) may include TEST_USES and `testing` too.
cmake_minimum_required(VERSION 3.25)
separate_arguments(USES)
separate_arguments(TEST_USES)
file(GLOB sources ${FOLDER}/*.cc ${FOLDER}/*.h)
set(unused ${USES})
set(unused_in_tests ${TEST_USES})
set(errors "")
foreach(source ${sources})
  get_filename_component(name ${source} NAME)
  set(allowed ${LAYER} ${USES})
  set(is_test FALSE)
  if(name MATCHES "_(test|bench)\\.cc$|_fixture\\.h$")
    set(is_test TRUE)
    list(APPEND allowed testing ${TEST_USES})
  endif()
  file(STRINGS ${source} first REGEX "^#include" LIMIT_COUNT 1)
  string(REGEX REPLACE "\\.cc$" ".h" header ${name})
  if(NOT header STREQUAL name AND EXISTS ${FOLDER}/${header}
     AND NOT first STREQUAL "#include \"saccade/${LAYER}/${header}\"")
    string(APPEND errors "  ${LAYER}/${name} must include ${header} first\n")
  endif()
  file(STRINGS ${source} prints REGEX "fmt::print\\(|std::cout|[^a-z:_]puts\\(|[^a-z_]printf\\(" LIMIT_COUNT 1)
  if(prints AND NOT is_test AND NOT LAYER STREQUAL "cli")
    string(APPEND errors "  ${LAYER}/${name} prints, which is for cli: ${prints}\n")
  endif()
  file(STRINGS ${source} lines REGEX "^#include \"saccade/")
  foreach(line ${lines})
    string(REGEX REPLACE "^#include \"saccade/([a-z]+)/.*" "\\1" used "${line}")
    if(is_test)
      list(REMOVE_ITEM unused_in_tests ${used})
    else()
      list(REMOVE_ITEM unused ${used})
    endif()
    if(NOT used IN_LIST allowed)
      string(APPEND errors "  ${LAYER}/${name}: ${line}\n"
                           "    but ${LAYER} uses: ${USES} (USES in its CMakeLists.txt)\n")
    endif()
  endforeach()
endforeach()
foreach(layer ${unused} ${unused_in_tests})
  string(APPEND errors "  ${LAYER} says that it uses ${layer}, and includes nothing of it\n")
endforeach()
if(errors)
  message(FATAL_ERROR "The order of layers (docs/architecture.md) is broken:\n${errors}")
endif()
