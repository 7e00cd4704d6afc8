# The C library (libpartita.so, bindings/c/partita.h) with an example in plain C that is run as a test, and the Python
# module on the same core where Python's headers and pybind11 are there.
function(partita_add_bindings)
  add_library(partita_c SHARED ${CMAKE_SOURCE_DIR}/bindings/c/partita.cpp)
  set_target_properties(partita_c PROPERTIES OUTPUT_NAME partita VERSION 1 SOVERSION 1)
  target_include_directories(partita_c PUBLIC ${CMAKE_SOURCE_DIR}/bindings/c)
  target_link_libraries(partita_c PRIVATE partita_draw partita_study partita_flags)
  target_link_options(partita_c PRIVATE -Wl,--exclude-libs,ALL)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_link_options(partita_c PRIVATE -fno-lto)
  endif()

  if(PARTITA_TESTS)
    find_package(Threads REQUIRED)
    foreach(name IN ITEMS example stop_test)
      add_executable(partita_c_${name} ${CMAKE_SOURCE_DIR}/bindings/c/${name}.c)
      set_target_properties(partita_c_${name} PROPERTIES C_STANDARD 99 C_EXTENSIONS OFF LINKER_LANGUAGE C)
      target_compile_options(partita_c_${name} PRIVATE -Wall -Wextra -Wpedantic -Werror)
      target_link_libraries(partita_c_${name} PRIVATE partita_c Threads::Threads)
      add_test(NAME c_${name} COMMAND partita_c_${name})
      set_tests_properties(c_${name} PROPERTIES TIMEOUT 300 LABELS unit)
    endforeach()
  endif()
  partita_add_python()
endfunction()

# The system's Python, not whichever comes first on the path: its headers are the ones the packages install.
function(partita_add_python)
  set(PARTITA_PYTHON /usr/bin/python3 CACHE FILEPATH "Python the module is built for")
  set(paths "import sysconfig as s; print(s.get_paths()['include'] + ';' + s.get_config_var('EXT_SUFFIX'))")
  execute_process(COMMAND ${PARTITA_PYTHON} -c "${paths}" OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE
    ERROR_QUIET)
  list(LENGTH found count)
  if(NOT count EQUAL 2)
    message(STATUS "No Python at ${PARTITA_PYTHON}: its module is not built")
    return()
  endif()
  list(GET found 0 include)
  list(GET found 1 suffix)
  find_path(PYBIND11_INCLUDE pybind11/pybind11.h)
  if(NOT PYBIND11_INCLUDE OR NOT EXISTS ${include}/Python.h OR PARTITA_SANITIZE OR PARTITA_THREAD_SANITIZE OR PARTITA_FUZZ)
    message(STATUS "The Python module is not built (needs python3-dev and pybind11-dev, and no sanitizer)")
    return()
  endif()
  set(out ${CMAKE_BINARY_DIR}/python/partita)
  set(package ${CMAKE_SOURCE_DIR}/bindings/python/src/partita)
  add_library(partita_python MODULE ${CMAKE_SOURCE_DIR}/bindings/python/module.cpp
    ${CMAKE_SOURCE_DIR}/bindings/python/records.cpp ${CMAKE_SOURCE_DIR}/bindings/python/selfplay.cpp
    # Of the lab's room these two files and no more: the rest needs queues and networks.
    ${CMAKE_SOURCE_DIR}/src/lab/selfplay_file.cpp ${CMAKE_SOURCE_DIR}/src/lab/selfplay_code.cpp)
  set_target_properties(partita_python PROPERTIES UNITY_BUILD OFF)
  target_include_directories(partita_python PRIVATE ${CMAKE_SOURCE_DIR}/bindings/python)
  target_include_directories(partita_python SYSTEM PRIVATE ${include} ${PYBIND11_INCLUDE})
  target_link_libraries(partita_python PRIVATE partita_draw partita_study partita_record partita_flags)
  target_compile_options(partita_python PRIVATE -fvisibility=hidden -O1)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_link_options(partita_python PRIVATE -fno-lto)
  endif()
  if(PARTITA_WHEEL)
    # Nothing but the C library is asked of the machine, and nothing inside is seen by other modules of the program.
    target_link_options(partita_python PRIVATE -static-libstdc++ -static-libgcc -Wl,--exclude-libs,ALL -Wl,-Bsymbolic
      -Wl,--gc-sections -Wl,-z,now -s)
  endif()
  set_target_properties(partita_python PROPERTIES PREFIX "" SUFFIX ${suffix} OUTPUT_NAME _core
    LIBRARY_OUTPUT_DIRECTORY ${out})
  file(GLOB files CONFIGURE_DEPENDS ${package}/*.py ${package}/*.pyi ${package}/py.typed)
  # An older build's module of the same name would hide the package.
  add_custom_command(TARGET partita_python POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E rm -f ${CMAKE_BINARY_DIR}/python/partita${suffix} ${CMAKE_BINARY_DIR}/python/partita.pyi
    COMMAND ${CMAKE_COMMAND} -E copy ${files} ${out})
  # Copied again when one of them changes.
  set_target_properties(partita_python PROPERTIES LINK_DEPENDS "${files}")
endfunction()
