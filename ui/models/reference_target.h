#pragma once

#include <QString>

#include <optional>

namespace brokerscope {

// What the Reference page can show.
struct ReferenceTarget {
    enum class Kind : int { Api, Definition, ErrorCodes, RecordTypes, Primitives, Partition, Lesson };

    Kind kind = Kind::Api;
    QString name;     // of the API, definition, topic, primitive type or lesson; empty where the kind says it all
    int number = -1;  // a version, an error code or a record type; -1: none (error codes: UNKNOWN_SERVER_ERROR)

    bool isSamePage(const ReferenceTarget& other) const { return kind == other.kind && name == other.name; }
    bool operator==(const ReferenceTarget&) const = default;

    // "api:Metadata:9", "definition:RequestHeader", "errors::35", "records:__consumer_offsets:1", "primitives:INT8",
    // "partition", "lesson:tag-section": as lessons and settings write it. Nothing: no such text.
    QString toText() const;
    static std::optional<ReferenceTarget> fromText(const QString& text);
};

}  // namespace brokerscope
