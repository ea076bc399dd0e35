# SPDX-License-Identifier: BSD-3-Clause
# Reads the rows of src/wcsph/passes/list.h and sweeps/list.h. Sets AMPHI_PASSES, AMPHI_JOINED_PASSES, AMPHI_POINT_PASSES and AMPHI_SWEEPS,
# the names, and AMPHI_OFFLOAD_PASSES, AMPHI_PLANAR_PASSES and AMPHI_HOT_PASSES, those of which cmake/offload.cmake makes units.
set(list ${CMAKE_SOURCE_DIR}/src/wcsph/passes/list.h)
set(sweeps ${CMAKE_SOURCE_DIR}/src/wcsph/sweeps/list.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list} ${sweeps})
function(pass_names out list macro)
  file(STRINGS ${list} rows REGEX "^  ${macro}\\([a-z_]+\\)")
  string(REPLACE "\\" "" rows "${rows}") # at the end of a line, where it would join two items of the list
  set(${out} "")
  foreach(row IN LISTS rows)
    string(REGEX MATCH "[a-z_]+" name "${row}")
    list(APPEND ${out} ${name})
  endforeach()
  set(${out} ${${out}} PARENT_SCOPE)
endfunction()
pass_names(AMPHI_PASSES ${list} X)
pass_names(AMPHI_POINT_PASSES ${list} AT)
pass_names(AMPHI_JOINED_PASSES ${list} JOINED)
pass_names(AMPHI_SWEEPS ${sweeps} X)

# Those that a backend has no file of its own for, src/BACKEND/wcsph_NAME.c.
function(passes_alike out backend)
  set(${out} "")
  foreach(name IN LISTS AMPHI_PASSES)
    if(NOT EXISTS ${CMAKE_SOURCE_DIR}/src/${backend}/wcsph_${name}.c)
      list(APPEND ${out} ${name})
    endif()
  endforeach()
  set(${out} ${${out}} PARENT_SCOPE)
endfunction()

passes_alike(AMPHI_OFFLOAD_PASSES offload)

# Those that have fewer sums in the plane, and those with code of their own on GPUs: their headers say which.
set(AMPHI_PLANAR_PASSES "")
set(AMPHI_HOT_PASSES "")
foreach(name IN LISTS AMPHI_OFFLOAD_PASSES)
  set(header ${CMAKE_SOURCE_DIR}/src/wcsph/passes/${name}.h)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
  file(STRINGS ${header} says REGEX "^#define ${name}_(IN_PLANE|HOT) ")
  if(says MATCHES "_IN_PLANE ")
    list(APPEND AMPHI_PLANAR_PASSES ${name})
  endif()
  if(says MATCHES "_HOT ")
    list(APPEND AMPHI_HOT_PASSES ${name})
  endif()
endforeach()

# Adds an object to amphi_core, compiled with the definitions and options.
function(pass_object target source)
  cmake_parse_arguments(with "" "" "DEFINITIONS;OPTIONS" ${ARGN})
  add_library(${target} OBJECT ${source})
  target_link_libraries(${target} PRIVATE amphi_options)
  set_target_properties(${target} PROPERTIES AMPHI_LOOPS ON)
  target_compile_options(${target} PRIVATE ${with_OPTIONS})
  target_compile_definitions(${target} PRIVATE ${with_DEFINITIONS})
  target_sources(amphi_core PRIVATE $<TARGET_OBJECTS:${target}>)
endfunction()

# Those of all passes.
function(pass_objects backend prefix)
  passes_alike(names ${backend})
  foreach(name IN LISTS names)
    pass_object(${prefix}_pass_${name} src/${backend}/wcsph_pass.c ${ARGN} DEFINITIONS PASS=${name})
  endforeach()
  foreach(name IN LISTS AMPHI_POINT_PASSES)
    pass_object(${prefix}_points_${name} src/${backend}/wcsph_points.c ${ARGN} DEFINITIONS PASS=${name})
  endforeach()
endfunction()

# Those of all passes that are joined to the force pass.
function(joined_objects prefix)
  foreach(name IN LISTS AMPHI_JOINED_PASSES)
    pass_object(${prefix}_joined_${name} src/cpu/wcsph_joined.c ${ARGN} DEFINITIONS WITH=${name})
  endforeach()
endfunction()

# Those of all sweeps.
function(sweep_objects backend prefix)
  foreach(name IN LISTS AMPHI_SWEEPS)
    pass_object(${prefix}_sweep_${name} src/${backend}/wcsph_sweep.c ${ARGN} DEFINITIONS SWEEP=${name})
  endforeach()
endfunction()
