#pragma once

#include "core/base/bytes.h"
#include "core/base/hex.h"
#include "core/base/uuid.h"
#include "core/codec/byte_writer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace brokerscope::testing {

// A record as a coordinator writes it; without a value a tombstone.
struct WrittenRecord {
    ByteBuffer key;
    std::optional<ByteBuffer> value;
    std::int64_t timestamp = 0;     // within its batch, after the batch's own
    std::int64_t offsetDelta = -1;  // -1: the place in the batch
    std::vector<std::pair<std::string, ByteBuffer>> headers = {};
};

// Fields in wire order. Compact strings and arrays, as the values of KIP-848 have them, unless the name says classic.
class FieldBytes {
public:
    FieldBytes& number(std::int64_t value, std::uint32_t size) {
        m_writer.putFixed(static_cast<std::uint64_t>(value), size);
        return *this;
    }
    FieldBytes& int8(std::int64_t value) { return number(value, 1); }
    FieldBytes& int16(std::int64_t value) { return number(value, 2); }
    FieldBytes& int32(std::int64_t value) { return number(value, 4); }
    FieldBytes& int64(std::int64_t value) { return number(value, 8); }
    FieldBytes& varint(std::uint32_t value) {
        m_writer.putVarint(value);
        return *this;
    }
    FieldBytes& bytes(ByteView bytes) {
        m_writer.putBytes(bytes);
        return *this;
    }
    FieldBytes& string(std::string_view text) {
        return varint(static_cast<std::uint32_t>(text.size() + 1)).bytes(asBytes(text));
    }
    FieldBytes& nullableString(const std::optional<std::string>& text) { return text ? string(*text) : varint(0); }
    FieldBytes& classicString(std::string_view text) {
        return int16(static_cast<std::int64_t>(text.size())).bytes(asBytes(text));
    }
    FieldBytes& classicNullableString(const std::optional<std::string>& text) {
        return text ? classicString(*text) : int16(-1);
    }
    FieldBytes& classicBytes(std::string_view bytes) {
        return int32(static_cast<std::int64_t>(bytes.size())).bytes(asBytes(bytes));
    }
    FieldBytes& int32s(const std::vector<std::int32_t>& values) {
        varint(static_cast<std::uint32_t>(values.size() + 1));
        for (const std::int32_t value : values) {
            int32(value);
        }
        return *this;
    }
    // A tag section that is empty, or has one tag.
    FieldBytes& noTags() { return varint(0); }
    FieldBytes& tag(std::uint32_t number, const ByteBuffer& content) {
        return varint(1).varint(number).varint(static_cast<std::uint32_t>(content.size())).bytes(content);
    }
    ByteBuffer take() { return {m_writer.written().begin(), m_writer.written().end()}; }

private:
    ByteWriter m_writer;
};

// The keys of a group's records.
inline ByteBuffer groupKey(int type, std::string_view group) {
    return FieldBytes().int16(type).classicString(group).take();
}
inline ByteBuffer memberKey(int type, std::string_view group, std::string_view member) {
    return FieldBytes().int16(type).classicString(group).classicString(member).take();
}
inline ByteBuffer offsetKey(std::string_view group, std::string_view topic, std::int32_t partition, int type = 1) {
    return FieldBytes().int16(type).classicString(group).classicString(topic).int32(partition).take();
}

// A record batch of magic 2 with one place for everything that tests vary; its checksum is none.
struct WrittenBatch {
    std::vector<WrittenRecord> records;
    std::int64_t timestamp = 1000;
    std::int64_t producerId = -1;
    std::int16_t producerEpoch = -1;
    std::int16_t attributes = 0;
    std::optional<std::int32_t> lastOffsetDelta;  // of compacted ones

    std::int32_t lastDelta() const { return lastOffsetDelta.value_or(static_cast<std::int32_t>(records.size()) - 1); }

    ByteBuffer at(std::int64_t baseOffset) const {
        FieldBytes body;
        std::int64_t place = 0;
        for (const WrittenRecord& record : records) {
            const ByteBuffer inner = recordBytes(record, record.offsetDelta < 0 ? place : record.offsetDelta);
            body.bytes(zigzag(static_cast<std::int64_t>(inner.size()))).bytes(inner);
            ++place;
        }
        const ByteBuffer all = body.take();
        FieldBytes batch;
        batch.int64(baseOffset).int32(static_cast<std::int64_t>(all.size()) + 49).int32(0).int8(2).int32(0);
        batch.int16(attributes).int32(lastDelta()).int64(timestamp).int64(timestamp).int64(producerId);
        batch.int16(producerEpoch).int32(-1).int32(static_cast<std::int64_t>(records.size())).bytes(all);
        return batch.take();
    }

private:
    static ByteBuffer zigzag(std::int64_t value) {
        ByteWriter writer;
        writer.putZigzag(value);
        return {writer.written().begin(), writer.written().end()};
    }
    static ByteBuffer recordBytes(const WrittenRecord& record, std::int64_t delta) {
        FieldBytes inner;
        inner.int8(0).bytes(zigzag(record.timestamp)).bytes(zigzag(delta));
        inner.bytes(zigzag(static_cast<std::int64_t>(record.key.size()))).bytes(record.key);
        if (record.value) {
            inner.bytes(zigzag(static_cast<std::int64_t>(record.value->size()))).bytes(*record.value);
        } else {
            inner.bytes(zigzag(-1));
        }
        inner.bytes(zigzag(static_cast<std::int64_t>(record.headers.size())));
        for (const auto& [key, value] : record.headers) {
            inner.bytes(zigzag(static_cast<std::int64_t>(key.size()))).bytes(asBytes(key));
            inner.bytes(zigzag(static_cast<std::int64_t>(value.size()))).bytes(value);
        }
        return inner.take();
    }
};

// The marker of a transaction: a control batch of one record.
inline WrittenBatch markerBatch(std::int64_t producerId, bool isCommit, std::int16_t epoch = 0) {
    WrittenBatch batch;
    batch.records.push_back(
        {FieldBytes().int16(0).int16(isCommit ? 1 : 0).take(), FieldBytes().int16(0).int32(0).take()});
    batch.producerId = producerId;
    batch.producerEpoch = epoch;
    batch.attributes = 0x30;
    return batch;
}

inline WrittenBatch inTransaction(std::int64_t producerId, std::vector<WrittenRecord> records, std::int16_t epoch = 0) {
    WrittenBatch batch;
    batch.records = std::move(records);
    batch.producerId = producerId;
    batch.producerEpoch = epoch;
    batch.attributes = 0x10;
    return batch;
}

}  // namespace brokerscope::testing
