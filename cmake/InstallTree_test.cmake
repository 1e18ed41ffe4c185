# Installs a build into a prefix and uses it there as others would: the program with its model, a
# CMake project by find_package, a C program by pkg-config; then removes it again.
#
#   cmake -DBUILD=... -DSOURCE=... -DFOLDER=... -P InstallTree_test.cmake      FOLDER is made anew
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${FOLDER})
set(prefix ${FOLDER}/prefix)
# The build's own prefix stays as it is: what is installed must not depend on it.
set(ENV{SACCADE_MODELS} "")
set(ENV{XDG_DATA_HOME} ${FOLDER}/nothing)

function(run)
  cmake_parse_arguments(RUN "" "CONTAINS" "COMMAND" ${ARGN})
  execute_process(COMMAND ${RUN_COMMAND} RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE err)
  if(NOT code EQUAL 0)
    list(JOIN RUN_COMMAND " " command)
    message(FATAL_ERROR "${command}: ${code}\n${out}${err}")
  endif()
  if(RUN_CONTAINS AND NOT out MATCHES "${RUN_CONTAINS}")
    message(FATAL_ERROR "wanted \"${RUN_CONTAINS}\" in:\n${out}")
  endif()
endfunction()

run(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})

# The program finds the model that is installed with it.
file(GLOB programs ${prefix}/bin/saccade)
set(program ${prefix}/bin/saccade)
run(COMMAND ${program} dataset synthesize --pictures 1 --out ${FOLDER}/data)
run(COMMAND ${program} beliefs build --sharp ${FOLDER}/data/panoptic_sharp.json
    --blurred ${FOLDER}/data/panoptic_blurred.json --out ${FOLDER}/s.beliefs)
run(COMMAND ${program} predict --beliefs ${FOLDER}/s.beliefs --samples 1
    --pairs ${FOLDER}/data/fixations_train.json --out ${FOLDER}/p.json)
foreach(file share/man/man1/saccade.1.gz share/bash-completion/completions/saccade
        share/fish/vendor_completions.d/saccade.fish share/saccade/models/coco-search18-irl/model.json)
  if(NOT EXISTS ${prefix}/${file})
    message(FATAL_ERROR "${file} is not installed")
  endif()
endforeach()

# A CMake project, with every header that nobody compiles alone.
file(GLOB_RECURSE headers RELATIVE ${prefix}/include ${prefix}/include/saccade/*.h)
foreach(header ${headers})
  string(REGEX REPLACE "\\.h$" ".cc" unit ${header})
  if(EXISTS ${SOURCE}/src/${unit})
    list(REMOVE_ITEM headers ${header})
  endif()
endforeach()
run(COMMAND ${CMAKE_COMMAND} -S ${SOURCE}/cmake/consumer -B ${FOLDER}/consumer
    -DCMAKE_PREFIX_PATH=${prefix} "-DHEADERS=${headers}"
    "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wconversion -Werror")
run(COMMAND ${CMAKE_COMMAND} --build ${FOLDER}/consumer)
run(COMMAND ${FOLDER}/consumer/scores CONTAINS "1.0")
run(COMMAND ${FOLDER}/consumer/c_scores CONTAINS " 1.0")

# The same project around the sources: it is only configured, which is where it went wrong.
run(COMMAND ${CMAKE_COMMAND} -S ${SOURCE}/cmake/consumer -B ${FOLDER}/around
    -DSACCADE_SOURCE=${SOURCE})

# A C program without CMake.
file(GLOB_RECURSE pkg_config ${prefix}/saccade.pc)
get_filename_component(folder ${pkg_config} DIRECTORY)
set(ENV{PKG_CONFIG_PATH} ${folder})
execute_process(COMMAND pkg-config --define-variable=prefix=${prefix} --cflags --libs saccade
                OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE)
separate_arguments(flags)
run(COMMAND cc ${SOURCE}/cmake/consumer/c_scores.c -o ${FOLDER}/plain_c ${flags})
get_filename_component(libraries ${folder} DIRECTORY)
set(ENV{LD_LIBRARY_PATH} ${libraries})
run(COMMAND ${FOLDER}/plain_c CONTAINS " 1.0")

# Only what saccade.h declares is to be seen.
execute_process(COMMAND nm -D --defined-only ${libraries}/libsaccade.so OUTPUT_VARIABLE symbols)
string(REGEX MATCHALL "[^\n]+" symbols "${symbols}")
list(FILTER symbols EXCLUDE REGEX " (saccade_[a-z_]+@@SACCADE_0|SACCADE_0(@@SACCADE_0)?)$")
if(symbols)
  message(FATAL_ERROR "libsaccade.so shows more than saccade.h: ${symbols}")
endif()

# Gone again, and nothing else.
file(WRITE ${prefix}/share/saccade/models/mine/model.json "{}")
file(GLOB manifests ${BUILD}/install_manifest*.txt)
file(COPY ${manifests} DESTINATION ${FOLDER}/manifests)
run(COMMAND ${CMAKE_COMMAND} -DMANIFESTS=${FOLDER}/manifests -P ${SOURCE}/cmake/Uninstall.cmake)
file(GLOB_RECURSE left RELATIVE ${prefix} ${prefix}/*)
if(NOT left STREQUAL "share/saccade/models/mine/model.json")
  message(FATAL_ERROR "uninstall left: ${left}")
endif()
