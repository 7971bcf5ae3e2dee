#include "core/value/json_builder.h"

#include "core/base/base64.h"
#include "core/base/hex.h"
#include "core/base/utf8.h"
#include "core/base/uuid.h"
#include "core/value/json_text.h"

#include <fmt/format.h>
#include <iterator>

namespace brokerscope {

void JsonBuilder::begin(char bracket) {
    m_out += bracket;
    ++m_depth;
    m_isFirst = true;
}

void JsonBuilder::end(char bracket) {
    --m_depth;
    if (!m_isFirst) {
        newLine();
    }
    m_isFirst = false;
    m_out += bracket;
}

void JsonBuilder::separate() {
    if (!m_isFirst) {
        m_out += ',';
    }
    m_isFirst = false;
    newLine();
}

void JsonBuilder::key(std::string_view name) {
    separate();
    appendJsonString(m_out, name);
    m_out += m_indent >= 0 ? ": " : ":";
}

void JsonBuilder::text(std::string_view value) {
    appendJsonString(m_out, value);
}

void JsonBuilder::json(std::string_view value) {
    for (std::size_t at = 0;;) {
        const std::size_t line = value.find('\n', at);
        m_out += value.substr(at, line - at);
        if (line == std::string_view::npos) {
            return;
        }
        newLine();
        at = line + 1;
    }
}

void JsonBuilder::integer(FieldType type, std::int64_t value) {
    if (type == FieldType::Bool) {
        m_out += value != 0 ? "true" : "false";
    } else {
        fmt::format_to(std::back_inserter(m_out), "{}", value);
    }
}

void JsonBuilder::real(double value) {
    appendJsonNumber(m_out, value);
}

void JsonBuilder::uuid(ByteView bytes) {
    text(Uuid::fromBytes(bytes).toString());
}

void JsonBuilder::fixed(FieldType type, const std::uint8_t* bytes) {
    if (type == FieldType::Uuid) {
        uuid({bytes, fixedSize(type)});
    } else if (type == FieldType::Float64) {
        real(readFloat64(bytes));
    } else {
        integer(type, readInteger(type, bytes));
    }
}

void JsonBuilder::blob(NodeKind kind, ByteView content) {
    text(kind == NodeKind::String ? displayUtf8(content) : toBase64(content));
}

void JsonBuilder::hex(ByteView bytes) {
    text(toHex(bytes));
}

void JsonBuilder::unknownTag(std::int64_t tag, ByteView content) {
    fmt::format_to(std::back_inserter(m_out), R"({{"tag":{},"hex":"{}"}})", tag, toHex(content));
}

void JsonBuilder::maskedTag(std::int64_t tag) {
    fmt::format_to(std::back_inserter(m_out), R"({{"tag":{},"hex":"***"}})", tag);
}

void JsonBuilder::rewind(const Mark& mark) {
    m_out.resize(mark.size);
    m_depth = mark.depth;
    m_isFirst = mark.isFirst;
}

std::size_t JsonBuilder::remove(const Mark& begin, const Mark& end) {
    const bool isLast = end.size == m_out.size();
    std::size_t size = end.size - begin.size;
    // Whatever is the first one now has no comma before it.
    if (begin.isFirst && isLast) {
        m_isFirst = true;
    } else if (begin.isFirst) {
        ++size;
    }
    m_out.erase(begin.size, size);
    return size;
}

void JsonBuilder::newLine() {
    if (m_indent >= 0) {
        m_out += '\n';
        m_out.append(static_cast<std::size_t>(m_depth) * static_cast<std::size_t>(m_indent), ' ');
    }
}

}  // namespace brokerscope
