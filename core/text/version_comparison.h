#pragma once

#include "core/schema/schema_registry.h"
#include "core/text/layout_diff.h"

#include <string>
#include <vector>

namespace brokerscope {

struct VersionPair {
    int from = 0;
    int to = 0;
};

struct NoteOnVersion {
    int version = 0;
    std::string text;
};

// What differs between two versions of one definition.
struct VersionComparison {
    std::string definition;
    std::string label;       // "request" or "response" of an API; a definition by itself has its name
    std::string pathPrefix;  // of an API's paths: "request."; else empty
    std::vector<LayoutChange> changes;
    std::vector<NoteOnVersion> notes;  // ours, on the versions after the lower one up to the higher one
};

// Compares each of the definitions (definitionsMeant); two of them are an API's request and response. Errors:
// UnknownMessage, NoVersions, UnknownVersion.
Result<std::vector<VersionComparison>> compareVersions(const SchemaRegistry& registry,
                                                       const std::vector<std::string>& definitions, VersionPair pair,
                                                       const SchemaChoice& choice = {});

// For people, lines that end in a line feed: a line for each side, below it each change and each note.
std::string comparisonText(const std::vector<VersionComparison>& comparisons);
// [{"path","change","from","to"}], both sides in one array.
std::string comparisonJson(const std::vector<VersionComparison>& comparisons);

}  // namespace brokerscope
