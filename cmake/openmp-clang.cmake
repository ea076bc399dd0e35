# SPDX-License-Identifier: BSD-3-Clause
# Where clang's OpenMP runtime is: beside the compiler, or in the folder into which tools/setup unpacks it, since apt
# allows one version of it at a time. Sets llvm_lib, and for find_package(OpenMP) what it would not find.
file(REAL_PATH ${CMAKE_C_COMPILER} compiler)
cmake_path(GET compiler PARENT_PATH compiler_folder)
cmake_path(SET llvm_lib NORMALIZE ${compiler_folder}/../lib)
string(REGEX MATCH "^[0-9]+" llvm_major "${CMAKE_C_COMPILER_VERSION}")
set(AMPHI_LLVM_RUNTIME /opt/amphi/llvm-${llvm_major}
    CACHE PATH "LLVM's OpenMP runtime, where it is not beside clang: a folder with lib and include")
if(NOT EXISTS ${llvm_lib}/libomptarget.so AND EXISTS ${AMPHI_LLVM_RUNTIME}/lib/libomptarget.so)
  set(llvm_lib ${AMPHI_LLVM_RUNTIME}/lib)
  set(OpenMP_C_FLAGS "-fopenmp -isystem ${AMPHI_LLVM_RUNTIME}/include" CACHE STRING "")
  set(OpenMP_C_LIB_NAMES omp CACHE STRING "")
  set(OpenMP_omp_LIBRARY ${llvm_lib}/libomp.so CACHE FILEPATH "")
endif()
