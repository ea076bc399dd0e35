# SPDX-License-Identifier: BSD-3-Clause
# What `cmake --build BUILD --target package` makes: an archive that runs where it is unpacked, with the libraries
# beside the program, and a Debian package, which depends on the distribution's.
set(CPACK_PACKAGE_NAME amphi)
set(CPACK_PACKAGE_VENDOR amphi)
set(CPACK_PACKAGE_CONTACT "amphi's developers <amphi@project.invalid>")
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
string(TOLOWER "${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}" system)
set(CPACK_PACKAGE_FILE_NAME amphi-${PROJECT_VERSION}-${system})
set(generators "")

# A relocated MPI library finds neither its launcher nor its modules.
if(AMPHI_MPI_TARGET)
  message(STATUS "Packages: no archive, since an MPI library does not run from another folder; "
          "cmake --preset portable makes one")
else()
  list(APPEND generators TGZ)
endif()

# LLVM's runtime for GPUs is in no package that goes with others, so that only the archive has it.
find_program(AMPHI_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(AMPHI_SHLIBDEPS)
if(NOT AMPHI_OFFLOAD STREQUAL "off")
  string(APPEND CPACK_PACKAGE_FILE_NAME -${AMPHI_OFFLOAD})
elseif(AMPHI_SHLIBDEPS)
  list(APPEND generators DEB)
else()
  message(STATUS "Packages: no Debian package, since there is no dpkg-shlibdeps (dpkg-dev)")
endif()
if(NOT generators)
  return()
endif()

set(CPACK_GENERATOR ${generators})
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3, python3-numpy, python3-h5py, python3-yaml")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "python3-matplotlib, paraview, gcc")
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_SOURCE_DIR}/cmake/package_kind.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/cmake/package_files.cmake)
include(CPack)
