# `cmake --install build/release --prefix DIR`: the program, the page (scripts/build-web) and the engine for browsers
# (scripts/build wasm) if they were built, data, manual page and completions. `scripts/package` packs the same.
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

  # A folder that is carried to other machines may hold the program's libraries, which then come before the machine's
  # (scripts/package tarball); theirs are found by the same path.
  set_target_properties(partita PROPERTIES INSTALL_RPATH "$ORIGIN/../lib/partita")
  target_link_options(partita PRIVATE -Wl,--disable-new-dtags)
  install(TARGETS partita RUNTIME)
  install(FILES ${CMAKE_SOURCE_DIR}/build/wasm/partita.js ${CMAKE_SOURCE_DIR}/build/wasm/partita.worker.js
    ${CMAKE_SOURCE_DIR}/build/wasm/partita.wasm ${CMAKE_SOURCE_DIR}/build/wasm/partita-single.js
    ${CMAKE_SOURCE_DIR}/build/wasm/partita-single.wasm DESTINATION ${CMAKE_INSTALL_DATADIR}/partita/engine OPTIONAL)
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/data DESTINATION ${CMAKE_INSTALL_DATADIR}/partita)
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/learn DESTINATION ${CMAKE_INSTALL_DATADIR}/partita PATTERN "__pycache__" EXCLUDE)
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/web/dist/ DESTINATION ${CMAKE_INSTALL_DATADIR}/partita/web OPTIONAL
    PATTERN ".built" EXCLUDE)
  install(FILES ${made}/partita.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${made}/partita.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME partita)
  install(FILES ${made}/_partita DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
  install(FILES ${made}/partita.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/partita RENAME copyright)
endfunction()
