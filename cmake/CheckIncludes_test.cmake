# CheckIncludes.cmake on small made-up layers: what is in order passes, and what is not fails with a
# message that names it.
#
#   cmake -DFOLDER=... -P CheckIncludes_test.cmake      FOLDER is made anew
cmake_minimum_required(VERSION 3.25)

# Checks a layer `scene` that says it uses `uses`, with one source and one test that include what the
# two lists say. `expected` must be in the error; empty: there must be none.
# A further argument is the source's last line.
function(check expected uses test_uses source_includes test_includes)
  file(REMOVE_RECURSE ${FOLDER})
  file(WRITE ${FOLDER}/trial.h "")
  foreach(file IN ITEMS source test)
    set(text "")
    foreach(include ${${file}_includes})
      string(APPEND text "#include \"saccade/${include}\"\n")
    endforeach()
    set(suffix _test)
    if(file STREQUAL source)
      set(suffix "")
      string(APPEND text "${ARGN}\n")
    endif()
    file(WRITE ${FOLDER}/trial${suffix}.cc "${text}")
  endforeach()
  execute_process(
    COMMAND ${CMAKE_COMMAND} -DLAYER=scene "-DUSES=${uses}" "-DTEST_USES=${test_uses}"
            -DFOLDER=${FOLDER} -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/CheckIncludes.cmake
    RESULT_VARIABLE result ERROR_VARIABLE error)
  if(expected STREQUAL "")
    if(NOT result EQUAL 0)
      message(SEND_ERROR "refused a layer in order: ${error}")
    endif()
  else()
    string(FIND "${error}" "${expected}" found)
    if(result EQUAL 0 OR found EQUAL -1)
      message(SEND_ERROR "wanted an error with \"${expected}\", got ${result}: ${error}")
    endif()
  endif()
endfunction()

# What it uses, its own headers, and in tests TEST_USES and `testing`.
check("" "base formats" "synth" "scene/trial.h;base/error.h;formats/npy.h" "testing/x.h;synth/y.h")
# An include that USES does not allow, in a source and in a test.
check("scene/trial.cc: #include \"saccade/learn/run.h\"" "base" "" "base/error.h;learn/run.h" "")
check("scene/trial_test.cc: #include \"saccade/learn/run.h\"" "base" "" "base/error.h" "learn/run.h")
# What tests may include is not for sources.
check("scene/trial.cc: #include \"saccade/synth/y.h\"" "" "synth" "synth/y.h" "synth/y.h")
# A layer that is named and not included, by sources and by tests.
check("says that it uses formats" "base formats" "" "base/error.h" "")
check("says that it uses synth" "base" "synth" "base/error.h" "")
# A source that includes its own header too late.
check("scene/trial.cc must include trial.h first" "base" "" "base/error.h;scene/trial.h" "")
# Printing, which is for cli; a word that only ends like it is none.
check("scene/trial.cc prints, which is for cli" "base" "" "base/error.h" "" "fmt::print(1);")
check("scene/trial.cc prints, which is for cli" "base" "" "base/error.h" "" "std::cout << 1;")
check("" "base" "" "scene/trial.h;base/error.h" "" "snprintf(text) + fingerprint(text);")
