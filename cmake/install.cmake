# SPDX-License-Identifier: BSD-3-Clause
# What `cmake --install` puts beside the program.
install(FILES share/man/man1/amphi.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES share/bash-completion/completions/amphi
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES share/paraview/particles.py DESTINATION ${CMAKE_INSTALL_DATADIR}/amphi/paraview)
install(DIRECTORY cases DESTINATION ${CMAKE_INSTALL_DATADIR}/amphi)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN "*.png" PATTERN "*.webp"
        PATTERN notebooks EXCLUDE)
# As far from cases/ as in the sources, so that their paths hold.
install(DIRECTORY docs/notebooks DESTINATION ${CMAKE_INSTALL_DATADIR}/amphi/docs FILES_MATCHING PATTERN "*.ipynb")
install(DIRECTORY ${CMAKE_BINARY_DIR}/page DESTINATION ${CMAKE_INSTALL_DATADIR}/amphi OPTIONAL) # tools/page makes it
install(CODE "if(NOT EXISTS \"${CMAKE_BINARY_DIR}/page/index.html\")
  message(NOTICE \"no page of amphi view goes along: it is not built (tools/page ${CMAKE_BINARY_DIR})\")
endif()")
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The Python package, with what pip needs to install it elsewhere. A line in a .pth file of the prefix's own site folder,
# if python3 has one there, is what `import amphi` takes.
install(DIRECTORY python DESTINATION ${CMAKE_INSTALL_DATADIR}/amphi
        PATTERN __pycache__ EXCLUDE PATTERN build EXCLUDE PATTERN "*.egg-info" EXCLUDE)
install(CODE "set(AMPHI_PYTHON \"${CMAKE_INSTALL_DATADIR}/amphi/python\")")
install(SCRIPT cmake/install_python.cmake)
