#pragma once

#include <map>
#include <string>

// The blob that core/schema/schema_blob.h describes, while it is being made.
class PackedBlob {
public:
    // `path` is relative to the source tree. JSON is minified; a JSON object with "type" and "name" under schemas/ is a
    // definition, anything else a text. Throws std::runtime_error with the path where the JSON is not valid.
    void add(const std::string& path, const std::string& text);

    std::string bytes() const;

private:
    struct Entry {
        std::string kind;   // "definition" or "text"
        std::string facts;  // further cells of the index line, each behind a tab
        std::string text;
    };
    std::map<std::string, Entry> m_entries;  // the map keeps them sorted by path
};
