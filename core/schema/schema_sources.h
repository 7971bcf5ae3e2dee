#pragma once

#include "core/base/error.h"
#include "core/base/limits.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// Definition files found at a path given to --schemas, read whole.
struct SchemaFile {
    std::string file;       // "<path>/clients/FetchRequest.json", "<jar>!common/message/FetchRequest.json"
    std::string component;  // "clients", "group-coordinator" …; empty where the source does not say
    std::string text;
};

struct SchemaFiles {
    std::string source;  // the path as given
    std::vector<SchemaFile> definitions;
    std::optional<std::string>
        errorCodes;  // text of error_codes.json, api_keys.json, features.json where the folder has them
    std::optional<std::string> apiKeys;
    std::optional<std::string> features;
};

// Reads, sorted by name,
//   a folder    every *.json in it and below; the first folder below is the component
//   a checkout  (a folder that holds */src/main/resources/ with one of definitionFolders()) the files in those alone;
//               the module is the component
//   a jar       the files in definitionFolders()
// Errors: SchemaUnreadable with the path and the reason (nothing there, no definitions, not a jar, a file of more than
// Limits::schemaFile bytes, a jar with more than 16 times as many in all).
Result<SchemaFiles> readSchemaSource(const std::string& path, const Limits& limits = {});

// Where Kafka's modules keep definitions: common/message/, common/metadata/ (the metadata log), message/ (remote
// storage).
std::span<const std::string_view> definitionFolders();

// The jar part of it, in a file of its own since it alone needs libzip.
Result<SchemaFiles> readSchemaJar(const std::string& path, const Limits& limits);

}  // namespace brokerscope
