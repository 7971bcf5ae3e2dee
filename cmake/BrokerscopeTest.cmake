find_package(GTest REQUIRED)
include(GoogleTest)

# Precompiled headers of the tests. Qt has its users compiled as position independent code (-fPIC), as a library is; a compiler takes a
# precompiled header only with the flags that it was made with, so test programs without Qt are compiled so too.
add_library(brokerscope_test_pch STATIC ${CMAKE_BINARY_DIR}/pch/anchor.cpp)
target_link_libraries(
  brokerscope_test_pch PRIVATE brokerscope_config brokerscope_unoptimized fmt::fmt tl::expected nlohmann_json::nlohmann_json GTest::gmock)
target_precompile_headers(brokerscope_test_pch PRIVATE ${BROKERSCOPE_PCH_HEADERS} <gmock/gmock.h> <gtest/gtest.h>)
if(BROKERSCOPE_QT AND BROKERSCOPE_GUI)
  add_library(brokerscope_widget_test_pch STATIC ${CMAKE_BINARY_DIR}/pch/anchor.cpp)
  target_link_libraries(brokerscope_widget_test_pch PRIVATE brokerscope_qt_config brokerscope_unoptimized Qt6::Widgets GTest::gmock)
  target_precompile_headers(brokerscope_widget_test_pch PRIVATE <memory> <string> <vector> <QtWidgets> <gmock/gmock.h>
                            <gtest/gtest.h>)
endif()

# brokerscope_test(FOLDER unit/core/base [LINKS <targets>] [LABELS <labels>] [QT] [TIMEOUT s] [ENVIRONMENT ...] [PCH <target>]
#                  [OPTIMIZED])
# One GoogleTest program from all sources of tests/<FOLDER>; ctest runs each case. OPTIMIZED: its own code is what takes the time, so
# that it is compiled as core/ is.
function(brokerscope_test)
  cmake_parse_arguments(arg "QT;OPTIMIZED" "FOLDER;TIMEOUT;PCH" "LINKS;LABELS;ENVIRONMENT;FIXTURES" ${ARGN})
  string(REPLACE "/" "_" target ${arg_FOLDER})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/${arg_FOLDER}/*.cpp)
  if(NOT sources)
    return()
  endif()
  add_executable(${target} ${sources})
  target_link_libraries(${target} PRIVATE ${arg_LINKS} brokerscope_config GTest::gmock
                                          $<$<NOT:$<BOOL:${arg_OPTIMIZED}>>:brokerscope_unoptimized>)
  target_compile_definitions(
    ${target} PRIVATE BROKERSCOPE_SOURCE_DIR="${CMAKE_SOURCE_DIR}" BROKERSCOPE_BINARY_DIR="${CMAKE_BINARY_DIR}")
  if(arg_QT)
    set_target_properties(${target} PROPERTIES AUTOMOC ON)
    target_link_libraries(${target} PRIVATE brokerscope_qt_config)
  else()
    target_link_libraries(${target} PRIVATE GTest::gmock_main)
    target_compile_options(${target} PRIVATE $<$<NOT:$<CXX_COMPILER_ID:MSVC>>:-fPIC>)
  endif()
  if(arg_OPTIMIZED)
    set(arg_PCH brokerscope_pch)
  elseif(NOT arg_PCH)
    set(arg_PCH brokerscope_test_pch)
  endif()
  target_precompile_headers(${target} REUSE_FROM ${arg_PCH})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  get_filename_component(preset ${CMAKE_BINARY_DIR} NAME)
  # One label: gtest_discover_tests takes a list apart, and every property after it would be lost.
  set(properties TIMEOUT ${arg_TIMEOUT})
  foreach(property LABELS ENVIRONMENT)
    list(LENGTH arg_${property} count)
    if(count GREATER 1)
      message(FATAL_ERROR "brokerscope_test(${arg_FOLDER}): one value for ${property}")
    elseif(count EQUAL 1)
      list(APPEND properties ${property} ${arg_${property}})
    endif()
  endforeach()
  if(arg_FIXTURES)
    list(APPEND properties FIXTURES_REQUIRED ${arg_FIXTURES} RESOURCE_LOCK ${arg_FIXTURES})
  endif()
  gtest_discover_tests(
    ${target}
    TEST_PREFIX "${preset}/${arg_FOLDER}:"
    DISCOVERY_TIMEOUT 120
    NO_PRETTY_VALUES
    PROPERTIES ${properties})
endfunction()

# brokerscope_widget_test(FOLDER unit/ui/forms LINKS ui_forms): brokerscope_test for a folder that uses Qt Widgets, offscreen and with
# the window's precompiled header. Where the window is not built, neither is its test.
function(brokerscope_widget_test)
  cmake_parse_arguments(arg "" "FOLDER;LINKS" "" ${ARGN})
  if(NOT TARGET ${arg_LINKS})
    return()
  endif()
  brokerscope_test(FOLDER ${arg_FOLDER} QT PCH brokerscope_widget_test_pch LINKS ${arg_LINKS} Qt6::Test LABELS ui
                   ENVIRONMENT QT_QPA_PLATFORM=offscreen)
  string(REPLACE "/" "_" target ${arg_FOLDER})
  if(TARGET ${target})
    target_sources(${target} PRIVATE ${CMAKE_SOURCE_DIR}/tests/support/widget_test_main.cpp)
  endif()
endfunction()
