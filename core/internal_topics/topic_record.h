#pragma once

#include "core/base/diagnostic.h"
#include "core/records/record_view.h"
#include "core/schema/message_layout.h"
#include "core/schema/record_types.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

// A number that stands before a structure and says what it is.
struct StructurePrefix {
    std::string name;  // "recordType", "version", "frameVersion"
    ByteSpan span;     // within the bytes that the structure lies in
    std::int64_t value = 0;
};

// Key or value of a record of an internal topic.
struct TopicRecordPart {
    std::vector<StructurePrefix> prefixes;        // in byte order
    std::shared_ptr<const MessageLayout> layout;  // null: what follows the prefixes stays raw
    std::size_t fieldsAt = 0;                     // first byte after the prefixes

    const StructurePrefix* find(std::string_view name) const;  // null: not there
};

// What a record of an internal topic says it is. Layouts alone, nothing is decoded yet: bulk work and trees go on from
// here. Spans count from the first byte of key or value; the remarks' paths begin with "key" or "value".
struct TopicRecord {
    const InternalTopicFacts* topic = nullptr;
    std::optional<std::int32_t> type;  // nothing: it cannot be read
    std::string name;                  // "OffsetCommit", "FeatureLevelRecord"; empty: nobody knows the type
    RecordTypeFacts::Status status = RecordTypeFacts::Status::Current;
    bool isTombstone = false;  // a null value where a key says what it deletes
    TopicRecordPart key;
    TopicRecordPart value;
    std::vector<Diagnostic> remarks;
};

}  // namespace brokerscope
