# Debian's libtorch and oneDNN. Torch's own CMake files drag in CUDA and Caffe2 probes that fail on a
# plain machine, so the two libraries are named here.
find_path(TORCH_INCLUDE_DIR torch/torch.h PATH_SUFFIXES torch/csrc/api/include)
find_path(TORCH_ATEN_DIR ATen/ATen.h)
find_library(TORCH_LIBRARY torch)
find_library(TORCH_CPU_LIBRARY torch_cpu)
find_library(C10_LIBRARY c10)
find_library(DNNL_LIBRARY dnnl)
find_package(OpenMP REQUIRED)
if(NOT TORCH_INCLUDE_DIR OR NOT TORCH_CPU_LIBRARY OR NOT DNNL_LIBRARY)
  message(FATAL_ERROR "libtorch or oneDNN is missing: run scripts/install-deps.sh, "
                      "or configure with -DSACCADE_TORCH=OFF")
endif()
add_library(saccade_torch INTERFACE)
target_include_directories(saccade_torch SYSTEM INTERFACE ${TORCH_INCLUDE_DIR} ${TORCH_ATEN_DIR})
target_link_libraries(saccade_torch INTERFACE ${TORCH_LIBRARY} ${TORCH_CPU_LIBRARY} ${C10_LIBRARY}
                      ${DNNL_LIBRARY} OpenMP::OpenMP_CXX)
