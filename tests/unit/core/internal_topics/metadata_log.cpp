#include "tests/unit/core/internal_topics/metadata_log.h"

#include <bit>

namespace brokerscope::testing {

WrittenRecord metadataRecord(int type, int version, const ByteBuffer& fields) {
    FieldBytes value;
    value.varint(1).varint(static_cast<std::uint32_t>(type)).varint(static_cast<std::uint32_t>(version)).bytes(fields);
    return {{}, value.take()};
}

WrittenRecord topicRecord(std::string_view name, const Uuid& id) {
    return metadataRecord(2, 0, FieldBytes().string(name).bytes(id.bytes).noTags().take());
}

WrittenRecord removedTopic(const Uuid& id) {
    return metadataRecord(9, 0, FieldBytes().bytes(id.bytes).noTags().take());
}

WrittenRecord partitionRecord(const Uuid& topic, int partition, const std::vector<std::int32_t>& replicas, int leader) {
    FieldBytes fields;
    fields.int32(partition).bytes(topic.bytes).int32s(replicas).int32s(replicas).int32s({}).int32s({});
    return metadataRecord(3, 0, fields.int32(leader).int32(0).int32(0).noTags().take());
}

WrittenRecord partitionChange(const Uuid& topic, int partition, const PartitionChangeWords& words) {
    FieldBytes fields;
    fields.int32(partition).bytes(topic.bytes);
    fields.varint((words.isr ? 1U : 0U) + (words.leader ? 1U : 0U));
    if (words.isr) {
        const ByteBuffer isr = FieldBytes().int32s(*words.isr).take();
        fields.varint(0).varint(static_cast<std::uint32_t>(isr.size())).bytes(isr);
    }
    if (words.leader) {
        fields.varint(1).varint(4).int32(*words.leader);
    }
    return metadataRecord(5, 0, fields.take());
}

WrittenRecord clearedElr(std::string_view topic) {
    return metadataRecord(28, 0, FieldBytes().string(topic).noTags().take());
}

WrittenRecord brokerRecord(int id, std::int64_t epoch, bool isFenced) {
    FieldBytes fields;
    fields.int32(id).bytes(Uuid().bytes).int64(epoch).varint(2).string("PLAIN").string("localhost");
    fields.int16(9092).int16(0).noTags().varint(1).nullableString(std::nullopt);
    return metadataRecord(0, 0, fields.int8(isFenced ? 1 : 0).noTags().take());
}

WrittenRecord brokerChange(int id, std::int64_t epoch, int fenced) {
    return metadataRecord(17, 0, FieldBytes().int32(id).int64(epoch).tag(0, FieldBytes().int8(fenced).take()).take());
}

WrittenRecord fencedBroker(int id, std::int64_t epoch, bool isFenced) {
    return metadataRecord(isFenced ? 7 : 8, 0, FieldBytes().int32(id).int64(epoch).noTags().take());
}

WrittenRecord unregisteredBroker(int id, std::int64_t epoch) {
    return metadataRecord(1, 0, FieldBytes().int32(id).int64(epoch).noTags().take());
}

WrittenRecord configRecord(int resourceType, std::string_view resource, std::string_view name,
                           const std::optional<std::string>& value) {
    FieldBytes fields;
    fields.int8(resourceType).string(resource).string(name).nullableString(value);
    return metadataRecord(4, 0, fields.noTags().take());
}

WrittenRecord featureRecord(std::string_view name, int level) {
    return metadataRecord(12, 0, FieldBytes().string(name).int16(level).noTags().take());
}

WrittenRecord quotaRecord(std::string_view user, std::string_view key, double value, bool isRemoved) {
    FieldBytes fields;
    fields.varint(2).string("user").string(user).noTags().string(key);
    fields.int64(std::bit_cast<std::int64_t>(value)).int8(isRemoved ? 1 : 0);
    return metadataRecord(14, 0, fields.noTags().take());
}

WrittenRecord scramRecord(std::string_view user, int iterations) {
    FieldBytes fields;
    fields.string(user).int8(1).string("salt").string("stored").string("server");
    return metadataRecord(11, 0, fields.int32(iterations).noTags().take());
}

WrittenRecord aclRecord(const Uuid& id, std::string_view principal) {
    FieldBytes fields;
    fields.bytes(id.bytes).int8(2).string("orders").int8(3).string(principal).string("*").int8(3).int8(3);
    return metadataRecord(18, 0, fields.noTags().take());
}

WrittenRecord removedAcl(const Uuid& id) {
    return metadataRecord(19, 0, FieldBytes().bytes(id.bytes).noTags().take());
}

WrittenRecord noOp() {
    return metadataRecord(20, 0, FieldBytes().noTags().take());
}

WrittenRecord metadataTransaction(int type) {
    return metadataRecord(type, 0, FieldBytes().noTags().take());
}

}  // namespace brokerscope::testing
