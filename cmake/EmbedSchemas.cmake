# Packs the definitions (schemas/) and the texts that the programs read (resources/) into one blob at build time, and makes
# the static library brokerscope_embedded that holds it: by the assembler's .incbin, or as a C array where there is none.
# Symbols: brokerscope_embedded_begin, brokerscope_embedded_size.
file(GLOB_RECURSE embedded_inputs CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/schemas/*.json ${CMAKE_SOURCE_DIR}/resources/*.json)
set(embedded_folder ${CMAKE_BINARY_DIR}/embedded)
set(embedded_blob ${embedded_folder}/schemas.blob)

# It runs on the building machine and links nothing of the project.
add_executable(schema_packer ${CMAKE_SOURCE_DIR}/cmake/schema_packer/main.cpp ${CMAKE_SOURCE_DIR}/cmake/schema_packer/packed_blob.cpp)
target_link_libraries(schema_packer PRIVATE nlohmann_json::nlohmann_json)

if(MSVC)
  set(embedded_source ${embedded_folder}/schemas.c)
  set(packer_options --c-array ${embedded_source})
else()
  enable_language(ASM)
  set(embedded_source ${embedded_folder}/schemas.S)
  set(packer_options "")
  configure_file(${CMAKE_SOURCE_DIR}/cmake/schema_packer/embedded.S.in ${embedded_source} @ONLY)
endif()

# Hundreds of paths do not fit on every shell's line, so the packer reads them from a file.
list(JOIN embedded_inputs "\n" embedded_list)
file(CONFIGURE OUTPUT ${embedded_folder}/inputs.txt CONTENT "${embedded_list}\n" @ONLY)
add_custom_command(
  OUTPUT ${embedded_blob}
  BYPRODUCTS $<$<BOOL:${MSVC}>:${embedded_source}>
  COMMAND schema_packer ${CMAKE_SOURCE_DIR} ${embedded_folder}/inputs.txt ${embedded_blob} ${packer_options}
  DEPENDS schema_packer ${embedded_inputs} ${embedded_folder}/inputs.txt
  COMMENT "Packing message definitions and texts"
  VERBATIM)
add_custom_target(embedded_blob DEPENDS ${embedded_blob})

set_source_files_properties(${embedded_source} PROPERTIES OBJECT_DEPENDS ${embedded_blob})
if(MSVC)
  set_source_files_properties(${embedded_source} PROPERTIES GENERATED TRUE)
endif()
add_library(brokerscope_embedded STATIC ${embedded_source})
add_dependencies(brokerscope_embedded embedded_blob)
