# SPDX-License-Identifier: BSD-3-Clause
# What `amphi specialise` needs of this build: the compiler and its flags (code_build.h), and the sources themselves,
# which become a part of the program (code_sources.h). Included last, when all flags are known.
function(code_words out)
  set(text "")
  foreach(word IN LISTS ARGN)
    string(REPLACE "\\" "\\\\" word "${word}")
    string(REPLACE "\"" "\\\"" word "${word}")
    string(APPEND text "\"${word}\", ")
  endforeach()
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

string(TOUPPER "${CMAKE_BUILD_TYPE}" upper)
separate_arguments(flags UNIX_COMMAND "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${upper}} ${OpenMP_C_FLAGS}")
set(flags ${flags} -D_GNU_SOURCE ${AMPHI_BIT_OPTIONS})
list(APPEND flags ${AMPHI_SANITIZE_OPTIONS} ${AMPHI_LOOP_OPTIONS})
code_words(common ${flags})
set(targets "")
foreach(isa IN ITEMS ${AMPHI_ISAS} scalar)
  code_words(words ${AMPHI_FLAGS_${isa}} -DLANES=${AMPHI_LANES_${isa}} -DISA=${isa})
  string(APPEND targets " \\\n  X(\"${isa}\", ${words})")
endforeach()
code_words(words ${AMPHI_OFFLOAD_CODE_FLAGS})
string(APPEND targets " \\\n  X(\"offload\", ${words})")

set(package gcc)
set(ask -dumpfullversion)
if(CMAKE_C_COMPILER_ID STREQUAL "Clang")
  string(REGEX MATCH "^[0-9]+" major "${CMAKE_C_COMPILER_VERSION}")
  set(package clang-${major})
  set(ask -dumpversion)
elseif(CMAKE_C_COMPILER_VERSION MATCHES "^([0-9]+)")
  set(package gcc-${CMAKE_MATCH_1})
endif()
set(text "/* Made by cmake/code.cmake. */
#define CODE_COMPILER \"${CMAKE_C_COMPILER}\"
#define CODE_COMPILER_ID \"${CMAKE_C_COMPILER_ID}\"
#define CODE_COMPILER_VERSION \"${CMAKE_C_COMPILER_VERSION}\"
#define CODE_ASK_VERSION \"${ask}\"
#define CODE_PACKAGE \"${package}\"
#define CODE_FLAGS ${common}
#define CODE_TARGETS(X)${targets}
")
code_words(words ${AMPHI_OFFLOAD_CODE_LINK})
string(APPEND text "#define CODE_OFFLOAD_LINK ${words}\n")
if(offload_whole)
  code_words(words ${arch})
  string(APPEND text "#define CODE_PACKAGER \"${compiler_folder}/clang-offload-packager\"\n#define CODE_ARCHS ${words}\n")
endif()
file(CONFIGURE OUTPUT ${AMPHI_GENERATED}/code_build.h CONTENT "${text}" @ONLY)

# Every header that the force passes might include.
file(GLOB sources RELATIVE ${CMAKE_SOURCE_DIR}/src CONFIGURE_DEPENDS
  src/case/*.h src/geometry/*.h src/code/*.h src/cpu/*.h src/io/window.h src/method/*.h src/offload/*.h src/pairwise/*.h src/pairwise/models/*.h src/pairwise/passes/*.h src/lane/*.h src/particles/*.h src/util/*.h
  src/wcsph/*.h src/wcsph/*/*.h)
list(APPEND sources cpu/wcsph_variant.c offload/wcsph_variant.c)
list(APPEND sources choice_rows.h)
set(text "/* Made by cmake/code.cmake. */\n__asm__(\".section .rodata\\n\"")
set(rows "")
set(number 0)
set(paths "")
foreach(source IN LISTS sources)
  set(path ${CMAKE_SOURCE_DIR}/src/${source})
  if(source STREQUAL "choice_rows.h") # made by cmake/choices.cmake
    set(path ${AMPHI_GENERATED}/${source})
  endif()
  list(APPEND paths ${path})
  string(APPEND text "\n  \".globl code_source_${number}, code_source_end_${number}\\n\"")
  string(APPEND text "\n  \"code_source_${number}: .incbin \\\"${path}\\\"\\n\"")
  string(APPEND text "\n  \"code_source_end_${number}: .byte 0\\n\"")
  string(APPEND rows " \\\n  X(${number}, \"${source}\")")
  math(EXPR number "${number} + 1")
endforeach()
file(CONFIGURE OUTPUT ${AMPHI_GENERATED}/code_sources.h CONTENT "${text}\n  \".text\\n\");\n#define CODE_SOURCES(X)${rows}\n" @ONLY)
set_source_files_properties(src/code/sources.c PROPERTIES OBJECT_DEPENDS "${paths}")
