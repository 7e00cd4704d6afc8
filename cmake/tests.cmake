# Tests mirror src/: every folder tests/<room> with *_test.cpp files becomes one program test_<room>, linked with that
# room, the kit and GoogleTest. tests/*_test.cpp at the top are about the tree itself (room law).
find_package(GTest REQUIRED)
find_library(RAPIDCHECK_LIBRARY rapidcheck REQUIRED)

add_library(test_paths OBJECT ${CMAKE_SOURCE_DIR}/tests/kit/paths.cpp)
target_compile_definitions(test_paths PRIVATE PARTITA_PATH_SOURCE="${CMAKE_SOURCE_DIR}"
  PARTITA_PATH_PROGRAM="${CMAKE_BINARY_DIR}/partita")

function(partita_test_program name room)
  add_executable(${name} ${ARGN})
  if(room)
    partita_room_target(${room} target)
    target_link_libraries(${name} PRIVATE ${target})
  endif()
  target_link_libraries(${name} PRIVATE partita_flags ${RAPIDCHECK_LIBRARY} GTest::gtest_main)
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests ${CMAKE_SOURCE_DIR}/src)
  if(NOT PARTITA_PRECOMPILE)
    target_compile_options(${name} PRIVATE -include kit/paths.h)
  endif()
  partita_without_coverage(${name})
  # The tests of the core hold rules and searches of their own, which run long under the sanitizers without optimisation.
  # Those of the catalog run in the libraries: 18 s of compiling instead of 50, and 47 s of tests instead of 40.
  if(CMAKE_BUILD_TYPE STREQUAL "Release" OR NOT room MATCHES "^(games/.*|search|solve)$")
    partita_quick_compile(${name})
    partita_precompile(${name} quick_test <gtest/gtest.h> ${CMAKE_SOURCE_DIR}/tests/kit/paths.h)
  else()
    partita_precompile(${name} core_test <gtest/gtest.h> ${CMAKE_SOURCE_DIR}/tests/kit/paths.h)
  endif()
  target_link_libraries(${name} PRIVATE test_paths)
  if(PARTITA_SANITIZE AND room MATCHES "^(store|server)$")
    # As for the room: SOCI's library keeps its type information to itself.
    target_compile_options(${name} PRIVATE -fno-sanitize=vptr)
  endif()
  # Rooms whose tests start the real program need it built; the others should not wait for its link. Those kept under
  # ThreadSanitizer start threads, not programs.
  if(NOT PARTITA_THREAD_SANITIZE AND room MATCHES "^(protocol|arena|work|store|lab|reports|server|tui|apps)$")
    add_dependencies(${name} partita)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_link_options(${name} PRIVATE -fno-lto)
  endif()
  # One ctest entry per program keeps process start-up out of the sanitizer runs. Those that take longest, and that all
  # others would wait for, are two entries.
  set(parts 1)
  if(room MATCHES "^(server|catalog|study)$")
    set(parts 2)
  endif()
  foreach(part RANGE 1 ${parts})
    set(entry ${name})
    if(parts GREATER 1)
      set(entry ${name}_${part})
    endif()
    if(PARTITA_SANITIZE)
      # Minutes, which a check that is repeated need not spend on what has not changed.
      add_test(NAME ${entry} COMMAND ${CMAKE_SOURCE_DIR}/scripts/once ${entry} $<TARGET_FILE:${name}> -- $<TARGET_FILE:${name}>)
    else()
      add_test(NAME ${entry} COMMAND ${name})
    endif()
    math(EXPR index "${part} - 1")
    set_tests_properties(${entry} PROPERTIES TIMEOUT 900 LABELS unit
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${parts};GTEST_SHARD_INDEX=${index}")
    # The longest first, or the last of them runs alone.
    if(room MATCHES "^(apps|catalog|study|protocol|lab|server|work)$")
      set_tests_properties(${entry} PROPERTIES COST 100)
    endif()
  endforeach()
endfunction()

# Under ThreadSanitizer only what has threads is worth its compile time: the files whose tests scripts/check.d/15-threads
# asks for.
function(partita_keep_threaded out room)
  set(kept)
  foreach(source IN LISTS ARGN)
    file(STRINGS ${source} threaded LIMIT_COUNT 1
      REGEX "^(TYPED_)?TEST.*(Threads|SolverBeside|SearchPool|TableTest|LoopTest|NetTest|StoreThread|Queue|SearchServiceTest)")
    if(threaded OR room STREQUAL "solve")
      list(APPEND kept ${source})
    endif()
  endforeach()
  set(${out} ${kept} PARENT_SCOPE)
endfunction()

# The game that was added by docs/adding-a-game.md alone, tests/games/domineering: its header and the guide's two lines in
# the catalog's list, instead of the lines of the games that are shipped. The whole program is linked with that catalog.
function(partita_add_guide_game)
  set(game_list ${CMAKE_BINARY_DIR}/guide/catalog/game_list.h)
  file(READ ${CMAKE_SOURCE_DIR}/src/catalog/game_list.h text)
  string(REGEX REPLACE "#include \"games/[^\n]*\n" "" text "${text}")
  string(REGEX REPLACE "\n    games::[^>]*>" "\n    games::domineering::Domineering>" text "${text}")
  string(REPLACE "#pragma once\n" "#pragma once\n\n#include \"games/domineering/domineering.h\"\n" text "${text}")
  file(CONFIGURE OUTPUT ${game_list} CONTENT "${text}" @ONLY)
  partita_write_engines(${game_list} engine)
  file(GLOB catalog CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/catalog/*.cpp)
  add_executable(partita_domineering ${catalog} ${engine} ${CMAKE_SOURCE_DIR}/src/apps/main.cpp)
  target_include_directories(partita_domineering BEFORE PRIVATE ${CMAKE_BINARY_DIR}/guide ${CMAKE_SOURCE_DIR}/tests
    ${CMAKE_BINARY_DIR}/commit)
  add_dependencies(partita_domineering partita_commit)
  target_link_libraries(partita_domineering PRIVATE partita_flags partita_apps)
  partita_quick_compile(partita_domineering)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/games/domineering/*_test.cpp)
  partita_test_program(test_games_domineering game ${sources})
  add_dependencies(test_games_domineering partita partita_domineering)
endfunction()

function(partita_add_tests)
  # What the authors' own programs say of 120 positions, against the reports' presets with as=program.
  if(TARGET partita AND NOT PARTITA_THREAD_SANITIZE)
    file(GLOB tables CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/golden/authors/*.tsv)
    add_test(NAME authors COMMAND partita lab authors ${tables})
    set_tests_properties(authors PROPERTIES TIMEOUT 300 LABELS unit)
  endif()
  file(GLOB top CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/*_test.cpp)
  partita_test_program(test_tree "" ${top})
  foreach(line IN LISTS PARTITA_ROOM_LINES)
    string(REGEX MATCH "^[^\t]+" room "${line}")
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/${room}/*_test.cpp)
    if(PARTITA_THREAD_SANITIZE)
      partita_keep_threaded(sources ${room} ${sources})
    endif()
    if(sources)
      string(REPLACE "/" "_" suffix ${room})
      partita_test_program(test_${suffix} ${room} ${sources})
    endif()
  endforeach()
  if(TARGET partita AND NOT PARTITA_SANITIZE AND NOT PARTITA_THREAD_SANITIZE AND NOT PARTITA_FUZZ)
    partita_add_guide_game()
  endif()
endfunction()
