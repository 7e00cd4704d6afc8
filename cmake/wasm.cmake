# `partita-wasm`: the rooms from base to server, without what needs a network, a database or a log, as one WebAssembly
# module for a web worker. `partita-wasm-single`: the same without threads, for pages that may share no memory between
# workers. Configured with Emscripten's toolchain file (scripts/build wasm).
set(CMAKE_UNITY_BUILD OFF) # its compiler takes longer over a large file than over its parts
set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
add_compile_options(-msimd128)
# Sizes have 32 bits here: what indexes memory fits, or could not have been allocated.
target_compile_options(partita_flags INTERFACE -Wno-shorten-64-to-32)
add_compile_definitions(PARTITA_VERSION="${PROJECT_VERSION}")

# Boost's headers alone, without those of this machine's C library beside them.
find_path(PARTITA_BOOST_HEADERS boost/json/src.hpp PATHS /usr/include ${CMAKE_SOURCE_DIR}/build/packages/usr/include
  NO_CMAKE_FIND_ROOT_PATH REQUIRED)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/include)
file(CREATE_LINK ${PARTITA_BOOST_HEADERS}/boost ${CMAKE_BINARY_DIR}/include/boost SYMBOLIC)
file(WRITE ${CMAKE_BINARY_DIR}/boost_json.cpp.new "#include <boost/json/src.hpp>\n")
file(COPY_FILE ${CMAKE_BINARY_DIR}/boost_json.cpp.new ${CMAKE_BINARY_DIR}/boost_json.cpp ONLY_IF_DIFFERENT)

# What a home without a network is made of: everything in these rooms but what needs zstd, a database, the network or a log,
# or is for tools alone. Names stand for files. A new file is taken in by itself; what nothing asks for is not linked.
set(PARTITA_WASM_WITHOUT_study atlas_page atlas_survey certificate_file puzzle_candidates puzzles)
set(PARTITA_WASM_WITHOUT_record)
set(PARTITA_WASM_WITHOUT_store connection data_folder database_url file_lock integrity_check leases migrations store)
set(PARTITA_WASM_WITHOUT_server dependencies gzip log nats_cluster_peers net net_http net_socket server)
# Of rooms whose other files talk to programs and networks.
set(PARTITA_WASM_PROTOCOL explore_json reason_json)
set(PARTITA_WASM_WORK engine_pool local_search)

function(partita_wasm_files out room)
  file(GLOB files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${room}/*.cpp)
  foreach(name IN LISTS PARTITA_WASM_WITHOUT_${room})
    list(REMOVE_ITEM files ${CMAKE_SOURCE_DIR}/src/${room}/${name}.cpp)
  endforeach()
  set(${out} ${files} PARENT_SCOPE)
endfunction()

# One module: `name` of its files, `kind` threads or single.
function(partita_add_wasm_module target name kind)
  set(engine)
  foreach(room IN ITEMS base board game nets games search solve catalog)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${room}/*.cpp)
    list(APPEND engine ${sources})
  endforeach()
  partita_write_engines(written)
  partita_wasm_files(study study)
  add_library(partita_engine_${kind} STATIC ${engine} ${written} ${study})
  set(around)
  foreach(room IN ITEMS record store server)
    partita_wasm_files(files ${room})
    list(APPEND around ${files})
  endforeach()
  foreach(file IN LISTS PARTITA_WASM_PROTOCOL)
    list(APPEND around ${CMAKE_SOURCE_DIR}/src/protocol/${file}.cpp)
  endforeach()
  foreach(file IN LISTS PARTITA_WASM_WORK)
    list(APPEND around ${CMAKE_SOURCE_DIR}/src/work/${file}.cpp)
  endforeach()
  add_library(partita_around_${kind} STATIC ${around} ${CMAKE_BINARY_DIR}/boost_json.cpp)
  file(GLOB home CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/browser/*.cpp)
  add_library(partita_home_${kind} OBJECT ${home})
  if(kind STREQUAL "threads")
    set(threads -pthread)
  else()
    set(threads -DPARTITA_WITHOUT_THREADS)
  endif()
  foreach(part IN ITEMS partita_engine_${kind} partita_around_${kind} partita_home_${kind})
    target_include_directories(${part} PRIVATE ${CMAKE_SOURCE_DIR}/src)
    target_include_directories(${part} SYSTEM PRIVATE ${CMAKE_BINARY_DIR}/include)
    target_compile_definitions(${part} PRIVATE BOOST_JSON_STATIC_LINK BOOST_CONTAINER_NO_LIB BOOST_JSON_NO_LIB)
    target_compile_options(${part} PRIVATE ${threads})
    target_link_libraries(${part} PRIVATE partita_flags)
  endforeach()
  target_compile_options(partita_engine_${kind} PRIVATE -O3)
  target_compile_options(partita_around_${kind} PRIVATE -Os)
  target_compile_options(partita_home_${kind} PRIVATE -Os)
  add_executable(${target} $<TARGET_OBJECTS:partita_home_${kind}>)
  target_link_libraries(${target} PRIVATE partita_around_${kind} partita_engine_${kind})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name})
  # A page may use up to a gibibyte; the stack of a search is the native one's.
  target_link_options(${target} PRIVATE -O3
    -sMODULARIZE -sEXPORT_NAME=PartitaEngine -sENVIRONMENT=web,worker,node -sALLOW_MEMORY_GROWTH
    -sINITIAL_MEMORY=64MB -sMAXIMUM_MEMORY=1GB -sTOTAL_STACK=4MB
    -sEXIT_RUNTIME=0 -sFORCE_FILESYSTEM -sSUPPORT_LONGJMP=0
    -sEXPORTED_FUNCTIONS=_main,_malloc,_free -sEXPORTED_RUNTIME_METHODS=FS,ccall)
  if(kind STREQUAL "threads")
    # Its own main runs beside the worker's thread, which therefore answers whoever wants a new thread.
    target_link_options(${target} PRIVATE -pthread -sPROXY_TO_PTHREAD -sPTHREAD_POOL_SIZE=4 -sDEFAULT_PTHREAD_STACK_SIZE=4MB
      -Wno-pthreads-mem-growth)
  endif()
endfunction()

function(partita_add_wasm)
  partita_add_wasm_module(partita-wasm partita threads)
  partita_add_wasm_module(partita-wasm-single partita-single single)
endfunction()
