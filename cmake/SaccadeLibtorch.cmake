# Debian's libtorch. Torch's own CMake files drag in CUDA and Caffe2 probes that fail on a plain
# machine, so its libraries are named here.
find_path(TORCH_INCLUDE_DIR torch/torch.h PATH_SUFFIXES torch/csrc/api/include)
find_path(TORCH_ATEN_DIR ATen/ATen.h)
find_library(TORCH_LIBRARY torch)
find_library(TORCH_CPU_LIBRARY torch_cpu)
find_library(C10_LIBRARY c10)
if(NOT TORCH_INCLUDE_DIR OR NOT TORCH_CPU_LIBRARY)
  message(FATAL_ERROR "libtorch is missing: run scripts/install-deps.sh --test, "
                      "or configure with -DSACCADE_TORCH=OFF")
endif()
add_library(libtorch INTERFACE)
target_include_directories(libtorch SYSTEM INTERFACE ${TORCH_INCLUDE_DIR} ${TORCH_ATEN_DIR})
target_link_libraries(libtorch INTERFACE ${TORCH_LIBRARY} ${TORCH_CPU_LIBRARY} ${C10_LIBRARY})
