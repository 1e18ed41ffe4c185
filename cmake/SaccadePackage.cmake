# Debian packages by component: `cpack` in a build folder with CMAKE_INSTALL_PREFIX=/usr (make package).
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "${SACCADE_MAINTAINER}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program library development python)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/src/saccade/capi)

function(saccade_package component name section summary text)
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${summary}\n${text}" PARENT_SCOPE)
  set(CPACK_COMPONENT_${upper}_DESCRIPTION "${summary}\n${text}" PARENT_SCOPE)
endfunction()

saccade_package(program saccade science
  "predicts where people look while they search"
  "Predicts scanpaths of people who search pictures for something, learns the\nreward behind them and scores any model that does the same. With trained\nmodels; photos need ONNX Runtime and a parser of your choice.")
saccade_package(library libsaccade0 libs
  "scanpath prediction and scores (C library)"
  "Shared library with a C interface: trials, scores, belief maps and models of\nvisual search.")
saccade_package(development libsaccade-dev libdevel
  "scanpath prediction and scores (development files)"
  "Header of the C interface; headers and static libraries of the C++ layers,\nwith CMake and pkg-config files.")
saccade_package(python python3-saccade python
  "scanpath prediction and scores (Python)"
  "Python package over libsaccade: scores of scanpaths and models of visual\nsearch on NumPy arrays.")

set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libsaccade0 (= ${PROJECT_VERSION}), libfmt-dev, libspdlog-dev, nlohmann-json3-dev, libsimdjson-dev, libjpeg62-turbo-dev, libpng-dev, libwebp-dev, libxxhash-dev, libdnnl-dev, libgomp1, pkg-config")
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
    "libsaccade0 (= ${PROJECT_VERSION}), python3 (>= 3.9), python3-numpy")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-pandas, python3-pil, python3-matplotlib, saccade")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "python3-saccade")
include(CPack)
