#pragma once

#include "core/schema/version_range.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// How a record of an internal topic says what it is (schemas/README.md, "recordTypes").
enum class RecordForm : std::uint8_t {
    Keyed,  // key => record type int16, fields; value => version int16, fields
    Framed  // value => frame version, record type, version (unsigned varints), fields; the key says nothing
};

// A part of the phrase that says what a record is about: words, or the path of a field (Kafka's JSON spelling) whose
// value stands there. Of keyed records the key has the field, of framed ones the value.
struct SubjectPiece {
    std::string text;
    bool isField = false;

    bool operator==(const SubjectPiece&) const = default;
};
// "group {groupId}: member {memberId}". Nothing: a brace without its partner, or an empty name.
std::optional<std::vector<SubjectPiece>> parseSubject(std::string_view phrase);

// A layout that other servers or unreleased brokers gave the values of a record type, under the version of the value.
struct RecordVariant {
    std::string as;    // name of the layout
    std::string says;  // what is other than in Kafka's
};

// What is known of a record type beside its definitions.
struct RecordTypeFacts {
    enum class Status : std::uint8_t { Current, Retired, Reserved };

    std::int32_t type = 0;
    std::string name;  // of numbers that no newest definition has; empty: the definition's
    Status status = Status::Current;
    bool readNewerAsNewest = false;     // value versions beyond the known ones only append
    std::vector<SubjectPiece> subject;  // empty: nothing is said
    std::vector<RecordVariant> variants;
};
std::string_view recordTypeStatusName(RecordTypeFacts::Status status);  // "current", "retired", "reserved"

struct InternalTopicFacts {
    std::string topic;      // "__consumer_offsets"
    std::string word;       // what --decode calls it: "offsets"
    std::string component;  // whose definitions its records have: "group-coordinator"
    std::string topicId;    // where every cluster has the same one; else empty
    RecordForm form = RecordForm::Keyed;
    std::vector<RecordTypeFacts> types;

    const RecordTypeFacts* find(int type) const;  // null: nothing is said of it
};

// A records field, and where in its message the name or the id of the topic stands.
struct RecordsFieldFacts {
    std::string message;
    std::string path;  // "responses[].partitions[].records"
    std::vector<std::string> topic;
};

}  // namespace brokerscope
