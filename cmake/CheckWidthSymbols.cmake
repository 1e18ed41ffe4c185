# Fails when an object that was compiled for one width of processor defines a symbol outside that
# width's namespace (SaccadeWidths.cmake says why).
#
#   cmake -DNM=nm -DWIDTH=avx512 -DOBJECT=table.cc.o -P CheckWidthSymbols.cmake
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND ${NM} --defined-only --extern-only ${OBJECT} OUTPUT_VARIABLE symbols
                COMMAND_ERROR_IS_FATAL ANY)
string(LENGTH ${WIDTH} length)
set(own "^[0-9a-f]+ [A-Z] _ZN7saccade${length}${WIDTH}")
string(REGEX REPLACE "\n$" "" symbols "${symbols}")
string(REPLACE "\n" ";" symbols "${symbols}")
list(LENGTH symbols count)
list(FILTER symbols EXCLUDE REGEX "${own}")
if(count EQUAL 0 OR symbols)
  list(JOIN symbols "\n  " symbols)
  message(FATAL_ERROR "${OBJECT} defines ${count} symbols; outside saccade::${WIDTH} are\n  ${symbols}")
endif()
