# The one INTERFACE target that every program and library links: standard, warnings, sanitizers, Qt hardening.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
# core/ is what the tests run over and over, so it is optimized a little; see brokerscope_unoptimized for the rest.
set(BROKERSCOPE_DEBUG_FLAGS "-O1 -g1" CACHE STRING "Flags of debug builds, but MSVC's")
if(NOT MSVC)
  set(CMAKE_CXX_FLAGS_DEBUG "${BROKERSCOPE_DEBUG_FLAGS}")
endif()

# ccache needs to be told that precompiled headers are safe to cache. Their content names the folder that they were made in, so a
# tree finds what was compiled at its own place, also when it was laid there anew.
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(launcher ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
               ${CCACHE_PROGRAM})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()

add_library(brokerscope_config INTERFACE)
target_include_directories(brokerscope_config INTERFACE ${CMAKE_SOURCE_DIR})
if(MSVC)
  target_compile_options(brokerscope_config INTERFACE /W4 /WX /permissive- /utf-8)
else()
  target_compile_options(
    brokerscope_config INTERFACE -Wall -Wextra -Wpedantic -Werror -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
                                 -Wimplicit-fallthrough -fno-strict-aliasing)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ needs this to let ccache see through precompiled headers.
    target_compile_options(brokerscope_config INTERFACE -fpch-preprocess)
    # What g++ 12 tells of the standard library's own code, once that is inlined and optimized, is often wrong: said, but no error.
    target_compile_options(
      brokerscope_config INTERFACE $<$<NOT:$<CONFIG:Debug>>:-Wno-error=restrict -Wno-error=array-bounds
                                   -Wno-error=stringop-overflow -Wno-error=stringop-overread -Wno-error=maybe-uninitialized>)
    if(CMAKE_UNITY_BUILD)
      # In a unity build a source looks like a header, whose unnamed types would have another meaning in every file.
      target_compile_options(brokerscope_config INTERFACE -Wno-subobject-linkage)
    endif()
  else()
    # So that a precompiled header is the same whenever it is made.
    target_compile_options(brokerscope_config INTERFACE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
endif()
find_program(MOLD_PROGRAM mold)
if(MOLD_PROGRAM AND UNIX AND NOT APPLE)
  target_link_options(brokerscope_config INTERFACE -fuse-ld=mold)
endif()

# For folders in which a debug build spends its time compiling, not running: front ends and tests.
add_library(brokerscope_unoptimized INTERFACE)
target_compile_options(brokerscope_unoptimized INTERFACE $<$<AND:$<CONFIG:Debug>,$<NOT:$<CXX_COMPILER_ID:MSVC>>>:-O0>)

if(BROKERSCOPE_SANITIZE)
  target_compile_options(brokerscope_config INTERFACE -fsanitize=${BROKERSCOPE_SANITIZE} -fno-omit-frame-pointer
                                                      -fno-sanitize-recover=all)
  target_link_options(brokerscope_config INTERFACE -fsanitize=${BROKERSCOPE_SANITIZE})
endif()
if(BROKERSCOPE_FUZZ)
  target_compile_options(brokerscope_config INTERFACE -fsanitize=fuzzer-no-link)
endif()

# Qt without its convenient and costly or unsafe corners.
add_library(brokerscope_qt_config INTERFACE)
target_link_libraries(brokerscope_qt_config INTERFACE brokerscope_config)
target_compile_definitions(
  brokerscope_qt_config INTERFACE QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_URL_CAST_FROM_STRING
                                  QT_NO_CAST_FROM_BYTEARRAY QT_NO_FOREACH QT_NO_KEYWORDS QT_STRICT_ITERATORS
                                  QT_DISABLE_DEPRECATED_BEFORE=0x060400)

find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(tl-expected REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(libzip REQUIRED)
if(BROKERSCOPE_QT)
  find_package(Qt6 6.4 REQUIRED COMPONENTS Core Network)
  if(BROKERSCOPE_GUI)
    find_package(Qt6 6.4 REQUIRED COMPONENTS Gui Widgets Svg Test)
  endif()
endif()

# The precompiled header of everything that shows no window.
set(BROKERSCOPE_PCH_HEADERS <algorithm> <array> <cstdint> <functional> <map> <memory> <optional> <span> <string>
    <string_view> <unordered_map> <utility> <variant> <vector> <fmt/format.h> <tl/expected.hpp> <nlohmann/json.hpp>)
file(WRITE ${CMAKE_BINARY_DIR}/pch/anchor.cpp "\n")
add_library(brokerscope_pch STATIC ${CMAKE_BINARY_DIR}/pch/anchor.cpp)
target_link_libraries(brokerscope_pch PRIVATE brokerscope_config fmt::fmt tl::expected nlohmann_json::nlohmann_json)
target_precompile_headers(brokerscope_pch PRIVATE ${BROKERSCOPE_PCH_HEADERS})
