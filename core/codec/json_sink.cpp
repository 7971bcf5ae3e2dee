#include "core/codec/json_sink.h"

#include "core/schema/field_meaning.h"
#include "core/value/overlay_values.h"

#include <algorithm>

namespace brokerscope {

JsonSink::JsonSink(ByteView bytes, const JsonOptions& options, DecodeBody decodeBody, const Limits& limits)
    : m_bytes(bytes)
    , m_options(options)
    , m_decodeBody(std::move(decodeBody))
    , m_out(options.indent)
    , m_path({})
    , m_quota(limits.diagnostics) {}

bool JsonSink::isMasked(const FieldLayout& field) {
    const FieldMeaning* meaning = field.spec->meaning;
    if (!m_options.mask || meaning == nullptr || meaning->secrets.empty()) {
        return false;
    }
    if (meaning->isAlwaysSecret() || !m_decodeBody) {
        return true;
    }
    return isSecretAt(*field.spec, body(), m_path.text());
}

const NodeRef& JsonSink::body() {
    if (!m_body.isValid()) {
        m_body = m_decodeBody();
    }
    return m_body;
}

bool JsonSink::masksUnknownTags() {
    return m_options.mask && (!m_decodeBody || mayHoldSecrets(body().tree()));
}

// Before anything of a value is written: a tag that is repeated takes the place of what stood there.
void JsonSink::beginMember(const FieldLayout* field) {
    if (m_open.empty() || m_open.back().kind != Opened::Tags) {
        return;
    }
    const auto first = m_taggedFields.begin() + static_cast<std::ptrdiff_t>(m_open.back().firstTagged);
    const auto same = [field](const TaggedField& written) { return written.field == field; };
    if (const auto before = std::find_if(first, m_taggedFields.end(), same); before != m_taggedFields.end()) {
        const JsonBuilder::Mark place = before->begin;
        const std::size_t moved = m_out.remove(before->begin, before->end);
        const auto next = m_taggedFields.erase(before);
        for (auto after = next; after != m_taggedFields.end(); ++after) {
            after->begin.size -= moved;
            after->end.size -= moved;
        }
        if (next != m_taggedFields.end()) {
            next->begin = place;
        }
    }
    m_isLeafRemovable = false;
    m_taggedFields.push_back({field, m_out.mark(), {}});
}

void JsonSink::endTag(std::uint32_t) {
    if (m_hidden > 0 || m_taggedFields.size() == m_open.back().firstTagged) {
        return;
    }
    TaggedField& last = m_taggedFields.back();
    last.end = m_out.mark();
    // Nothing of it could be read.
    if (last.end.size == last.begin.size) {
        m_taggedFields.pop_back();
    }
}

// What stands before a value: a comma, its key. True where it has a key.
bool JsonSink::beginValue(const FieldLayout* field) {
    if (m_open.empty()) {
        return false;
    }
    m_open.back().hasValues = true;
    if (m_open.back().kind == Opened::Array) {
        m_out.separate();
        return false;
    }
    m_out.key(field->spec->jsonName);
    m_path.push(field);
    return true;
}

template <class Write>
void JsonSink::leaf(const FieldLayout* field, bool isNull, bool isEmpty, const Write& write) {
    if (m_hidden > 0) {
        return;
    }
    beginMember(field);
    m_leafMark = m_out.mark();
    const bool isField = beginValue(field);
    if (isNull) {
        m_out.null();
    } else if (isMasked(*field)) {
        m_out.masked();
    } else {
        write();
    }
    if (isField) {
        m_path.pop();
    }
    m_isLeafRemovable = isField && isEmpty && !isNull;
}

void JsonSink::beginNested(Opened kind, const FieldLayout* field) {
    if (m_hidden > 0) {
        ++m_hidden;
        return;
    }
    if (kind != Opened::Tags) {
        beginMember(field);
    }
    Open open{kind, false, false, false, 0, m_unknownTags.size(), m_taggedFields.size(), m_out.mark()};
    if (kind != Opened::Tags) {
        open.isField = beginValue(field);
        if (field != nullptr && isMasked(*field)) {
            m_out.masked();
            m_hidden = 1;
            if (open.isField) {
                m_path.pop();
            }
            return;
        }
        m_out.begin(kind == Opened::Array ? '[' : '{');
    }
    if (kind == Opened::Array) {
        m_path.pushElement(0);
    }
    m_open.push_back(open);
}

void JsonSink::endNested() {
    m_isLeafRemovable = false;
    if (m_hidden > 0) {
        --m_hidden;
        return;
    }
    const Open open = m_open.back();
    m_open.pop_back();
    if (open.kind == Opened::Tags) {
        return;
    }
    m_out.end(open.kind == Opened::Array ? ']' : '}');
    if (open.kind == Opened::Array) {
        m_path.pop();
    }
    if (open.isField) {
        m_path.pop();
    }
    if (open.kind == Opened::Array && open.isField && open.isFailed && !open.hasValues) {
        m_out.rewind(open.mark);
    }
}

void JsonSink::beginStruct(const FieldLayout* field, std::uint32_t, std::uint8_t) {
    beginNested(Opened::Struct, field);
}

void JsonSink::endStruct(std::uint32_t) {
    endNested();
}

void JsonSink::nullStruct(const FieldLayout* field, std::uint32_t, std::uint8_t) {
    leaf(field, true, false, [] {});
}

void JsonSink::beginArray(const FieldLayout* field, std::uint32_t, std::uint8_t, std::int64_t) {
    beginNested(Opened::Array, field);
}

void JsonSink::beginElement(std::uint32_t) {
    if (m_hidden == 0) {
        m_path.setElement(m_open.back().elements++);
    }
}

void JsonSink::endArray(std::uint32_t) {
    endNested();
}

void JsonSink::nullArray(const FieldLayout* field, std::uint32_t, std::uint8_t) {
    leaf(field, true, false, [] {});
}

void JsonSink::numberArray(const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize, std::int64_t,
                           std::uint32_t end) {
    const std::uint32_t first = offset + prefixSize;
    leaf(field, false, first == end, [&] {
        m_out.begin('[');
        const std::uint32_t size = fixedSize(field->type);
        for (std::uint32_t at = first; at + size <= end; at += size) {
            m_out.separate();
            m_out.fixed(field->type, m_bytes.data() + at);
        }
        m_out.end(']');
    });
}

void JsonSink::scalar(const FieldLayout* field, std::uint32_t, std::uint32_t, std::int64_t value) {
    leaf(field, false, false, [&] { m_out.integer(field->type, value); });
}

void JsonSink::real(const FieldLayout* field, std::uint32_t, double value) {
    leaf(field, false, false, [&] { m_out.real(value); });
}

void JsonSink::uuid(const FieldLayout* field, std::uint32_t offset) {
    leaf(field, false, false, [&] { m_out.uuid(m_bytes.subspan(offset)); });
}

void JsonSink::blob(const FieldLayout* field, NodeKind kind, std::uint32_t offset, std::uint8_t prefixSize,
                    std::uint32_t size, bool isNull) {
    const ByteView content = m_bytes.subspan(offset + prefixSize, size - prefixSize);
    leaf(field, isNull, content.empty(), [&] { m_out.blob(kind, content); });
}

void JsonSink::beginTags(std::uint32_t, std::uint8_t) {
    beginNested(Opened::Tags, nullptr);
}

void JsonSink::unknownTag(std::uint32_t tag, std::uint32_t offset, std::uint8_t tagPrefixSize, std::uint32_t size) {
    if (m_hidden == 0) {
        m_unknownTags.push_back({tag, m_bytes.subspan(offset + tagPrefixSize, size - tagPrefixSize)});
    }
}

void JsonSink::endTags(std::uint32_t) {
    if (m_hidden == 0) {
        const std::size_t first = m_open.back().firstTag;
        if (m_unknownTags.size() > first && !m_options.kafkaOnly) {
            const bool isMasked = masksUnknownTags();
            m_out.key("_unknownTags");
            m_out.begin('[');
            for (std::size_t i = first; i < m_unknownTags.size(); ++i) {
                m_out.separate();
                if (isMasked) {
                    m_out.maskedTag(m_unknownTags[i].tag);
                } else {
                    m_out.unknownTag(m_unknownTags[i].tag, m_unknownTags[i].content);
                }
            }
            m_out.end(']');
        }
        m_unknownTags.erase(m_unknownTags.begin() + static_cast<std::ptrdiff_t>(first), m_unknownTags.end());
        m_taggedFields.resize(m_open.back().firstTagged);
    }
    endNested();
}

void JsonSink::diagnose(Diagnostic diagnostic, bool onLast) {
    const bool isError = diagnostic.severity == Severity::Error;
    const RemarkQuota::Verdict verdict = m_quota.take(diagnostic.severity);
    if (verdict == RemarkQuota::Verdict::Keep) {
        m_diagnostics.push_back(std::move(diagnostic));
    } else if (verdict == RemarkQuota::Verdict::KeepLimit) {
        m_diagnostics.push_back(m_quota.limitRemark(diagnostic));
    }
    if (!isError || m_hidden > 0) {
        return;
    }
    if (!onLast && !m_open.empty()) {
        m_open.back().isFailed = true;
    } else if (m_isLeafRemovable) {
        m_out.rewind(m_leafMark);
        m_isLeafRemovable = false;
    }
}

}  // namespace brokerscope
