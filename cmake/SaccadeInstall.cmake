# What `cmake --install` puts where, by component; a component is a Debian package (SaccadePackage):
#   program      saccade, models, completion, manual page
#   library      libsaccade.so.0, the C interface
#   development  headers, static libraries of the layers, CMake and pkg-config files
#   python       the Python package, for the system's Python
#   wheel        what a Python wheel holds beside Python: library and models
include(CMakePackageConfigHelpers)
set(saccade_cmake ${CMAKE_INSTALL_LIBDIR}/cmake/saccade)

if(SKBUILD)
  install(TARGETS libsaccade LIBRARY DESTINATION lib COMPONENT wheel NAMELINK_SKIP)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/models/coco-search18-irl
          DESTINATION share/saccade/models COMPONENT wheel)
  return()
endif()

# The program.
install(TARGETS saccade RUNTIME COMPONENT program)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/models/ DESTINATION ${CMAKE_INSTALL_DATADIR}/saccade/models
        COMPONENT program)

# What the program writes about itself.
set(made ${CMAKE_CURRENT_BINARY_DIR}/made)
file(MAKE_DIRECTORY ${made})
set(made_files "")
function(saccade_written_by_program name)
  add_custom_command(OUTPUT ${made}/${name} COMMAND saccade ${ARGN} > ${made}/${name}
                     DEPENDS saccade VERBATIM)
  set(made_files ${made_files} ${made}/${name} PARENT_SCOPE)
endfunction()
saccade_written_by_program(saccade.bash completion bash)
saccade_written_by_program(_saccade completion zsh)
saccade_written_by_program(saccade.fish completion fish)
saccade_written_by_program(saccade.1 manual)
add_custom_command(OUTPUT ${made}/saccade.1.gz
                   COMMAND gzip -9nc ${made}/saccade.1 > ${made}/saccade.1.gz
                   DEPENDS ${made}/saccade.1 VERBATIM)
add_custom_target(saccade_writings ALL DEPENDS ${made_files} ${made}/saccade.1.gz)
install(FILES ${made}/saccade.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        RENAME saccade COMPONENT program)
set(SACCADE_ZSH_FOLDER ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING
    "Where zsh looks for completions; Debian's packages: share/zsh/vendor-completions")
install(FILES ${made}/_saccade DESTINATION ${SACCADE_ZSH_FOLDER} COMPONENT program)
install(FILES ${made}/saccade.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
        COMPONENT program)
install(FILES ${made}/saccade.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)

# Debian wants a copyright file and a changelog of every package.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(CONFIGURE OUTPUT ${made}/changelog CONTENT
     "saccade (@PROJECT_VERSION@) unstable; urgency=low\n\n  * See CHANGELOG.md in the source.\n\n -- @SACCADE_MAINTAINER@  @date@\n"
     @ONLY)
file(READ ${PROJECT_SOURCE_DIR}/LICENSE license)
string(REGEX REPLACE "\n\n" "\n.\n" license "${license}")
string(REGEX REPLACE "\n" "\n " license "${license}")
file(WRITE ${made}/copyright
     "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: *\nCopyright: 2026 The saccade authors\nLicense: Expat\n ${license}\n")
execute_process(COMMAND gzip -9nf ${made}/changelog)

# The library with the C interface.
if(TARGET libsaccade)
  install(TARGETS libsaccade EXPORT saccade
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library
          NAMELINK_COMPONENT development)
  install(FILES ${PROJECT_SOURCE_DIR}/src/saccade/capi/saccade.h
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
endif()

# The layers.
get_property(layers GLOBAL PROPERTY SACCADE_LAYERS)
foreach(layer ${layers})
  set_target_properties(saccade_${layer} PROPERTIES EXPORT_NAME ${layer})
  install(TARGETS saccade_${layer} EXPORT saccade
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/saccade/${layer}
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/saccade COMPONENT development
          FILES_MATCHING PATTERN "*.h" PATTERN "*_fixture.h" EXCLUDE PATTERN "*_test.h" EXCLUDE
          PATTERN "loops" EXCLUDE PATTERN "width_*.h" EXCLUDE
          PATTERN "saccade.h" EXCLUDE)
endforeach()
install(EXPORT saccade NAMESPACE saccade:: FILE saccadeTargets.cmake
        DESTINATION ${saccade_cmake} COMPONENT development)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/saccadeConfig.cmake.in
                              ${made}/saccadeConfig.cmake INSTALL_DESTINATION ${saccade_cmake})
# Before 1.0 every minor version may break what it likes (CHANGELOG.md).
write_basic_package_version_file(${made}/saccadeConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${made}/saccadeConfig.cmake ${made}/saccadeConfigVersion.cmake
        ${PROJECT_SOURCE_DIR}/cmake/SaccadeDependencies.cmake
        ${PROJECT_SOURCE_DIR}/cmake/SaccadeOneDnn.cmake
        DESTINATION ${saccade_cmake} COMPONENT development)
if(TARGET libsaccade)
  file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/saccade.pc.in ${made}/saccade.pc @ONLY)
  install(FILES ${made}/saccade.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
          COMPONENT development)
endif()

# Python.
if(EXISTS ${PROJECT_SOURCE_DIR}/python/saccade)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/python/saccade DESTINATION lib/python3/dist-packages
          COMPONENT python FILES_MATCHING PATTERN "*.py" PATTERN "py.typed"
          PATTERN "__pycache__" EXCLUDE)
endif()

foreach(pair "program:saccade" "library:libsaccade0" "development:libsaccade-dev"
        "python:python3-saccade")
  string(REGEX MATCH "(.*):(.*)" _ ${pair})
  install(FILES ${made}/copyright ${made}/changelog.gz
          DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${CMAKE_MATCH_2} COMPONENT ${CMAKE_MATCH_1})
endforeach()

add_custom_target(uninstall
  COMMAND ${CMAKE_COMMAND} -DMANIFESTS=${PROJECT_BINARY_DIR}
          -P ${PROJECT_SOURCE_DIR}/cmake/Uninstall.cmake VERBATIM)

include(SaccadePackage)
