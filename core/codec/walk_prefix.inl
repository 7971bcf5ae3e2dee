// Part of core/codec/walk.h: lengths, counts and what is remarked on them.
#pragma once

#include "core/codec/walk.h"

namespace brokerscope {

template <class Sink>
void Walk<Sink>::remark(Severity severity, MessageId id, std::vector<std::string> arguments, std::uint32_t offset,
                        std::uint32_t size, bool onLast) {
    m_sink.diagnose({severity, id, std::move(arguments), {BufferId::Main, offset, size}, m_path.text()}, onLast);
}

template <class Sink>
bool Walk<Sink>::readVarint(std::uint32_t& value, std::uint8_t& size) {
    const Varint varint = m_reader.peekVarint();
    const std::uint32_t at = m_reader.at();
    value = varint.value;
    size = varint.size;
    switch (varint.state) {
        case VarintState::Good:
            break;
        case VarintState::Overlong:
            remark(Severity::Note, MessageId::VarintOverlong,
                   {std::to_string(value), std::to_string(size), std::to_string(varintSize(value))}, at, size);
            break;
        case VarintState::ExtraBits:
            remark(Severity::Warning, MessageId::VarintExtraBits, {std::to_string(value)}, at, size);
            break;
        case VarintState::Truncated:
            fail(MessageId::VarintTruncated, {}, at, m_reader.left());
            return false;
        case VarintState::TooLong:
            fail(MessageId::VarintTooLong, {"5"}, at, 5);
            return false;
    }
    m_reader.skip(size);
    return true;
}

template <class Sink>
bool Walk<Sink>::readSigned(std::int64_t& value, std::uint8_t& size, bool isLong) {
    const std::uint32_t at = m_reader.at();
    const std::uint32_t left = m_reader.left();
    if (left > 0 && *m_reader.data() < 0x80) {
        const std::uint8_t raw = *m_reader.data();
        value = static_cast<std::int64_t>(raw >> 1) ^ -static_cast<std::int64_t>(raw & 1);
        size = 1;
        m_reader.skip(1);
        return true;
    }
    const std::uint32_t longest = isLong ? 10 : 5;
    const ByteView bytes = m_reader.view(at, std::min(left, longest));
    const SignedVarint read = isLong ? readVarlong(bytes) : brokerscope::readVarint(bytes);
    if (read.size == 0) {
        if (left < longest) {
            fail(MessageId::VarintTruncated, {}, at, left);
        } else {
            fail(MessageId::VarintTooLong, {std::to_string(longest)}, at, longest);
        }
        return false;
    }
    value = read.value;
    size = read.size;
    // Of the last byte that may be, only these bits have a place in the value.
    const std::uint8_t placed = isLong ? 0x01 : 0x0f;
    if (size == longest && bytes[size - 1] > placed) {
        remark(Severity::Warning, MessageId::VarintExtraBits, {std::to_string(value)}, at, size);
    } else if (const std::uint8_t least = zigzagSize(value); least != size) {
        remark(Severity::Note, MessageId::VarintOverlong,
               {std::to_string(value), std::to_string(size), std::to_string(least)}, at, size);
    }
    m_reader.skip(size);
    return true;
}

template <class Sink>
typename Walk<Sink>::Prefix Walk<Sink>::readExtendedPrefix(const FieldLayout& field, bool isCount) {
    Prefix prefix;
    const std::uint32_t at = m_reader.at();
    if (field.encoding == FieldEncoding::Rest) {
        prefix.length = m_reader.left();
        prefix.good = true;
        return prefix;
    }
    if (!readSigned(prefix.length, prefix.size, false)) {
        return prefix;
    }
    prefix.good = prefix.length >= -1;
    if (!prefix.good) {
        m_reader.seek(at);
        fail(isCount ? MessageId::CountNegative : MessageId::LengthNegative, {std::to_string(prefix.length)}, at,
             prefix.size);
    }
    return prefix;
}

template <class Sink>
typename Walk<Sink>::Prefix Walk<Sink>::readPrefix(const FieldLayout& field, std::uint32_t classicSize, bool isCount) {
    if (field.encoding != FieldEncoding::Ordinary) {
        return readExtendedPrefix(field, isCount);
    }
    Prefix prefix;
    const std::uint32_t at = m_reader.at();
    if (field.compact) {
        std::uint32_t value = 0;
        prefix.good = readVarint(value, prefix.size);
        prefix.length = static_cast<std::int64_t>(value) - 1;
        return prefix;
    }
    if (m_reader.left() < classicSize) {
        fail(MessageId::TruncatedValue, {std::to_string(classicSize), std::to_string(m_reader.left())}, at,
             m_reader.left());
        return prefix;
    }
    prefix.length = readInteger(classicSize == 2 ? FieldType::Int16 : FieldType::Int32, m_reader.data());
    prefix.size = static_cast<std::uint8_t>(classicSize);
    if (prefix.length < -1) {
        fail(isCount ? MessageId::CountNegative : MessageId::LengthNegative, {std::to_string(prefix.length)}, at,
             classicSize);
        return prefix;
    }
    m_reader.skip(classicSize);
    prefix.good = true;
    return prefix;
}

template <class Sink>
void Walk<Sink>::checkText(const FieldLayout& field, std::uint32_t offset, std::uint32_t size) {
    if (const auto bad = firstInvalidUtf8(m_reader.view(offset, size))) {
        remark(Severity::Warning, MessageId::InvalidUtf8, {std::to_string(*bad)},
               offset + static_cast<std::uint32_t>(*bad), size - static_cast<std::uint32_t>(*bad), true);
    }
    if (size > 32767 && field.compact) {
        remark(Severity::Warning, MessageId::StringTooLong, {std::to_string(size)}, offset, size, true);
    }
}

}  // namespace brokerscope
