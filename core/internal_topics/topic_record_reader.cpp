#include "core/internal_topics/topic_record_reader.h"

#include "core/base/uuid.h"
#include "core/codec/byte_reader.h"
#include "core/internal_topics/plain_fit.h"
#include "core/schema/overlays.h"
#include "core/value/value_tree.h"

#include <algorithm>
#include <array>

namespace brokerscope {
namespace {

constexpr std::size_t kNumberSize = 2;
constexpr std::int64_t kFrameVersion = 1;

template <typename Predicate>
const InternalTopicFacts* topicWhere(const SchemaRegistry& registry, Predicate predicate) {
    const auto& topics = registry.overlays().internalTopics();
    const auto found = std::find_if(topics.begin(), topics.end(), predicate);
    return found == topics.end() ? nullptr : &*found;
}

void note(TopicRecord& record, MessageId id, std::vector<std::string> arguments, const ByteSpan& span, std::string path,
          Severity severity = Severity::Note) {
    record.remarks.push_back({severity, id, std::move(arguments), span, std::move(path)});
}

// An int16 at the start. False: there are too few bytes, which is said.
bool readNumber(TopicRecord& record, TopicRecordPart& part, ByteView bytes, const char* name, const char* path) {
    if (bytes.size() < kNumberSize) {
        note(record, MessageId::TruncatedValue, {std::to_string(kNumberSize), std::to_string(bytes.size())},
             {BufferId::Main, 0, bytes.size()}, path, Severity::Error);
        return false;
    }
    part.prefixes.push_back({name, {BufferId::Main, 0, kNumberSize}, readInteger(FieldType::Int16, bytes.data())});
    part.fieldsAt = kNumberSize;
    return true;
}

}  // namespace

const StructurePrefix* TopicRecordPart::find(std::string_view name) const {
    const auto found = std::find_if(prefixes.begin(), prefixes.end(),
                                    [&](const StructurePrefix& prefix) { return prefix.name == name; });
    return found == prefixes.end() ? nullptr : &*found;
}

TopicRecordReader::TopicRecordReader(const SchemaRegistry& registry, SchemaChoice choice)
    : m_registry(registry), m_choice(std::move(choice)) {}

const InternalTopicFacts* TopicRecordReader::topic(std::string_view name) const {
    return topicWhere(m_registry, [&](const InternalTopicFacts& facts) { return facts.topic == name; });
}

const InternalTopicFacts* TopicRecordReader::topic(const Uuid& id) const {
    return topicWhere(m_registry, [text = id.toString()](const InternalTopicFacts& facts) {
        return !facts.topicId.empty() && facts.topicId == text;
    });
}

const InternalTopicFacts* TopicRecordReader::topicByWord(std::string_view word) const {
    return topicWhere(m_registry, [&](const InternalTopicFacts& facts) { return facts.word == word; });
}

const RecordTypeIndex& TopicRecordReader::indexOf(const InternalTopicFacts& topic) const {
    const std::lock_guard lock(m_mutex);
    auto& index = m_indexes[&topic];
    if (index == nullptr) {
        index = std::make_unique<const RecordTypeIndex>(m_registry, m_choice, topic);
    }
    return *index;
}

TopicRecord TopicRecordReader::read(const InternalTopicFacts& topic, const NullableBytes& key,
                                    const NullableBytes& value) const {
    TopicRecord record;
    record.topic = &topic;
    if (topic.form == RecordForm::Framed) {
        readFrame(record, value);
    } else {
        readKey(record, key);
        readValue(record, value);
    }
    return record;
}

void TopicRecordReader::readKey(TopicRecord& record, const NullableBytes& key) const {
    if (key.isNull) {
        note(record, MessageId::NullNotAllowed, {}, {}, "key", Severity::Warning);
        return;
    }
    if (!readNumber(record, record.key, key.bytes, "recordType", "key")) {
        return;
    }
    record.type = static_cast<std::int32_t>(record.key.prefixes.front().value);
    identify(record, record.key.prefixes.front().span, "key");
    record.key.layout = indexOf(*record.topic).keyLayout(*record.type);
}

// What is known of the number: its name, or that nobody knows it.
void TopicRecordReader::identify(TopicRecord& record, const ByteSpan& where, const char* part) const {
    const RecordTypeFacts* facts = record.topic->find(*record.type);
    record.name = indexOf(*record.topic).name(*record.type);
    if (facts != nullptr) {
        record.status = facts->status;
    }
    if (!record.name.empty()) {
        return;
    }
    const std::string number = std::to_string(*record.type);
    if (facts == nullptr || facts->name.empty()) {
        note(record, MessageId::RecordTypeUnknown, {record.topic->topic, number}, where, part);
        return;
    }
    record.name = facts->name;
    note(record, MessageId::RecordTypeNotDefined,
         {record.topic->topic, number, facts->name, std::string(recordTypeStatusName(facts->status))}, where, part);
}

std::string TopicRecordReader::typeName(const InternalTopicFacts& topic, std::int32_t type) const {
    std::string name = indexOf(topic).name(type);
    const RecordTypeFacts* facts = topic.find(type);
    return name.empty() && facts != nullptr ? facts->name : name;
}

bool TopicRecordReader::mayHideSecrets(const TopicRecord& record) const {
    return record.type && record.value.layout == nullptr && indexOf(*record.topic).mayHoldSecrets(*record.type);
}

void TopicRecordReader::readValue(TopicRecord& record, const NullableBytes& value) const {
    if (value.isNull) {
        record.isTombstone = record.type.has_value();
        return;
    }
    // Without a layout of the type nobody can say that its value begins with a version.
    const bool isKnown = record.type && !indexOf(*record.topic).valueVersions(*record.type).isEmpty();
    if (isKnown && readNumber(record, record.value, value.bytes, "version", "value")) {
        const StructurePrefix& version = record.value.prefixes.front();
        chooseValue(record, value.bytes, version.value, version.span);
    }
}

void TopicRecordReader::chooseValue(TopicRecord& record, ByteView value, std::int64_t version,
                                    const ByteSpan& where) const {
    const auto number = static_cast<std::int32_t>(version);
    const VersionRange known = indexOf(*record.topic).valueVersions(*record.type);
    record.value.layout = valueLayout(*record.topic, *record.type, number);
    if (record.value.layout == nullptr) {
        note(record, MessageId::UnknownVersion, {record.name, std::to_string(version), known.toString()}, where,
             "value");
    } else if (number > known.max) {
        note(record, MessageId::NewerVersion, {record.name, std::to_string(version), std::to_string(known.max)}, where,
             "value", Severity::Warning);
    } else {
        chooseVariant(record, value, number);
    }
}

void TopicRecordReader::chooseVariant(TopicRecord& record, ByteView value, std::int32_t version) const {
    const RecordTypeFacts* facts = record.topic->find(*record.type);
    const std::size_t at = record.value.fieldsAt;
    if (facts == nullptr || facts->variants.empty() || fitsPlainly(*record.value.layout, value, at)) {
        return;
    }
    for (const RecordVariant& variant : facts->variants) {
        const auto layout = m_registry.layout(variant.as, version);
        if (layout && fitsPlainly(**layout, value, at)) {
            record.value.layout = *layout;
            note(record, MessageId::RecordVariantRead, {record.name, variant.says},
                 {BufferId::Main, at, value.size() - at}, "value");
            return;
        }
    }
}

std::shared_ptr<const MessageLayout> TopicRecordReader::keyLayout(const InternalTopicFacts& topic,
                                                                  std::int32_t type) const {
    return indexOf(topic).keyLayout(type);
}

std::shared_ptr<const MessageLayout> TopicRecordReader::valueLayout(const InternalTopicFacts& topic, std::int32_t type,
                                                                    std::int32_t version) const {
    const RecordTypeIndex& index = indexOf(topic);
    auto layout = index.valueLayout(type, version);
    const VersionRange known = index.valueVersions(type);
    const RecordTypeFacts* facts = topic.find(type);
    const bool isNewer = !known.isEmpty() && version > known.max;
    if (layout == nullptr && isNewer && facts != nullptr && facts->readNewerAsNewest) {
        layout = index.valueLayout(type, known.max);
    }
    return layout;
}

void TopicRecordReader::readFrame(TopicRecord& record, const NullableBytes& value) const {
    if (value.isNull) {
        return;
    }
    static constexpr std::array<const char*, 3> kNames{"frameVersion", "recordType", "version"};
    ByteReader reader(value.bytes);
    std::vector<StructurePrefix>& prefixes = record.value.prefixes;
    for (const char* name : kNames) {
        const Varint varint = reader.peekVarint();
        if (varint.size == 0) {
            note(record, MessageId::VarintTruncated, {}, {BufferId::Main, reader.at(), reader.left()}, "value",
                 Severity::Error);
            return;
        }
        prefixes.push_back({name, {BufferId::Main, reader.at(), varint.size}, std::int64_t{varint.value}});
        reader.skip(varint.size);
        record.value.fieldsAt = reader.at();
        if (prefixes.size() == 1 && varint.value != kFrameVersion) {
            note(record, MessageId::RecordFrameUnknown, {std::to_string(varint.value)}, prefixes.front().span, "value");
            return;
        }
    }
    record.type = static_cast<std::int32_t>(prefixes[1].value);
    identify(record, prefixes[1].span, "value");
    if (!indexOf(*record.topic).valueVersions(*record.type).isEmpty()) {
        chooseValue(record, value.bytes, prefixes[2].value, prefixes[2].span);
    }
}

}  // namespace brokerscope
