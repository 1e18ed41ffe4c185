# docs/architecture.md says what is so: its table names the layers of src/saccade/CMakeLists.txt in
# the same order, and its walks name functions that stand in the files they name.
#
#   cmake -P CheckArchitecture.cmake
cmake_minimum_required(VERSION 3.25)
set(root ${CMAKE_CURRENT_LIST_DIR}/..)
set(page ${root}/docs/architecture.md)

function(names_in file pattern result)
  file(STRINGS ${file} lines REGEX "${pattern}")
  list(TRANSFORM lines REPLACE "${pattern}.*" "\\1")
  set(${result} ${lines} PARENT_SCOPE)
endfunction()

names_in(${root}/src/saccade/CMakeLists.txt "^ *add_subdirectory\\(([a-z]+)\\)" built)
list(REMOVE_ITEM built testing)
names_in(${page} "^\\| `([a-z]+)` \\|" written)
if(NOT built STREQUAL written)
  message(SEND_ERROR "the layers\n  of src/saccade/CMakeLists.txt: ${built}\n"
                     "  of docs/architecture.md:       ${written}")
endif()

# `Name` (`layer/file.h`)
set(place "`([A-Za-z]+)` \\(`([a-z]+/[a-z0-9_]+\\.[a-z]+)`\\)")
file(READ ${page} text)
string(REGEX MATCHALL "${place}" places "${text}")
foreach(named ${places})
  string(REGEX MATCH "${place}" named "${named}")
  set(file ${root}/src/saccade/${CMAKE_MATCH_2})
  set(found "")
  if(EXISTS ${file})
    file(STRINGS ${file} found REGEX "(^|[^A-Za-z])${CMAKE_MATCH_1}\\(" LIMIT_COUNT 1)
  endif()
  if(found STREQUAL "")
    message(SEND_ERROR "docs/architecture.md: there is no ${named}")
  endif()
endforeach()
list(LENGTH places count)
if(count LESS 20)
  message(SEND_ERROR "docs/architecture.md: only ${count} places of the walks were found")
endif()
