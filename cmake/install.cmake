# `cmake --install build/release --prefix DIR`: the program, the page if it was built (scripts/build-web), data, manual page
# and completions. `scripts/package` makes a Debian package of the same.
include(GNUInstallDirs)

function(partita_generated output)
  add_custom_command(OUTPUT ${output} COMMAND partita ${ARGN} > ${output} DEPENDS partita VERBATIM)
endfunction()

function(partita_add_install)
  set(made ${CMAKE_BINARY_DIR}/generated)
  file(MAKE_DIRECTORY ${made})
  partita_generated(${made}/partita.1 manual)
  partita_generated(${made}/partita.bash completion bash)
  partita_generated(${made}/_partita completion zsh)
  partita_generated(${made}/partita.fish completion fish)
  add_custom_target(partita_generated_files ALL
    DEPENDS ${made}/partita.1 ${made}/partita.bash ${made}/_partita ${made}/partita.fish)

  install(TARGETS partita RUNTIME)
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/data DESTINATION ${CMAKE_INSTALL_DATADIR}/partita)
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/web/dist/ DESTINATION ${CMAKE_INSTALL_DATADIR}/partita/web OPTIONAL
    PATTERN ".built" EXCLUDE)
  install(FILES ${made}/partita.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${made}/partita.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME partita)
  install(FILES ${made}/_partita DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
  install(FILES ${made}/partita.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/partita RENAME copyright)
endfunction()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME partita)
set(CPACK_PACKAGE_CONTACT "The Partita engineers <partita@localhost>")
# As `partita --help` says it: every folder of src/games.
string(REPLACE "games/" "" games_named "${PARTITA_GAME_FOLDERS}")
list(JOIN games_named ", " games_named)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "plays, analyses and solves board games: ${games_named}")
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
include(CPack)
