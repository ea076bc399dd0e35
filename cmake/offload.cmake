# SPDX-License-Identifier: BSD-3-Clause
# The offload backend: the units of src/offload for the host and, with AMPHI_OFFLOAD, for a GPU too; one a method, and
# one for each row of variants.list. docs/gpu.md says what to install; what is missing is told here, while configuring,
# and not by a run that finds no GPU.
set(AMPHI_OFFLOAD "off" CACHE STRING "GPUs to compile the offload backend for: off, nvptx or amdgcn")
set_property(CACHE AMPHI_OFFLOAD PROPERTY STRINGS off nvptx amdgcn)
set(AMPHI_OFFLOAD_ARCH "" CACHE STRING "Their architecture; empty: as this machine's GPU, else sm_90 or gfx90a")
set(AMPHI_CUDA_PATH "" CACHE PATH "CUDA toolkit for clang, with bin/ptxas; empty: looked for")
option(AMPHI_OFFLOAD_WHOLE "nvptx with clang: assemble as one whole program, which takes fewer registers" ON)

# All units: what they are compiled with. amphi_offload_units lists them.
add_library(amphi_offload INTERFACE)
target_link_libraries(amphi_offload INTERFACE amphi_options)
target_include_directories(amphi_offload INTERFACE ${AMPHI_GENERATED})
set(amphi_offload_units "")
function(offload_unit name source)
  add_library(amphi_offload_${name} OBJECT ${source})
  target_link_libraries(amphi_offload_${name} PRIVATE amphi_offload)
  target_compile_definitions(amphi_offload_${name} PRIVATE ${ARGN})
  list(APPEND amphi_offload_units amphi_offload_${name})
  set(amphi_offload_units ${amphi_offload_units} PARENT_SCOPE)
endfunction()
foreach(unit IN ITEMS base pairwise swarm transport wcsph)
  offload_unit(${unit} src/offload/unit_${unit}.c)
endforeach()
if(AMPHI_LAB)
  offload_unit(lab src/lab/offload_unit.c)
endif()
foreach(name IN LISTS AMPHI_VARIANTS)
  offload_unit(${name} src/offload/wcsph_variant.c ${AMPHI_VARIANT_${name}})
endforeach()
# More than clang takes into a loop's calls otherwise (525): the law would go to memory, and a pass to half its speed.
function(offload_unit_whole name)
  target_compile_options(amphi_offload_${name} PRIVATE $<$<C_COMPILER_ID:Clang>:SHELL:-mllvm -locally-hot-callsite-threshold=1500>)
endfunction()
foreach(name IN LISTS AMPHI_OFFLOAD_PASSES)
  offload_unit(pass_${name} src/offload/wcsph_pass.c PASS=${name})
  offload_unit_whole(pass_${name})
endforeach()
foreach(name IN LISTS AMPHI_POINT_PASSES)
  offload_unit(points_${name} src/offload/wcsph_points.c PASS=${name})
endforeach()
foreach(name IN LISTS AMPHI_SWEEPS)
  offload_unit(sweep_${name} src/offload/wcsph_sweep.c SWEEP=${name})
endforeach()
function(offload_unit_any name sum)
  string(TOUPPER ${sum} sum)
  offload_unit(${name} src/offload/wcsph_variant.c VARIANT_ANY VARIANT_SUM=SUM_${sum} ${ARGN})
  offload_unit_whole(${name})
  set(amphi_offload_units ${amphi_offload_units} PARENT_SCOPE)
endfunction()
# General code for each kernel of src/wcsph/models/rows.h: a constant and the name of its formula.
set(rows ${CMAKE_SOURCE_DIR}/src/wcsph/models/rows.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${rows})
file(STRINGS ${rows} kernels REGEX "^  X\\(KERNEL_[A-Z0-9]+, \"[a-z0-9]+\"")
string(REGEX MATCHALL "KERNEL_[A-Z0-9]+" kernels "${kernels}")
if(AMPHI_OFFLOAD STREQUAL "off") # speed does not count, but the code for a GPU is to be tried
  foreach(sum IN ITEMS plain kahan fixed)
    offload_unit_any(any_${sum} ${sum} VARIANT=any_${sum})
  endforeach()
  set(kernels "")
endif()
foreach(sum IN ITEMS plain kahan fixed)
  foreach(kernel IN LISTS kernels)
    string(REPLACE "KERNEL_" "" name ${kernel})
    string(TOLOWER ${name} name)
    offload_unit_any(any_${name}_${sum} ${sum} VARIANT=any_${name}_${sum} VARIANT_KERNEL=${kernel})
  endforeach()
  if(AMPHI_OFFLOAD STREQUAL "off" AND NOT sum STREQUAL "fixed")
    continue()
  endif()
  foreach(name IN LISTS AMPHI_OFFLOAD_PASSES)
    offload_unit_any(${name}_any_${sum} ${sum} VARIANT=any_${sum} PASS=${name})
  endforeach()
  foreach(name IN LISTS AMPHI_PLANAR_PASSES)
    offload_unit_any(${name}_plane_${sum} ${sum} VARIANT=plane_${sum} VARIANT_PLANE PASS=${name})
  endforeach()
  if(AMPHI_OFFLOAD STREQUAL "off")
    continue()
  endif()
  foreach(name IN LISTS AMPHI_HOT_PASSES)
    set(hot VARIANT_KERNEL=KERNEL_WENDLAND PASS=${name})
    offload_unit_any(${name}_wendland_${sum} ${sum} VARIANT=wendland_${sum} ${hot})
    if(name IN_LIST AMPHI_PLANAR_PASSES)
      offload_unit_any(${name}_wendland_plane_${sum} ${sum} VARIANT=wendland_plane_${sum} VARIANT_PLANE ${hot})
    endif()
  endforeach()
endforeach()
foreach(sum IN ITEMS neumaier double)
  offload_unit_any(any_${sum} ${sum} VARIANT=any_${sum})
endforeach()

# Not through the archive: the linker takes device code from there only where other device code asks for it.
macro(offload_link_objects)
  foreach(unit IN LISTS amphi_offload_units)
    target_sources(amphi_core INTERFACE $<TARGET_OBJECTS:${unit}>)
  endforeach()
endmacro()

if(AMPHI_OFFLOAD STREQUAL "off")
  target_compile_definitions(amphi_offload INTERFACE OFFLOAD_HOST_ONLY)
  offload_link_objects()
  set(AMPHI_OFFLOAD_CODE_FLAGS -DOFFLOAD_HOST_ONLY)
  # What is compiled twice for a GPU's sake is but the proof of the same bits here: a third of the time to compile.
  target_compile_options(amphi_offload INTERFACE $<$<CONFIG:Release>:-O1>)
  # GCC would compile target regions for every device that it has a compiler for.
  if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    target_compile_options(amphi_options INTERFACE -foffload=disable)
    target_link_options(amphi_options INTERFACE -foffload=disable)
    list(APPEND AMPHI_BIT_OPTIONS -foffload=disable)
    set(AMPHI_OFFLOAD_CODE_LINK -foffload=disable)
  endif()
  return()
elseif(NOT AMPHI_OFFLOAD MATCHES "^(nvptx|amdgcn)$")
  message(FATAL_ERROR "AMPHI_OFFLOAD=${AMPHI_OFFLOAD}: expected off, nvptx or amdgcn")
elseif(AMPHI_SANITIZE)
  message(FATAL_ERROR "AMPHI_SANITIZE=${AMPHI_SANITIZE} does not reach a GPU: it goes with AMPHI_OFFLOAD=off")
endif()

# The architecture of this machine's first GPU, from the tool that comes with its driver or with clang.
file(REAL_PATH ${CMAKE_C_COMPILER} compiler)
cmake_path(GET compiler PARENT_PATH compiler_folder)
set(arch "${AMPHI_OFFLOAD_ARCH}")
if(NOT arch)
  if(AMPHI_OFFLOAD STREQUAL "nvptx")
    set(arch sm_90)
    set(ask nvidia-smi --query-gpu=compute_cap --format=csv,noheader)
  else()
    set(arch gfx90a)
    set(ask ${compiler_folder}/amdgpu-arch)
  endif()
  execute_process(COMMAND ${ask} OUTPUT_VARIABLE said ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed AND said MATCHES "^([0-9]+)[.]([0-9]+)")
    set(arch sm_${CMAKE_MATCH_1}${CMAKE_MATCH_2})
  elseif(NOT failed AND said MATCHES "^gfx[0-9a-f]+")
    set(arch ${CMAKE_MATCH_0})
  endif()
endif()

# Sets offload_flags (to compile and link), offload_link_flags and offload_whole.
set(offload_whole OFF)
if(CMAKE_C_COMPILER_ID STREQUAL "Clang")
  include(cmake/offload-clang.cmake)
elseif(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND AMPHI_OFFLOAD STREQUAL "nvptx")
  include(cmake/offload-gcc.cmake)
else()
  message(FATAL_ERROR "AMPHI_OFFLOAD=${AMPHI_OFFLOAD} with the compiler ${CMAKE_C_COMPILER_ID}: nvptx takes clang 19 "
          "or GCC 12, amdgcn takes clang 19. cmake --preset gpu, gcc-nvptx or amdgcn chooses for you.")
endif()

# Whatever else is wrong shows in a program with one target region.
try_compile(offload_works
  SOURCE_FROM_CONTENT offload.c
  "int main(void) {\n  int x = 0;\n#pragma omp target map(tofrom : x)\n  x = 1;\n  return x;\n}\n"
  COMPILE_DEFINITIONS ${offload_flags}
  LINK_OPTIONS ${offload_flags} ${offload_link_flags}
  OUTPUT_VARIABLE said NO_CACHE)
if(NOT offload_works)
  message(FATAL_ERROR "${CMAKE_C_COMPILER} cannot make a program for ${AMPHI_OFFLOAD} ${arch}; tools/setup gpu installs "
          "what it takes, and docs/gpu.md says more. It said:\n${said}")
endif()

target_compile_options(amphi_offload INTERFACE ${offload_flags})
target_compile_definitions(amphi_offload INTERFACE "OFFLOAD_TARGET=\"${AMPHI_OFFLOAD} ${arch}\"")
target_link_options(amphi_core INTERFACE ${offload_link_flags})

# The text of clang's device code is kept: offload/UNIT.ptx.
if(cuda)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/offload)
  foreach(unit IN LISTS amphi_offload_units)
    target_compile_options(${unit} PRIVATE --ptxas-path=${CMAKE_SOURCE_DIR}/cmake/nvptx-ptxas.sh
                           "SHELL:-Xcuda-ptxas --text=${CMAKE_BINARY_DIR}/offload/${unit}.ptx"
                           "SHELL:-Xcuda-ptxas --by=${cuda}/bin/ptxas")
  endforeach()
endif()

# clang links device code with what other files might hold, and then division and square root are calls, for which
# registers are kept. Assembled whole they are not: the linker takes a unit's image from its object as it is, and what
# comes out has it embedded, as host code that the last link takes like any other.
if(offload_whole)
  target_compile_options(amphi_offload INTERFACE -fnoopenmp-relocatable-target)
  target_link_libraries(amphi_core INTERFACE omptarget)
  foreach(unit IN LISTS amphi_offload_units)
    set(image ${CMAKE_BINARY_DIR}/offload/${unit}.cubin)
    set(linked ${CMAKE_BINARY_DIR}/offload/${unit}.o)
    add_custom_command(OUTPUT ${linked} BYPRODUCTS ${image} VERBATIM
      COMMAND ${compiler_folder}/clang-offload-packager $<TARGET_OBJECTS:${unit}>
              --image=file=${image},triple=nvptx64-nvidia-cuda,arch=${arch}
      COMMAND ${CMAKE_C_COMPILER} ${offload_flags} -r $<TARGET_OBJECTS:${unit}> -o ${linked}
              -Wl,--override-image=openmp=${image}
      DEPENDS ${unit} $<TARGET_OBJECTS:${unit}>)
    list(APPEND linked_objects ${linked})
  endforeach()
  add_custom_target(amphi_offload_images DEPENDS ${linked_objects})
  add_dependencies(amphi_core amphi_offload_images)
  target_link_libraries(amphi_core INTERFACE ${linked_objects})
else()
  target_link_options(amphi_core INTERFACE ${offload_flags})
  offload_link_objects()
endif()
set(AMPHI_OFFLOAD_CODE_FLAGS ${offload_flags})
if(offload_whole)
  list(APPEND AMPHI_OFFLOAD_CODE_FLAGS -fnoopenmp-relocatable-target)
elseif(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  list(APPEND AMPHI_OFFLOAD_CODE_FLAGS -DLANE_GCC_GPU)
endif()
set(AMPHI_OFFLOAD_CODE_LINK ${offload_flags} ${offload_link_flags})
message(STATUS "Offload: ${AMPHI_OFFLOAD} ${arch}")
