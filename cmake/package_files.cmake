# SPDX-License-Identifier: BSD-3-Clause
# Run by CPack when the files of a package are in CPACK_TEMPORARY_DIRECTORY, or on such a folder by
#   cmake -DCPACK_GENERATOR=TGZ -DCPACK_TEMPORARY_DIRECTORY=DIR -DCPACK_PACKAGE_VERSION=N -P cmake/package_files.cmake
set(root ${CPACK_TEMPORARY_DIRECTORY})
if(CPACK_GENERATOR STREQUAL "DEB")
  file(WRITE ${root}/usr/lib/python3/dist-packages/amphi.pth "/usr/share/amphi/python\n")
  return()
endif()

# All libraries but those of the C library, which belong to the system that starts the program.
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${root}/bin/amphi RESOLVED_DEPENDENCIES_VAR libraries
     UNRESOLVED_DEPENDENCIES_VAR lacking
     PRE_EXCLUDE_REGEXES "^(ld-linux.*|lib(c|m|mvec|dl|pthread|rt|util|resolv))[.]so")
if(lacking)
  message(FATAL_ERROR "The program's libraries are not all here: ${lacking}")
elseif(libraries MATCHES "/libmpi[^/]*[.]so")
  message(FATAL_ERROR "${CMAKE_MATCH_0} does not run from another folder: build with -DAMPHI_MPI=off")
endif()
file(REMOVE_RECURSE ${root}/lib/amphi)
set(notes ${root}/share/doc/amphi/libraries)
foreach(library IN LISTS libraries)
  get_filename_component(name ${library} NAME)
  file(REAL_PATH ${library} real)
  file(COPY ${real} DESTINATION ${root}/lib/amphi)
  get_filename_component(file ${real} NAME)
  if(NOT file STREQUAL name)
    file(RENAME ${root}/lib/amphi/${file} ${root}/lib/amphi/${name})
  endif()
  # One with a path of its own would look for what it needs there alone, and not where the program's says.
  file(RPATH_REMOVE FILE ${root}/lib/amphi/${name})
  # Their licences ask to go along.
  execute_process(COMMAND dpkg-query -S ${real} OUTPUT_VARIABLE owner ERROR_QUIET)
  if(owner MATCHES "^([^:,]+)" AND EXISTS /usr/share/doc/${CMAKE_MATCH_1}/copyright)
    set(package ${CMAKE_MATCH_1})
    file(REAL_PATH /usr/share/doc/${package}/copyright text)
    configure_file(${text} ${notes}/${package}.txt COPYONLY)
  endif()
endforeach()

# The oldest C library that has what all of them ask for.
file(GLOB objects ${root}/lib/amphi/*)
execute_process(COMMAND objdump -T ${root}/bin/amphi ${objects} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "GLIBC_2[.][0-9]+" versions "${symbols}")
list(REMOVE_DUPLICATES versions)
list(SORT versions COMPARE NATURAL ORDER DESCENDING)
list(GET versions 0 floor)
string(REPLACE GLIBC_ "" floor ${floor})

if(NOT EXISTS ${root}/cases)
  file(CREATE_LINK share/amphi/cases ${root}/cases SYMBOLIC)
endif()
file(WRITE ${root}/README.txt "amphi ${CPACK_PACKAGE_VERSION} for Linux with glibc ${floor} or newer.
It runs where it is unpacked and needs nothing else:

  bin/amphi info
  bin/amphi run cases/dambreak2d -o out/first
  bin/amphi render out/first
  export PATH=$PWD/bin:$PATH          # the same as amphi, from anywhere

Manual: man -l share/man/man1/amphi.1. Documentation: share/doc/amphi. Shell completion:
. share/bash-completion/completions/amphi. Python, with NumPy, h5py and PyYAML:
PYTHONPATH=$PWD/share/amphi/python, or pip install share/amphi/python. One part (no MPI).
Licence: BSD-3-Clause; those of the libraries in lib/amphi are in share/doc/amphi/libraries.
")
message(STATUS "Archive: needs glibc ${floor} or newer")
