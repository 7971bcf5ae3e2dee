#include "core/records/plain_record.h"

#include "core/base/utf8.h"

namespace brokerscope {
namespace {

// Bits beyond the value's make its shortest form look shorter, or are let go: both are told by the size. The last byte
// that may be has room for a few bits only.
SignedVarint plain(SignedVarint found, ByteView bytes, std::size_t longest, std::uint8_t mostOfLast) {
    const bool isPlain = found.size != 0 && zigzagSize(found.value) == found.size &&
                         (found.size < longest || bytes[found.size - 1] <= mostOfLast);
    return isPlain ? found : SignedVarint();
}

// A place in the bytes that stays where it is once something is not plain.
class PlainReader {
public:
    PlainReader(ByteView bytes, std::uint32_t at) : m_bytes(bytes), m_at(at), m_end(bytes.size()) {}

    bool isPlain() const { return m_isPlain; }
    std::uint32_t at() const { return static_cast<std::uint32_t>(m_at); }
    bool isAtEnd() const { return m_at == m_end; }

    void endAfter(std::int64_t length) {
        m_isPlain = m_isPlain && length >= 0 && length <= static_cast<std::int64_t>(m_end - m_at);
        if (m_isPlain) {
            m_end = m_at + static_cast<std::size_t>(length);
        }
    }
    std::int8_t byte() {
        m_isPlain = m_isPlain && m_at < m_end;
        return m_isPlain ? static_cast<std::int8_t>(m_bytes[m_at++]) : std::int8_t{0};
    }
    std::int32_t varint() { return static_cast<std::int32_t>(number(readPlainVarint)); }
    std::int64_t varlong() { return number(readPlainVarlong); }
    NullableBytes blob(bool mayBeNull) {
        const std::int32_t length = varint();
        m_isPlain = m_isPlain && length >= (mayBeNull ? -1 : 0);
        if (!m_isPlain || length < 0) {
            return {};
        }
        const auto size = static_cast<std::size_t>(length);
        m_isPlain = size <= m_end - m_at;
        if (!m_isPlain) {
            return {};
        }
        const NullableBytes read{m_bytes.subspan(m_at, size), false};
        m_at += size;
        return read;
    }

private:
    using Read = SignedVarint (*)(ByteView bytes);

    std::int64_t number(Read read) {
        if (m_isPlain && m_at < m_end && m_bytes[m_at] < 0x80) {
            const std::int64_t raw = m_bytes[m_at++];
            return (raw >> 1) ^ -(raw & 1);
        }
        if (!m_isPlain) {
            return 0;
        }
        const SignedVarint found = read(m_bytes.subspan(m_at, m_end - m_at));
        m_isPlain = found.size != 0;
        m_at += found.size;
        return found.value;
    }

    ByteView m_bytes;
    std::size_t m_at;
    std::size_t m_end;
    bool m_isPlain = true;
};

}  // namespace

SignedVarint readPlainVarint(ByteView bytes) {
    return plain(readVarint(bytes), bytes, 5, 0x0f);
}

SignedVarint readPlainVarlong(ByteView bytes) {
    return plain(readVarlong(bytes), bytes, 10, 0x01);
}

std::uint32_t readPlainRecord(ByteView bytes, std::uint32_t at, RecordView& record) {
    PlainReader reader(bytes, at);
    reader.endAfter(reader.varint());
    record.attributes = reader.byte();
    record.timestampDelta = reader.varlong();
    record.offsetDelta = reader.varint();
    record.key = reader.blob(true);
    record.value = reader.blob(true);
    record.headersCount = reader.varint();
    const std::uint32_t headers = reader.at();
    bool isPlain = record.headersCount >= 0;
    for (std::int32_t i = 0; i < record.headersCount && isPlain && reader.isPlain(); ++i) {
        const NullableBytes key = reader.blob(false);
        isPlain = !firstInvalidUtf8(key.bytes);
        reader.blob(true);
    }
    if (!isPlain || !reader.isPlain() || !reader.isAtEnd()) {
        return 0;
    }
    record.headers = bytes.subspan(headers, reader.at() - headers);
    record.position = at;
    record.size = reader.at() - at;
    record.isBroken = false;
    record.isTimestampMissing = record.isOffsetMissing = record.areHeadersMissing = false;
    record.large = nullptr;
    return reader.at();
}

}  // namespace brokerscope
