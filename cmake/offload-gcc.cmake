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
# Functions that a warp's lanes call have local memory of a fixed size, by default too little. One pass of GCC 12
# fails on functions that return structs.
set(offload_flags -foffload=nvptx-none)
foreach(option IN ITEMS -misa=${arch} -lm -msoft-stack-reserve-local=2048 -fdisable-tree-nrv)
  list(APPEND offload_flags -foffload-options=nvptx-none=${option})
endforeach()
set(offload_link_flags -fopenmp -no-pie)
