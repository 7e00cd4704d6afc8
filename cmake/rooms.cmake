# One static library per room of src/rooms.tsv. A room's sources are whatever .cpp files stand in its folder.
file(STRINGS ${CMAKE_SOURCE_DIR}/src/rooms.tsv PARTITA_ROOM_ROWS REGEX "^[^#]")
file(GLOB PARTITA_GAME_FOLDERS RELATIVE ${CMAKE_SOURCE_DIR}/src CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/games/*)
list(JOIN PARTITA_GAME_FOLDERS " " PARTITA_GAME_ROOMS)
# room, includes, externals of every target: "games/*" stands for a row of each folder, or for all of them.
foreach(row IN LISTS PARTITA_ROOM_ROWS)
  string(REGEX MATCH "^([^\t]+)\t([^\t]+)\t([^\t]+)" ignored "${row}")
  set(room ${CMAKE_MATCH_1})
  set(externals ${CMAKE_MATCH_3})
  string(REPLACE "games/*" "${PARTITA_GAME_ROOMS}" includes "${CMAKE_MATCH_2}")
  if(room STREQUAL "games/*")
    foreach(folder IN LISTS PARTITA_GAME_FOLDERS)
      list(APPEND PARTITA_ROOM_LINES "${folder}\t${includes}\t${externals}")
    endforeach()
  else()
    list(APPEND PARTITA_ROOM_LINES "${room}\t${includes}\t${externals}")
  endif()
endforeach()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/rooms.tsv)

include(CheckIPOSupported)
check_ipo_supported(RESULT PARTITA_IPO OUTPUT ignored LANGUAGES CXX)

function(partita_room_target room out)
  string(REPLACE "/" "_" target ${room})
  set(${out} partita_${target} PARENT_SCOPE)
endfunction()

# With link-time optimisation the rooms a search runs through are compiled to fat objects, for programs that are linked
# with it and for those that are not. The rooms above wait for people and files; compiling them twice would cost minutes
# and win nothing.
function(partita_lto target)
  if(PARTITA_LTO AND PARTITA_IPO AND CMAKE_BUILD_TYPE STREQUAL "Release")
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      target_compile_options(${target} PRIVATE -flto=auto -ffat-lto-objects)
      target_link_options(${target} PRIVATE -flto=auto -O3)
    else()
      set_property(TARGET ${target} PROPERTY INTERPROCEDURAL_OPTIMIZATION ON)
    endif()
  endif()
endfunction()

# A program for processors of one level: its instructions where searches run. The rooms above are the same for all levels.
function(partita_for_level target)
  if(PARTITA_LEVEL)
    target_compile_options(${target} PRIVATE -march=${PARTITA_LEVEL})
  endif()
endfunction()

# Profile-guided optimisation (scripts/train): counters of what runs often, written by one build and read by others. The
# counters are named by the object files' places inside a build folder, so that one profile serves every folder. Threads
# count without waiting for each other, so that a profile may be short of a few. Compilations by a profile depend on more
# than a cache of compilations looks at.
set(PARTITA_PROFILE_FOLDER ${CMAKE_SOURCE_DIR}/build/profile)
function(partita_profile target)
  if(NOT PARTITA_PROFILE OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    return()
  endif()
  set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER "")
  target_compile_options(${target} PRIVATE -fprofile-prefix-path=${CMAKE_BINARY_DIR})
  if(PARTITA_PROFILE STREQUAL "write")
    target_compile_options(${target} PRIVATE -fprofile-generate=${PARTITA_PROFILE_FOLDER} -fprofile-update=prefer-atomic)
    target_link_options(${target} PUBLIC -fprofile-generate)
  elseif(PARTITA_PROFILE STREQUAL "read")
    # Counts of a program with threads may not add up; the compiler is to make the best of them, and not to warn.
    target_compile_options(${target} PRIVATE -fprofile-use=${PARTITA_PROFILE_FOLDER} -fprofile-partial-training
      -fprofile-correction -Wno-missing-profile -Wno-coverage-mismatch)
  endif()
endfunction()
# Where branches are as random as a board that was filled by chance, the source computes instead, and a profile would have
# the compiler branch again: Omega's Monte-Carlo search was slower by a tenth. These options undo what -fprofile-use adds.
if(PARTITA_PROFILE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set_source_files_properties(${CMAKE_SOURCE_DIR}/src/games/omega/playout.cpp ${CMAKE_SOURCE_DIR}/src/games/omega/score_board.cpp
    PROPERTIES COMPILE_OPTIONS "-fno-branch-probabilities;-fno-tracer;-fno-unroll-loops;-fno-vpt" SKIP_UNITY_BUILD_INCLUSION ON)
endif()

# A search for each game of the catalog's list, compiled alone: a minute each with all optimisation.
function(partita_write_engines out)
  set(game_list ${CMAKE_SOURCE_DIR}/src/catalog/game_list.h)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${game_list})
  file(STRINGS ${game_list} rows REGEX "^ *games::[a-z0-9_]+::[A-Za-z0-9]+[,>]")
  set(written)
  foreach(row IN LISTS rows)
    string(REGEX MATCH "games::([a-z0-9_]+)::[A-Za-z0-9]+" PARTITA_GAME_TYPE "${row}")
    set(PARTITA_GAME_NAME ${CMAKE_MATCH_1})
    set(source ${CMAKE_BINARY_DIR}/engines/engine_${PARTITA_GAME_NAME}.cpp)
    configure_file(${CMAKE_SOURCE_DIR}/cmake/engine.cpp.in ${source} @ONLY)
    list(APPEND written ${source})
  endforeach()
  set_source_files_properties(${written} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  set(${out} ${written} PARENT_SCOPE)
endfunction()

function(partita_add_room room includes externals)
  partita_room_target(${room} target)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${room}/*.cpp)
  if(room STREQUAL "catalog")
    partita_write_engines(engines)
    list(APPEND sources ${engines})
  endif()
  list(FILTER sources EXCLUDE REGEX "/src/apps/(learn_|reports_)?main\\.cpp$")
  # Compiled for browsers only (cmake/wasm.cmake).
  list(FILTER sources EXCLUDE REGEX "/src/browser/wasm_[a-z]+\\.cpp$")
  if(PARTITA_ENGINE_ONLY AND room STREQUAL "work")
    # Threads of one machine do the jobs where there is no message queue.
    list(FILTER sources EXCLUDE REGEX "/src/work/(nats_[a-z]+|remote_search|search_worker)\\.cpp$")
    string(REPLACE " nats crypto" "" externals "${externals}")
  endif()
  if(sources)
    add_library(${target} STATIC ${sources})
    set(scope PUBLIC)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(${target} ${scope} ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(${target} ${scope} Threads::Threads)
  if(sources)
    target_link_libraries(${target} PRIVATE partita_flags)
    if(room MATCHES "^(base|board|game|nets|games/.*|search|solve|catalog|study|learn)$")
      partita_lto(${target})
      partita_for_level(${target})
      partita_profile(${target})
      # Fuzzers are led through what reads text: counters in the searches would only lengthen the build.
      if(room MATCHES "^(catalog|study|learn)$")
        partita_without_coverage(${target})
        partita_precompile(${target} core)
      else()
        partita_precompile(${target} covered_core)
      endif()
    else()
      partita_quick_compile(${target})
      if(room MATCHES "^(record|protocol)$")
        partita_precompile(${target} covered_json <boost/json.hpp>)
      else()
        partita_without_coverage(${target})
        if("${includes} ${externals}" MATCHES "record|boost_json")
          partita_precompile(${target} json <boost/json.hpp>)
        endif()
      endif()
    endif()
    if(room MATCHES "^(server|browser)$" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # GCC 12 under AddressSanitizer takes Asio's coroutine frames for a mismatched delete; and where several files are
      # compiled as one it believes that what their unnamed namespaces hold could be seen from outside.
      target_compile_options(${target} PRIVATE -Wno-mismatched-new-delete -Wno-subobject-linkage)
    endif()
    if(PARTITA_SANITIZE AND room STREQUAL "store")
      # SOCI's library does not export the type information that clang's check of virtual calls asks for.
      target_compile_options(${target} PRIVATE -fno-sanitize=vptr)
    endif()
  endif()
  separate_arguments(includes)
  foreach(below IN LISTS includes)
    if(NOT below STREQUAL "-")
      partita_room_target(${below} below_target)
      target_link_libraries(${target} ${scope} ${below_target})
    endif()
  endforeach()
  separate_arguments(externals)
  foreach(external IN LISTS externals)
    if(NOT external STREQUAL "-")
      target_link_libraries(${target} ${scope} ext_${external})
    endif()
  endforeach()
endfunction()

# What PARTITA_ENGINE_ONLY builds: the engines, and with Boost's headers the rooms that measure them.
set(PARTITA_ENGINE_ROOMS "^(base|board|game|nets|games/.*|search|solve|catalog|study|learn)$")
if(TARGET ext_boost_json)
  set(PARTITA_ENGINE_ROOMS "^(base|board|game|nets|games/.*|search|solve|catalog|draw|study|learn|record|protocol|arena|work|lab)$")
endif()

function(partita_add_rooms)
  foreach(line IN LISTS PARTITA_ROOM_LINES)
    string(REPLACE "\t" ";" columns "${line}")
    list(GET columns 0 room)
    if(PARTITA_ENGINE_ONLY AND NOT room MATCHES "${PARTITA_ENGINE_ROOMS}")
      continue()
    endif()
    list(GET columns 1 includes)
    list(GET columns 2 externals)
    partita_add_room(${room} "${includes}" "${externals}")
    partita_room_target(${room} target)
    list(APPEND targets ${target})
  endforeach()
  # Everything but the programs: what a compiler for another processor can make without that processor's libraries.
  add_custom_target(rooms DEPENDS ${targets})
endfunction()

# Kernels for processors that have more than the least one: compiled with their instructions, chosen at run time.
function(partita_kernel source flags)
  separate_arguments(flags)
  set_source_files_properties(${CMAKE_SOURCE_DIR}/src/nets/${source} PROPERTIES COMPILE_OPTIONS "${flags}"
    SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
endfunction()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  partita_kernel(kernel_avx2.cpp "-mavx2")
  partita_kernel(kernel_avx512.cpp "-mavx512f -mavx512bw -mavx512vl -mavx512vnni")
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  partita_kernel(kernel_neon_dot.cpp "-march=armv8.2-a+dotprod")
endif()

function(partita_add_program)
  add_executable(partita ${CMAKE_SOURCE_DIR}/src/apps/main.cpp)
  target_link_libraries(partita PRIVATE partita_apps partita_flags)
  # Asked for at every build: the commit may be another one.
  set(commit_header ${CMAKE_BINARY_DIR}/commit/apps/commit.h)
  add_custom_target(partita_commit BYPRODUCTS ${commit_header}
    COMMAND ${CMAKE_COMMAND} -D SOURCE=${CMAKE_SOURCE_DIR} -D OUT=${commit_header}
            -P ${CMAKE_SOURCE_DIR}/cmake/write_commit.cmake VERBATIM)
  add_dependencies(partita partita_commit)
  target_include_directories(partita PRIVATE ${CMAKE_BINARY_DIR}/commit)
  partita_lto(partita)
endfunction()

# Beside `partita` itself these are tools that few build: whole-program optimisation, a minute and a half of linking, is for
# machines that build nothing else.
function(partita_lto_alone target)
  if(PARTITA_ENGINE_ONLY)
    partita_lto(${target})
  endif()
endfunction()

# What learns: self-play and matches on a machine that has only a compiler, CLI11 and zstd.
function(partita_add_learner)
  add_executable(partita-learn ${CMAKE_SOURCE_DIR}/src/apps/learn_main.cpp ${CMAKE_SOURCE_DIR}/src/apps/learn_steps.cpp)
  target_link_libraries(partita-learn PRIVATE partita_learn partita_flags ext_cli11)
  partita_lto_alone(partita-learn)
  if(PARTITA_SANITIZE OR PARTITA_THREAD_SANITIZE)
    set_target_properties(partita-learn PROPERTIES EXCLUDE_FROM_ALL ON)  # no test runs it
  endif()
endfunction()

# What measures: the five reports' experiments on a machine that has a compiler, CLI11, zstd and Boost's headers.
function(partita_add_reporter)
  add_executable(partita-reports ${CMAKE_SOURCE_DIR}/src/apps/reports_main.cpp)
  target_link_libraries(partita-reports PRIVATE partita_lab partita_flags ext_cli11)
  partita_lto_alone(partita-reports)
  if(NOT PARTITA_ENGINE_ONLY)
    set_target_properties(partita-reports PROPERTIES EXCLUDE_FROM_ALL ON)  # `partita lab reports` does the same
  endif()
endfunction()
