# SPDX-License-Identifier: BSD-3-Clause
# One number of all that the program is made of, which what it writes carries (src/cli/provenance.h): made anew, in one
# small file, whenever a source changes. By hand, the number of a tree:
#   cmake -DROOT=. -P cmake/digest.cmake
set(patterns lab/*.c lab/*.h cmake/*.cmake cmake/*.sh src/*.c src/*.h src/*.list src/*.json)
if(CMAKE_SCRIPT_MODE_FILE)
  get_filename_component(ROOT ${ROOT} ABSOLUTE)
  list(TRANSFORM patterns PREPEND ${ROOT}/)
  file(GLOB_RECURSE files LIST_DIRECTORIES false RELATIVE ${ROOT} ${patterns})
  list(APPEND files CMakeLists.txt)
  list(SORT files)
  set(text "")
  foreach(file IN LISTS files)
    file(SHA256 ${ROOT}/${file} hash)
    string(APPEND text "${hash}  ${file}\n")
  endforeach()
  string(SHA256 digest "${text}")
  string(SUBSTRING ${digest} 0 16 digest)
  if(OUTPUT)
    file(WRITE ${OUTPUT} "/* Made by cmake/digest.cmake. */\n#include \"cli/provenance.h\"\n"
         "const char provenance_sources[] = \"${digest}\";\n")
  else()
    message("${digest}")
  endif()
  return()
endif()

list(TRANSFORM patterns PREPEND ${CMAKE_SOURCE_DIR}/)
file(GLOB_RECURSE files CONFIGURE_DEPENDS LIST_DIRECTORIES false ${patterns})
add_custom_command(OUTPUT ${AMPHI_GENERATED}/sources_digest.c
                   COMMAND ${CMAKE_COMMAND} -DROOT=${CMAKE_SOURCE_DIR} -DOUTPUT=${AMPHI_GENERATED}/sources_digest.c
                           -P ${CMAKE_SOURCE_DIR}/cmake/digest.cmake
                   DEPENDS ${files} ${CMAKE_SOURCE_DIR}/CMakeLists.txt VERBATIM)
target_sources(amphi_core PRIVATE ${AMPHI_GENERATED}/sources_digest.c)
