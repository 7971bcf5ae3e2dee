#include "tests/unit/core/internal_topics/group_values.h"

namespace brokerscope::testing {
namespace {

FieldBytes& topicsOf(FieldBytes& value, int type, const Partitions& partitions, const Partitions& epochs,
                     bool hasTags) {
    value.varint(partitions.empty() ? 1 : 2);
    if (partitions.empty()) {
        return value;
    }
    if (isStreams(type)) {
        value.string("0");
    } else {
        value.bytes(kTopic.bytes);
    }
    value.int32s(partitions);
    return hasTags && !epochs.empty() ? value.tag(0, FieldBytes().int32s(epochs).take()) : value.noTags();
}

// A key of a group alone, or of a member of it.
ByteBuffer keyOf(int type, std::string_view member, std::string_view group) {
    return member.empty() ? groupKey(type, group) : memberKey(type, group, member);
}

}  // namespace

bool isShare(int type) {
    return type >= 10 && type <= 15;
}

bool isStreams(int type) {
    return type >= 17;
}

WrittenRecord gone(int type, std::string_view member, std::string_view group) {
    return {keyOf(type, member, group), std::nullopt};
}

WrittenRecord member(int type, std::string_view id, const MemberWords& words, std::string_view group) {
    FieldBytes value;
    value.int16(0);
    if (!isShare(type)) {
        value.nullableString(words.instanceId);
    }
    value.nullableString({}).string(words.clientId).string("/127.0.0.1");
    if (isStreams(type)) {
        value.int32(300000).int32(0).string("process").int8(-1).varint(1);
    } else {
        value.varint(static_cast<std::uint32_t>(words.topics.size() + 1));
        for (const std::string& topic : words.topics) {
            value.string(topic);
        }
        if (!isShare(type)) {
            value.string(words.expression).int32(300000).nullableString({});
        }
    }
    return {memberKey(type, group, id), value.noTags().take()};
}

WrittenRecord epoch(int type, std::int32_t epoch, std::string_view group) {
    FieldBytes value;
    value.int16(0).int32(epoch);
    if (isShare(type) || isStreams(type)) {
        value.int64(7);
    }
    if (isStreams(type)) {
        value.tag(0, FieldBytes().int32(0).take());
    } else {
        value.noTags();
    }
    return {groupKey(type, group), value.take()};
}

WrittenRecord targetEpoch(int type, std::int32_t epoch, std::string_view group) {
    return {groupKey(type, group), FieldBytes().int16(0).int32(epoch).tag(0, FieldBytes().int64(99).take()).take()};
}

WrittenRecord target(int type, std::string_view id, const Partitions& partitions, std::string_view group) {
    FieldBytes value;
    value.int16(0);
    topicsOf(value, type, partitions, {}, false);
    if (isStreams(type)) {
        value.varint(1).varint(1);
    }
    return {memberKey(type, group, id), value.noTags().take()};
}

WrittenRecord current(int type, std::string_view id, const CurrentWords& words, std::string_view group) {
    FieldBytes value;
    value.int16(0).int32(words.epoch).int32(words.previous).int8(words.state);
    topicsOf(value, type, words.assigned, words.epochs, !isShare(type));
    if (isStreams(type)) {
        value.varint(1).varint(1);
    }
    if (!isShare(type)) {
        topicsOf(value, type, words.pending, {}, true);
    }
    if (isStreams(type)) {
        value.varint(1).varint(1);
    }
    return {memberKey(type, group, id), value.noTags().take()};
}

WrittenRecord expression(std::string_view pattern, const std::vector<std::string>& topics, std::string_view group) {
    FieldBytes value;
    value.int16(0).varint(static_cast<std::uint32_t>(topics.size() + 1));
    for (const std::string& topic : topics) {
        value.string(topic);
    }
    return {memberKey(16, group, pattern), value.int64(77).int64(1234).noTags().take()};
}

WrittenRecord raw(int type, const ByteBuffer& value, std::string_view group) {
    return {groupKey(type, group), value};
}

WrittenRecord classic(std::int32_t generation, const std::vector<ClassicWords>& members, std::string_view group,
                      std::string_view protocolType) {
    FieldBytes value;
    value.int16(3).classicString(protocolType).int32(generation);
    if (members.empty()) {
        value.int16(-1).int16(-1);
    } else {
        value.classicString("range").classicString(members.front().id);
    }
    value.int64(900).int32(static_cast<std::int64_t>(members.size()));
    for (const ClassicWords& words : members) {
        value.classicString(words.id).classicNullableString(words.instanceId).classicString(words.clientId);
        value.classicString("/127.0.0.1").int32(300000).int32(45000).classicBytes("s").classicBytes(words.assignment);
    }
    return {groupKey(2, group), value.take()};
}

WrittenRecord commit(std::int32_t partition, std::int64_t offset, std::string_view group) {
    FieldBytes value;
    value.int16(4).int64(offset).int32(-1).string("x").int64(555).tag(
        0, ByteBuffer(kTopic.bytes.begin(), kTopic.bytes.end()));
    return {offsetKey(group, "t", partition), value.take()};
}

WrittenRecord commitGone(std::int32_t partition, std::string_view group) {
    return {offsetKey(group, "t", partition), std::nullopt};
}

}  // namespace brokerscope::testing
