#pragma once

#include "core/schema/schema_registry.h"

#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// Versions side by side that have the same header version.
struct HeaderRun {
    VersionRange versions;
    int headerVersion = 0;
    bool operator==(const HeaderRun&) const = default;
};

// What one release says of one definition. An empty range: none.
struct DefinitionInRelease {
    std::string release;    // "4.4.0", "preview", or the path given to --schemas; empty: the program's own format
    std::string component;  // "clients", "group-coordinator" …; may be empty
    VersionRange versions;
    VersionRange flexible;    // of `versions`
    VersionRange deprecated;  // of `versions`
    VersionRange unstable;    // of `versions`; a preview's are all of them
    bool isPreview = false;
    std::vector<std::string> listeners;
    std::vector<HeaderRun> headers;  // of requests and responses, ascending; else none
};

// By name, in order of precedence: the newest release first, previews last. Empty: nothing has that name.
std::vector<DefinitionInRelease> releasesOf(const SchemaRegistry& registry, std::string_view definition);

// "2 (0-8), 3 (9-13)"; a single run by its number alone; empty for none.
std::string headersText(const std::vector<HeaderRun>& headers);

}  // namespace brokerscope
