# SPDX-License-Identifier: BSD-3-Clause
# What `cmake --install` puts beside the program.
install(FILES share/man/man1/amphi.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES share/bash-completion/completions/amphi
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES share/paraview/particles.py DESTINATION ${CMAKE_INSTALL_DATADIR}/amphi/paraview)
install(DIRECTORY cases DESTINATION ${CMAKE_INSTALL_DATADIR}/amphi)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN "*.png" PATTERN "*.webp" PATTERN "*.ipynb")
install(DIRECTORY ${CMAKE_BINARY_DIR}/page DESTINATION ${CMAKE_INSTALL_DATADIR}/amphi OPTIONAL) # tools/page makes it
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
