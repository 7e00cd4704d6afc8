# Compiler behaviour shared by every target: warnings are errors, ccache where present, the processor's instructions.
find_program(CCACHE ccache)
if(CCACHE)
  # By the compiler's own list of headers: what is not in the cache is not preprocessed a second time.
  # Precompiled headers are known by what is in them.
  set(launcher ${CMAKE_COMMAND} -E env CCACHE_DEPEND=1 CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()

add_library(partita_flags INTERFACE)
target_compile_options(partita_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
  -Wno-pedantic -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 warns about its own std::string (bugs 105329 and 105651) as soon as it is inlined. Warnings that follow the
  # flow of values depend on what was inlined and so on the processor; they are shown, and stop nobody's build.
  target_compile_options(partita_flags INTERFACE -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread
    -Wno-array-bounds -Wno-error=maybe-uninitialized -Wno-error=free-nonheap-object -Wno-error=null-dereference)
  # Its memory is collected from a gigabyte on: a twentieth of the time for a twentieth of memory more.
  target_compile_options(partita_flags INTERFACE --param=ggc-min-heapsize=1000000)
endif()
# A product and a sum are rounded one after the other, whatever the processor could do at once: every build finds the
# same moves and draws the same plots.
add_compile_options(-ffp-contract=off)
if(PARTITA_NATIVE)
  add_compile_options(-march=native)
  # Caches of compilations must tell processors apart, which the flag alone does not.
  file(STRINGS /proc/cpuinfo features LIMIT_COUNT 1 REGEX "^(flags|Features)[\t ]*:")
  string(SHA256 processor "${features}")
  string(SUBSTRING ${processor} 0 16 processor)
  add_compile_definitions(PARTITA_PROCESSOR_${processor})
endif()
# -O1 keeps the exhaustive rule tests quick under the sanitizers.
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1 -fno-omit-frame-pointer")
if(PARTITA_THREAD_SANITIZE)
  add_compile_options(-fsanitize=thread)
  add_link_options(-fsanitize=thread)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Asio has fences, which the sanitizer does not follow: it may then see a race too many, never one too few.
    add_compile_options(-Wno-tsan)
  endif()
endif()
if(PARTITA_SANITIZE OR PARTITA_FUZZ)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all)
  add_link_options(-fsanitize=address,undefined)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # Clang 14 has this check on x86-64 alone and cannot assemble it where it meets a coroutine.
    add_compile_options(-fno-sanitize=function)
    # A checked product of 128 bits calls __muloti4 on aarch64, which GCC's runtime library does not have.
    add_link_options(-rtlib=compiler-rt -unwindlib=libgcc)
  endif()
endif()
if(PARTITA_FUZZ)
  # Coverage counters do not disturb the unit tests, so one build serves them and the fuzzers.
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# For what is compiled more often than it runs: rooms that wait for people and files, and the tests of those rooms.
function(partita_quick_compile target)
  if(CMAKE_BUILD_TYPE STREQUAL "Debug")
    target_compile_options(${target} PRIVATE -O0)
  else()
    target_compile_options(${target} PRIVATE -O1)
  endif()
endfunction()

# For what no fuzzer reaches: counters would only cost compile time.
function(partita_without_coverage target)
  if(PARTITA_FUZZ)
    target_compile_options(${target} PRIVATE -fno-sanitize=fuzzer-no-link)
  endif()
endfunction()
