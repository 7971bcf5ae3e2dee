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
typename Walk<Sink>::Prefix Walk<Sink>::readPrefix(const FieldLayout& field, std::uint32_t classicSize, bool isCount) {
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
