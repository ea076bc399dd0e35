# SPDX-License-Identifier: BSD-3-Clause
# Reads the rows of src/wcsph/passes/list.h. Sets AMPHI_PASSES, the names, and AMPHI_OFFLOAD_PASSES, those of which
# cmake/offload.cmake makes units.
set(list ${CMAKE_SOURCE_DIR}/src/wcsph/passes/list.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
file(STRINGS ${list} rows REGEX "^  X\\([a-z_]+\\)")
string(REPLACE "\\" "" rows "${rows}") # at the end of a line, where it would join two items of the list
set(AMPHI_PASSES "")
foreach(row IN LISTS rows)
  string(REGEX MATCH "[a-z_]+" name "${row}")
  list(APPEND AMPHI_PASSES ${name})
endforeach()

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

# Adds them to amphi_core, an object each, compiled with the definitions and options.
function(pass_objects backend prefix)
  cmake_parse_arguments(with "" "" "DEFINITIONS;OPTIONS" ${ARGN})
  passes_alike(names ${backend})
  foreach(name IN LISTS names)
    add_library(${prefix}_pass_${name} OBJECT src/${backend}/wcsph_pass.c)
    target_link_libraries(${prefix}_pass_${name} PRIVATE amphi_options)
    target_compile_options(${prefix}_pass_${name} PRIVATE ${with_OPTIONS})
    target_compile_definitions(${prefix}_pass_${name} PRIVATE PASS=${name} ${with_DEFINITIONS})
    target_sources(amphi_core PRIVATE $<TARGET_OBJECTS:${prefix}_pass_${name}>)
  endforeach()
endfunction()
