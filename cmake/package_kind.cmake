# SPDX-License-Identifier: BSD-3-Clause
# Read by CPack once a kind of package.
if(CPACK_GENERATOR STREQUAL "DEB")
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
endif()
