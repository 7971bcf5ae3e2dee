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
