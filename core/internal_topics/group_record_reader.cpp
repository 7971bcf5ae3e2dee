#include "core/internal_topics/group_record_reader.h"

#include "core/internal_topics/fact_slot.h"
#include "core/internal_topics/group_type.h"
#include "core/internal_topics/record_fields.h"

#include <array>
#include <map>
#include <optional>
#include <utility>

namespace brokerscope {
namespace {

constexpr std::size_t kNumberBytes = 2;
constexpr std::size_t kTypes = 24;
// Versions kept of a type: more than exist; foreign bytes may name any.
constexpr std::size_t kVersionsKept = 16;

using RecordRow = FieldRow<GroupRecord>;

// The group's field has two names, the keys' own of each dialect.
constexpr std::array<RecordRow, 6> kKeyRows{{
    {"group", [](GroupRecord& record, const FieldValue& value) { record.key.group = asText(value.bytes); }},
    {"groupId", [](GroupRecord& record, const FieldValue& value) { record.key.group = asText(value.bytes); }},
    {"memberId", [](GroupRecord& record, const FieldValue& value) { record.key.member = asText(value.bytes); }},
    {"regularExpression",
     [](GroupRecord& record, const FieldValue& value) { record.key.member = asText(value.bytes); }},
    {"topic", [](GroupRecord& record, const FieldValue& value) { record.key.topic = asText(value.bytes); }},
    {"partition", [](GroupRecord& record,
                     const FieldValue& value) { record.key.partition = static_cast<std::int32_t>(value.number); }},
}};

constexpr std::array<RecordRow, 6> kCommitRows{{
    {"offset", [](GroupRecord& record, const FieldValue& value) { record.commit.offset = value.number; }},
    {"leaderEpoch",
     [](GroupRecord& record, const FieldValue& value) {
         record.commit.leaderEpoch = static_cast<std::int32_t>(value.number);
     }},
    {"metadata", [](GroupRecord& record, const FieldValue& value) { record.commit.metadata = asText(value.bytes); }},
    {"commitTimestamp",
     [](GroupRecord& record, const FieldValue& value) { record.commit.commitTimestampMs = value.number; }},
    {"expireTimestamp",
     [](GroupRecord& record, const FieldValue& value) { record.commit.expireTimestampMs = value.number; }},
    {"topicId", [](GroupRecord& record, const FieldValue& value) { record.commit.topicId = value.uuid(); }},
}};

std::int16_t numberAt(ByteView bytes) {
    return static_cast<std::int16_t>(readInteger(FieldType::Int16, bytes.data()));
}

}  // namespace

// What was found for a type and its versions, nothing found included.
struct GroupRecordReader::Layouts {
    struct Value {
        std::int16_t version = -1;
        bool isKnown = false;
        std::optional<RecordFields<GroupRecord>> commit;  // of other types the value is left closed
    };
    struct Type {
        bool isAsked = false;
        std::optional<RecordFields<GroupRecord>> key;
        std::vector<std::unique_ptr<Value>> values;
    };

    const TopicRecordReader& reader;
    const InternalTopicFacts* topic;
    Limits limits;
    std::array<Type, kTypes> types;

    Type* type(std::int16_t number) {
        const bool isState = isOffsetCommit(number) || groupTypeOfRecordType(number) != GroupType::Unknown;
        if (topic == nullptr || !isState) {
            return nullptr;
        }
        Type& type = types[static_cast<std::size_t>(number)];
        if (!std::exchange(type.isAsked, true)) {
            if (auto layout = reader.keyLayout(*topic, number)) {
                type.key.emplace(std::move(layout), kKeyRows);
            }
        }
        return type.key ? &type : nullptr;
    }

    const Value& value(std::int16_t number, std::int16_t version) {
        std::vector<std::unique_ptr<Value>>& values = types[static_cast<std::size_t>(number)].values;
        for (const auto& known : values) {
            if (known->version == version) {
                return *known;
            }
        }
        if (values.size() == kVersionsKept) {
            values.pop_back();
        }
        auto made = std::make_unique<Value>();
        made->version = version;
        auto layout = reader.valueLayout(*topic, number, version);
        made->isKnown = layout != nullptr;
        if (layout != nullptr && isOffsetCommit(number)) {
            made->commit.emplace(std::move(layout), kCommitRows);
        }
        return *values.emplace_back(std::move(made));
    }
};

GroupRecordReader::GroupRecordReader(const TopicRecordReader& reader, const Limits& limits)
    : m_layouts(new Layouts{reader, reader.topicByWord("offsets"), limits, {}}) {}

GroupRecordReader::~GroupRecordReader() = default;

RecordOutcome GroupRecordReader::read(const RecordView& view, std::int32_t partition, GroupRecord& record) {
    record = {};
    record.place = {partition, view.offset};
    record.timestampMs = view.timestamp;
    record.size = view.size;
    // Of a record that broke before its value nobody knows whether it is a tombstone.
    const bool isCut = view.isBroken && view.value.isNull;
    if (view.key.isNull || view.key.bytes.size() < kNumberBytes || isCut) {
        return RecordOutcome::NoSubject;
    }
    record.key.type = numberAt(view.key.bytes);
    const Layouts::Type* type = m_layouts->type(record.key.type);
    if (type == nullptr) {
        return RecordOutcome::UnknownType;
    }
    if (!type->key->read(view.key.bytes, kNumberBytes, false, record, m_layouts->limits)) {
        return RecordOutcome::NoSubject;
    }
    const RecordOutcome outcome = readValue(view.value, record);
    record.isDoubtful = view.isBroken || outcome != RecordOutcome::Read;
    return view.isBroken ? RecordOutcome::Doubtful : outcome;
}

std::string GroupRecordReader::typeName(std::int32_t type) const {
    return m_layouts->topic == nullptr ? std::string() : m_layouts->reader.typeName(*m_layouts->topic, type);
}

RecordOutcome GroupRecordReader::readValue(const NullableBytes& value, GroupRecord& record) {
    record.isTombstone = value.isNull;
    if (value.isNull) {
        return RecordOutcome::Read;
    }
    if (value.bytes.size() < kNumberBytes) {
        return RecordOutcome::Doubtful;
    }
    record.version = numberAt(value.bytes);
    record.value = value.bytes.subspan(kNumberBytes);
    const Layouts::Value& layout = m_layouts->value(record.key.type, record.version);
    if (!layout.isKnown) {
        return RecordOutcome::UnknownValue;
    }
    if (!layout.commit) {
        return RecordOutcome::Read;
    }
    const bool isNewer = layout.commit->layout().version != record.version;
    const bool isGood = layout.commit->read(value.bytes, kNumberBytes, isNewer, record, m_layouts->limits);
    return isGood ? RecordOutcome::Read : RecordOutcome::Doubtful;
}

}  // namespace brokerscope
