# ONNX Runtime, where scripts/install-onnxruntime.sh puts it. SACCADE_ONNX: ON (an error when it is not
# there), OFF, or AUTO: used when found. Makes the target saccade_onnx and sets SACCADE_HAS_ONNX.
set(SACCADE_ONNXRUNTIME "" CACHE PATH "Prefix of ONNX Runtime (lib/, include/onnxruntime/)")
if(SACCADE_ONNXRUNTIME)
  set(onnx_prefix ${SACCADE_ONNXRUNTIME})
elseif(DEFINED ENV{XDG_DATA_HOME})
  set(onnx_prefix $ENV{XDG_DATA_HOME}/saccade/onnxruntime)
else()
  set(onnx_prefix $ENV{HOME}/.local/share/saccade/onnxruntime)
endif()

set(SACCADE_HAS_ONNX OFF)
if(SACCADE_ONNX)
  find_path(ONNXRUNTIME_INCLUDE_DIR onnxruntime/onnxruntime_cxx_api.h HINTS ${onnx_prefix}/include)
  find_library(ONNXRUNTIME_LIBRARY onnxruntime HINTS ${onnx_prefix}/lib)
  if(ONNXRUNTIME_INCLUDE_DIR AND ONNXRUNTIME_LIBRARY)
    set(SACCADE_HAS_ONNX ON)
    add_library(saccade_onnx INTERFACE)
    target_include_directories(saccade_onnx SYSTEM INTERFACE
                               ${ONNXRUNTIME_INCLUDE_DIR}/onnxruntime)
    target_link_libraries(saccade_onnx INTERFACE ${ONNXRUNTIME_LIBRARY})
    target_compile_definitions(saccade_onnx INTERFACE SACCADE_HAS_ONNX)
  elseif(NOT SACCADE_ONNX STREQUAL "AUTO")
    message(FATAL_ERROR "ONNX Runtime is not in ${onnx_prefix}: run scripts/install-onnxruntime.sh, "
                        "or configure with -DSACCADE_ONNX=OFF")
  endif()
endif()
