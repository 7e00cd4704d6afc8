# `partita-wasm`: the rooms from base to server, without what needs a network, a database or a log, as one WebAssembly
# module for a web worker. Configured with Emscripten's toolchain file (scripts/build wasm).
set(CMAKE_UNITY_BUILD OFF) # its compiler takes longer over a large file than over its parts
set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
add_compile_options(-pthread -msimd128)
# Sizes have 32 bits here: what indexes memory fits, or could not have been allocated.
target_compile_options(partita_flags INTERFACE -Wno-shorten-64-to-32)
add_compile_definitions(PARTITA_VERSION="${PROJECT_VERSION}")

# Boost's headers alone, without those of this machine's C library beside them.
find_path(PARTITA_BOOST_HEADERS boost/json/src.hpp PATHS /usr/include NO_CMAKE_FIND_ROOT_PATH REQUIRED)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/include)
file(CREATE_LINK ${PARTITA_BOOST_HEADERS}/boost ${CMAKE_BINARY_DIR}/include/boost SYMBOLIC)
file(WRITE ${CMAKE_BINARY_DIR}/boost_json.cpp.new "#include <boost/json/src.hpp>\n")
file(COPY_FILE ${CMAKE_BINARY_DIR}/boost_json.cpp.new ${CMAKE_BINARY_DIR}/boost_json.cpp ONLY_IF_DIFFERENT)

# What a home without a network is made of; a name stands for a file of the room.
set(PARTITA_WASM_STUDY atlas engine finding known_proof level_engine motif_text move_mark proof_hunt reason review
  shipped_strategies solver_beside why)
set(PARTITA_WASM_RECORD commands corpus corpus_lines game_files game_record json_fields openings opentafl_read
  opentafl_words opentafl_write read_records record_json replay result_text write_record)
set(PARTITA_WASM_PROTOCOL reason_json)
set(PARTITA_WASM_WORK engine_shelf local_thinking)
set(PARTITA_WASM_STORE archive game_json row_text store_thread)
set(PARTITA_WASM_SERVER analysis_desk bulk_line client_address client_quotas client_session engine_question
  fair_share health_probe http_api http_create http_library http_message http_proof lobby metrics offered_levels
  position_request proof_book puzzle_book review_job search_pool secrets static_pages table table_engines table_offers
  table_play table_reload table_state text_records wire)

function(partita_wasm_files out room)
  set(files)
  foreach(name IN LISTS ARGN)
    list(APPEND files ${CMAKE_SOURCE_DIR}/src/${room}/${name}.cpp)
  endforeach()
  set(${out} ${files} PARENT_SCOPE)
endfunction()

function(partita_add_wasm)
  set(engine)
  foreach(room IN ITEMS base board game nets games search solve catalog)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${room}/*.cpp)
    list(APPEND engine ${sources})
  endforeach()
  partita_write_engines(written)
  partita_wasm_files(study study ${PARTITA_WASM_STUDY})
  add_library(partita_engine_wasm OBJECT ${engine} ${written} ${study})
  set(around)
  foreach(room IN ITEMS record protocol work store server)
    string(TOUPPER ${room} upper)
    partita_wasm_files(files ${room} ${PARTITA_WASM_${upper}})
    list(APPEND around ${files})
  endforeach()
  file(GLOB home CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/browser/*.cpp)
  add_library(partita_home_wasm OBJECT ${around} ${home} ${CMAKE_BINARY_DIR}/boost_json.cpp)
  foreach(target IN ITEMS partita_engine_wasm partita_home_wasm)
    target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR}/src)
    target_include_directories(${target} SYSTEM PRIVATE ${CMAKE_BINARY_DIR}/include)
    target_compile_definitions(${target} PRIVATE BOOST_JSON_STATIC_LINK BOOST_CONTAINER_NO_LIB BOOST_JSON_NO_LIB)
    target_link_libraries(${target} PRIVATE partita_flags)
  endforeach()
  target_compile_options(partita_engine_wasm PRIVATE -O3)
  target_compile_options(partita_home_wasm PRIVATE -Os)
  add_executable(partita-wasm $<TARGET_OBJECTS:partita_engine_wasm> $<TARGET_OBJECTS:partita_home_wasm>)
  set_target_properties(partita-wasm PROPERTIES OUTPUT_NAME partita)
  # Its own main runs beside the worker's thread, which therefore answers whoever wants a new thread. A page may use up
  # to a gibibyte; the stack of a search is the native one's.
  target_link_options(partita-wasm PRIVATE -O3 -pthread -sPROXY_TO_PTHREAD -sPTHREAD_POOL_SIZE=4
    -sMODULARIZE -sEXPORT_NAME=PartitaEngine -sENVIRONMENT=web,worker,node -sALLOW_MEMORY_GROWTH
    -sINITIAL_MEMORY=64MB -sMAXIMUM_MEMORY=1GB -sTOTAL_STACK=4MB -sDEFAULT_PTHREAD_STACK_SIZE=4MB
    -sEXIT_RUNTIME=0 -sFORCE_FILESYSTEM -sSUPPORT_LONGJMP=0 -Wno-pthreads-mem-growth
    -sEXPORTED_FUNCTIONS=_main,_malloc,_free -sEXPORTED_RUNTIME_METHODS=FS,ccall)
endfunction()
