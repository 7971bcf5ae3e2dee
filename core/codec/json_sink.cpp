#include "core/codec/json_sink.h"

#include "core/base/base64.h"
#include "core/base/hex.h"
#include "core/base/utf8.h"
#include "core/base/uuid.h"
#include "core/value/json_text.h"

#include <fmt/format.h>
#include <iterator>

namespace brokerscope {
namespace {

void appendInteger(std::string& out, FieldType type, std::int64_t value) {
    if (type == FieldType::Bool) {
        out += value != 0 ? "true" : "false";
    } else {
        fmt::format_to(std::back_inserter(out), "{}", value);
    }
}

}  // namespace

void JsonSink::separate() {
    if (!m_out.empty() && m_out.back() != '{' && m_out.back() != '[' && m_out.back() != ':') {
        m_out += ',';
    }
}

void JsonSink::key(const FieldLayout* field) {
    separate();
    if (field != nullptr && !m_isElement) {
        appendJsonString(m_out, field->spec->jsonName);
        m_out += ':';
    }
    m_isElement = false;
}

void JsonSink::beginStruct(const FieldLayout* field, std::uint32_t, std::uint8_t) {
    key(field);
    m_out += '{';
}

void JsonSink::endStruct(std::uint32_t) {
    m_out += '}';
}

void JsonSink::nullStruct(const FieldLayout* field, std::uint32_t, std::uint8_t) {
    key(field);
    m_out += "null";
}

void JsonSink::beginArray(const FieldLayout* field, std::uint32_t, std::uint8_t, std::int64_t) {
    key(field);
    m_out += '[';
}

void JsonSink::beginElement(std::uint32_t) {
    m_isElement = true;
}

void JsonSink::endArray(std::uint32_t) {
    m_isElement = false;
    m_out += ']';
}

void JsonSink::nullArray(const FieldLayout* field, std::uint32_t, std::uint8_t) {
    key(field);
    m_out += "null";
}

void JsonSink::numberArray(const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize, std::int64_t,
                           std::uint32_t end) {
    key(field);
    m_out += '[';
    const std::uint32_t size = fixedSize(field->type);
    for (std::uint32_t at = offset + prefixSize; at + size <= end; at += size) {
        separate();
        const std::uint8_t* bytes = m_bytes.data() + at;
        if (field->type == FieldType::Uuid) {
            appendJsonString(m_out, Uuid::fromBytes({bytes, 16}).toString());
        } else if (field->type == FieldType::Float64) {
            appendJsonNumber(m_out, readFloat64(bytes));
        } else {
            appendInteger(m_out, field->type, readInteger(field->type, bytes));
        }
    }
    m_out += ']';
}

void JsonSink::scalar(const FieldLayout* field, std::uint32_t, std::uint32_t, std::int64_t value) {
    key(field);
    appendInteger(m_out, field->type, value);
}

void JsonSink::real(const FieldLayout* field, std::uint32_t, double value) {
    key(field);
    appendJsonNumber(m_out, value);
}

void JsonSink::uuid(const FieldLayout* field, std::uint32_t offset) {
    key(field);
    appendJsonString(m_out, Uuid::fromBytes(m_bytes.subspan(offset, 16)).toString());
}

void JsonSink::blob(const FieldLayout* field, NodeKind kind, std::uint32_t offset, std::uint8_t prefixSize,
                    std::uint32_t size, bool isNull) {
    key(field);
    const ByteView content = m_bytes.subspan(offset + prefixSize, size - prefixSize);
    if (isNull) {
        m_out += "null";
    } else if (kind == NodeKind::String) {
        appendJsonString(m_out, displayUtf8(content));
    } else {
        appendJsonString(m_out, toBase64(content));
    }
}

void JsonSink::unknownTag(std::uint32_t tag, std::uint32_t offset, std::uint8_t tagPrefixSize, std::uint32_t size) {
    std::string& text = m_unknownTags.back();
    const ByteView content = m_bytes.subspan(offset + tagPrefixSize, size - tagPrefixSize);
    text += fmt::format(R"({}{{"tag":{},"hex":"{}"}})", text.empty() ? "" : ",", tag, toHex(content));
}

void JsonSink::endTags(std::uint32_t) {
    if (!m_unknownTags.back().empty()) {
        separate();
        m_out += "\"_unknownTags\":[" + m_unknownTags.back() + ']';
    }
    m_unknownTags.pop_back();
}

}  // namespace brokerscope
