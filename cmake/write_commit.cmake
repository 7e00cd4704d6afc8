# cmake -D SOURCE=DIR -D OUT=FILE -P write_commit.cmake: a header with the commit that last changed what programs are made
# of. Commits that change documents or tests leave it, so that the same program has the same text.
set(commit "unknown")
set(parts src cmake CMakeLists.txt CMakePresets.json)
find_program(GIT git)
if(GIT)
  execute_process(COMMAND ${GIT} log -1 --format=%h --abbrev=12 -- ${parts} WORKING_DIRECTORY ${SOURCE}
    OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(found)
    set(commit ${found})
    execute_process(COMMAND ${GIT} status --porcelain -- ${parts} WORKING_DIRECTORY ${SOURCE}
      OUTPUT_VARIABLE changes ERROR_QUIET)
    if(changes)
      string(APPEND commit " with changes")
    endif()
  endif()
endif()
# Written only where it differs: programs are linked again for a new commit and not for every build.
file(CONFIGURE OUTPUT ${OUT} CONTENT "#pragma once\n\n#define PARTITA_COMMIT \"${commit}\"\n")
