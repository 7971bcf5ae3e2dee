# The target QCustomPlotQt6::QCustomPlotQt6, whoever packaged the library: Debian's has a CMake package of that name, others have a header
# and a library alone.
find_package(QCustomPlotQt6 QUIET CONFIG)
if(TARGET QCustomPlotQt6::QCustomPlotQt6)
  return()
endif()
find_path(QCUSTOMPLOT_INCLUDE_DIR qcustomplot.h PATH_SUFFIXES qcustomplot-qt6 qcustomplot)
find_library(QCUSTOMPLOT_LIBRARY NAMES QCustomPlotQt6 qcustomplot-qt6 qcustomplot)
if(NOT QCUSTOMPLOT_INCLUDE_DIR OR NOT QCUSTOMPLOT_LIBRARY)
  message(FATAL_ERROR "QCustomPlot for Qt 6 is missing. Install it (Debian: libqcustomplot-dev), or build it and name its folder in "
                      "CMAKE_PREFIX_PATH.")
endif()
add_library(QCustomPlotQt6::QCustomPlotQt6 UNKNOWN IMPORTED)
set_target_properties(QCustomPlotQt6::QCustomPlotQt6 PROPERTIES IMPORTED_LOCATION "${QCUSTOMPLOT_LIBRARY}"
                                                                INTERFACE_INCLUDE_DIRECTORIES "${QCUSTOMPLOT_INCLUDE_DIR}")
target_link_libraries(QCustomPlotQt6::QCustomPlotQt6 INTERFACE Qt6::Widgets Qt6::PrintSupport)
