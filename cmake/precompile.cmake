# Headers of other people's that nearly every file reads, read once for all targets compiled with the same flags. The first
# target of a kind compiles them, the others take them over. For builds of the whole tree: who works on one file does
# without (PARTITA_PRECOMPILE), and finds there the include that a file forgot.
option(PARTITA_PRECOMPILE "Read the common headers once, for builds of everything" OFF)

set(PARTITA_COMMON_HEADERS <algorithm> <array> <atomic> <chrono> <condition_variable> <cstdint> <filesystem> <fstream>
  <functional> <map> <memory> <mutex> <optional> <set> <span> <sstream> <string> <string_view> <thread> <unordered_map>
  <utility> <variant> <vector>)

# As the compiler cache asks for it.
if(PARTITA_PRECOMPILE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
elseif(PARTITA_PRECOMPILE)
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
endif()

function(partita_precompile target kind)
  if(NOT PARTITA_PRECOMPILE)
    return()
  endif()
  if(NOT PARTITA_FUZZ)
    string(REPLACE "covered_" "" kind ${kind})
  endif()
  get_property(first GLOBAL PROPERTY PARTITA_PRECOMPILED_${kind})
  if(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    target_precompile_headers(${target} PRIVATE ${PARTITA_COMMON_HEADERS} ${ARGN})
    set_property(GLOBAL PROPERTY PARTITA_PRECOMPILED_${kind} ${target})
  endif()
endfunction()
