# SPDX-License-Identifier: BSD-3-Clause
# How clang compiles for a GPU: its own tools and device runtime, and NVIDIA's assembler or AMD's device library.
# Included by offload.cmake, which see for the variables.
include(cmake/openmp-clang.cmake)

# Stop if files are not there, saying which and what has them.
function(offload_need from)
  set(missing "")
  foreach(file IN LISTS ARGN)
    if(NOT EXISTS ${file})
      string(APPEND missing "  ${file}\n")
    endif()
  endforeach()
  if(missing)
    message(FATAL_ERROR "clang cannot offload to ${AMPHI_OFFLOAD} ${arch}, since these are missing:\n${missing}"
            "They come with ${from}; tools/setup gpu installs that. More in docs/gpu.md.")
  endif()
endfunction()

set(kind ${AMPHI_OFFLOAD})
if(kind STREQUAL "amdgcn")
  set(kind amdgpu)
endif()
offload_need("clang-tools-19 and lld-19" ${compiler_folder}/clang-linker-wrapper
             ${compiler_folder}/clang-offload-packager ${compiler_folder}/ld.lld)
# One file an architecture until LLVM 20, one for all from then on.
if(NOT EXISTS ${llvm_lib}/libomptarget-${kind}.bc)
  set(runtimes ${arch})
  list(TRANSFORM runtimes REPLACE "(.+)" "${llvm_lib}/libomptarget-${kind}-\\1.bc")
  offload_need("LLVM's OpenMP runtime (libomp-19-dev), if LLVM knows the architecture" ${llvm_lib}/libomptarget.so
               ${runtimes})
endif()
list(JOIN arch "," archs)
set(offload_flags -fopenmp --offload-arch=${archs} --libomptarget-${kind}-bc-path=${llvm_lib}
    -Wno-unused-command-line-argument)
set(offload_own -fopenmp-cuda-mode)
# By option and not by LIBRARY_PATH, through which GCC would find LLVM's libgomp.
set(offload_link_flags -L${llvm_lib} -Wl,-rpath,${llvm_lib})

if(AMPHI_OFFLOAD STREQUAL "amdgcn")
  find_path(AMPHI_ROCM_BITCODE ockl.bc DOC "Folder of AMD's device library"
            PATHS /usr/lib/${CMAKE_C_LIBRARY_ARCHITECTURE}/amdgcn/bitcode /opt/rocm/amdgcn/bitcode)
  offload_need("rocm-device-libs" ${AMPHI_ROCM_BITCODE}/ockl.bc)
  list(APPEND offload_flags --rocm-device-lib-path=${AMPHI_ROCM_BITCODE})
  set(offload_apart ${AMPHI_OFFLOAD_APART})
  return()
endif()

# ---- nvptx: an assembler that this LLVM gets on with ----

# CUDA 13's assembler writes an ELF that LLVM reads from 21 on. Before, a program has no image that it accepts, finds
# no device, and says nothing.
set(candidates ${AMPHI_CUDA_PATH})
if(NOT candidates)
  file(GLOB versions LIST_DIRECTORIES true /usr/local/cuda-*)
  set(candidates /opt/amphi/cuda /usr/local/cuda ${versions} /usr/lib/cuda)
endif()
set(cuda "")
set(refused "")
foreach(folder IN LISTS candidates)
  execute_process(COMMAND ${folder}/bin/ptxas --version OUTPUT_VARIABLE said ERROR_QUIET RESULT_VARIABLE failed)
  if(failed OR NOT said MATCHES "release ([0-9]+)[.]([0-9]+)")
    string(APPEND refused "  ${folder}: no bin/ptxas that runs\n")
  elseif(CMAKE_MATCH_1 GREATER_EQUAL 13 AND CMAKE_C_COMPILER_VERSION VERSION_LESS 21)
    string(APPEND refused "  ${folder}: CUDA ${CMAKE_MATCH_1}.${CMAKE_MATCH_2}, whose code LLVM rejects without a word "
           "before its version 21; this is ${CMAKE_C_COMPILER_VERSION}\n")
  elseif(NOT cuda)
    set(cuda ${folder})
    message(STATUS "CUDA toolkit: ${folder}, ${CMAKE_MATCH_1}.${CMAKE_MATCH_2}")
  endif()
endforeach()
if(NOT cuda)
  message(FATAL_ERROR "clang needs NVIDIA's assembler, ptxas, of CUDA 11.8 or 12:\n${refused}"
          "tools/setup gpu puts one into /opt/amphi/cuda; -DAMPHI_CUDA_PATH=DIR names another. GCC needs none: "
          "cmake --preset gcc-nvptx.")
endif()
list(APPEND offload_flags --cuda-path=${cuda} -Wno-unknown-cuda-version)
set(offload_whole ${AMPHI_OFFLOAD_APART})
set(offload_apart ${AMPHI_OFFLOAD_APART})
target_compile_definitions(amphi_offload INTERFACE OFFLOAD_KNOWS_BOUNDS)
