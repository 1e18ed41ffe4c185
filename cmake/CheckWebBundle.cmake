# Fails unless the files of web/dist say that they were made of what web/src holds now, and, where
# esbuild is there, unless it makes the same files.
#   cmake -DWEB=web -DNODE=node -DSCRATCH=folder -P CheckWebBundle.cmake
file(GLOB sources RELATIVE ${WEB} ${WEB}/src/*)
list(SORT sources)
foreach(name ${sources} build.mjs package-lock.json)
  file(SHA256 ${WEB}/${name} sum)
  string(APPEND lines "${sum} ${name}\n")
endforeach()
string(SHA256 expected "${lines}")

file(GLOB built RELATIVE ${WEB}/dist ${WEB}/dist/*)
if(NOT built)
  message(FATAL_ERROR "web/dist is empty; run: npm ci && npm run build, in web/")
endif()
foreach(name ${built})
  file(STRINGS ${WEB}/dist/${name} first LIMIT_COUNT 1)
  if(NOT first STREQUAL "/*! sources ${expected} */")
    message(FATAL_ERROR "web/dist/${name} was not made of web/src as it is now; "
                        "run: npm ci && npm run build, in web/")
  endif()
endforeach()

# Nothing may be looked for where the lock file was written.
file(STRINGS ${WEB}/package-lock.json hosts REGEX "https?://")
if(hosts)
  message(FATAL_ERROR "web/package-lock.json names hosts: ${hosts}")
endif()

if(NOT NODE OR NOT EXISTS ${WEB}/node_modules/esbuild)
  message(STATUS "node or web/node_modules is missing (npm ci in web/): not bundled again")
  return()
endif()
execute_process(COMMAND ${NODE} ${WEB}/build.mjs --out ${SCRATCH} COMMAND_ERROR_IS_FATAL ANY)
foreach(name ${built})
  execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${WEB}/dist/${name} ${SCRATCH}/${name}
                  COMMAND_ERROR_IS_FATAL ANY)
endforeach()
