# SPDX-License-Identifier: BSD-3-Clause
# How GCC compiles for NVIDIA's GPUs: to PTX, which the driver assembles, so that no CUDA toolkit is needed.
# Included by offload.cmake, which see for the variables.
execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=accel/nvptx-none/mkoffload OUTPUT_VARIABLE mkoffload
                OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT EXISTS "${mkoffload}")
  message(FATAL_ERROR "This GCC has no compiler for nvptx; tools/setup gpu installs Debian's, gcc-12-offload-nvptx. "
          "More in docs/gpu.md.")
endif()

# The PTX instruction sets that GCC 12 knows; newer GPUs run all of them.
string(REGEX REPLACE "[^0-9]" "" number ${arch})
set(arch sm_35)
foreach(known IN ITEMS 53 75 80)
  if(number GREATER_EQUAL known)
    set(arch sm_${known})
  endif()
endforeach()
# What a warp's lanes call (OFFLOAD_CALL in src/offload/loop.h) must call nothing, not even memset and memcpy, which
# loops would become, and must not reach for 16 bytes at once on its stack, which lies at multiples of 8.
set(offload_flags -foffload=nvptx-none -fno-tree-loop-distribute-patterns -fno-tree-vectorize)
# That stack has a fixed size, by default too little. One pass of GCC 12 fails on functions that return structs.
configure_file(cmake/nvptx-as.sh ${CMAKE_BINARY_DIR}/nvptx/as COPYONLY)
foreach(option IN ITEMS -misa=${arch} -lm -msoft-stack-reserve-local=2048 -fdisable-tree-nrv
                        -B${CMAKE_BINARY_DIR}/nvptx/)
  list(APPEND offload_flags -foffload-options=nvptx-none=${option})
endforeach()
set(offload_link_flags -fopenmp -no-pie)
target_compile_definitions(amphi_offload INTERFACE LANE_GCC_GPU)
