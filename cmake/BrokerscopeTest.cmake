# brokerscope_test(FOLDER unit/core/base [LINKS <targets>] [LABELS <labels>] [QT] [TIMEOUT s] [ENVIRONMENT ...])
# One GoogleTest program from all sources of tests/<FOLDER>; ctest runs each case.
find_package(GTest REQUIRED)
include(GoogleTest)

function(brokerscope_test)
  cmake_parse_arguments(arg "QT" "FOLDER;TIMEOUT" "LINKS;LABELS;ENVIRONMENT;FIXTURES" ${ARGN})
  string(REPLACE "/" "_" target ${arg_FOLDER})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/${arg_FOLDER}/*.cpp)
  if(NOT sources)
    return()
  endif()
  add_executable(${target} ${sources})
  target_link_libraries(${target} PRIVATE ${arg_LINKS} brokerscope_config GTest::gmock)
  target_compile_definitions(
    ${target} PRIVATE BROKERSCOPE_SOURCE_DIR="${CMAKE_SOURCE_DIR}" BROKERSCOPE_BINARY_DIR="${CMAKE_BINARY_DIR}")
  if(arg_QT)
    set_target_properties(${target} PROPERTIES AUTOMOC ON)
    target_link_libraries(${target} PRIVATE brokerscope_qt_config)
  else()
    target_link_libraries(${target} PRIVATE GTest::gmock_main)
    target_precompile_headers(${target} REUSE_FROM brokerscope_program_pch)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  get_filename_component(preset ${CMAKE_BINARY_DIR} NAME)
  gtest_discover_tests(
    ${target}
    TEST_PREFIX "${preset}/${arg_FOLDER}:"
    DISCOVERY_TIMEOUT 120
    PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${preset};${arg_LABELS}" ENVIRONMENT "${arg_ENVIRONMENT}"
               FIXTURES_REQUIRED "${arg_FIXTURES}")
endfunction()
