#include "core/codec/column_sink.h"

#include <utility>

namespace brokerscope {

ColumnSink::ColumnSink(ByteView bytes, std::vector<ColumnPath> columns, Take take)
    : m_bytes(bytes), m_columns(std::move(columns)), m_take(std::move(take)), m_isBeyond(m_columns.size()) {}

void ColumnSink::beginMessage(const std::shared_ptr<const MessageLayout>& layout, bool isHeader) {
    m_version = layout->version;
    m_isHeader = isHeader;
    m_hasBody = m_hasBody || !isHeader;
}

// Whether the candidate's next step is the field, or the element, that comes now.
bool ColumnSink::isNext(const Candidate& candidate, const FieldLayout* field) const {
    const std::span<const PathStep> steps = m_columns[candidate.column].steps;
    if (candidate.next == steps.size()) {
        return false;
    }
    const PathStep& step = steps[candidate.next];
    return isElement() ? step.accepts(m_levels.back().element) : !step.isElement && step.name == field->spec->jsonName;
}

void ColumnSink::openMessage() {
    m_levels.push_back({0, false, false, -1});
    for (std::size_t column = 0; column < m_columns.size(); ++column) {
        if (m_columns[column].isOfHeader == m_isHeader) {
            m_candidates.push_back({column, 0});
        }
    }
}

void ColumnSink::open(const FieldLayout* field, bool isArray) {
    const std::size_t first = m_candidates.size();
    for (std::size_t i = m_levels.back().first; i < first; ++i) {
        const Candidate candidate = m_candidates[i];
        if (!isNext(candidate, field)) {
            continue;
        }
        if (isLast(candidate)) {
            m_isBeyond[candidate.column] = true;
        } else {
            m_candidates.push_back({candidate.column, candidate.next + 1});
        }
    }
    if (m_candidates.size() == first) {
        m_passed = 1;
        return;
    }
    const bool hasName = !isElement();
    if (hasName) {
        m_path.push(field);
    }
    if (isArray) {
        m_path.pushElement(-1);
    }
    m_levels.push_back({first, isArray, hasName, -1});
}

void ColumnSink::beginStruct(const FieldLayout* field, std::uint32_t, std::uint8_t) {
    release();
    if (m_passed > 0) {
        ++m_passed;
    } else if (m_levels.empty()) {
        openMessage();
    } else {
        open(field, false);
    }
}

void ColumnSink::endStruct(std::uint32_t) {
    release();
    if (m_passed > 0) {
        --m_passed;
        return;
    }
    const Level level = m_levels.back();
    m_levels.pop_back();
    m_candidates.resize(level.first);
    if (level.isArray) {
        m_path.pop();
    }
    if (level.hasName) {
        m_path.pop();
    }
}

void ColumnSink::beginArray(const FieldLayout* field, std::uint32_t, std::uint8_t, std::int64_t) {
    release();
    if (m_passed > 0) {
        ++m_passed;
    } else {
        open(field, true);
    }
}

void ColumnSink::beginElement(std::uint32_t) {
    release();
    if (m_passed == 0) {
        m_path.setElement(++m_levels.back().element);
    }
}

// The value belongs to every column whose last step it is.
void ColumnSink::hand(const LeafValue& value) {
    const bool isNamed = !isElement();
    if (isNamed) {
        m_path.push(value.field);
    }
    for (std::size_t i = m_levels.back().first; i < m_candidates.size(); ++i) {
        const Candidate& candidate = m_candidates[i];
        if (isLast(candidate) && isNext(candidate, value.field)) {
            m_take(candidate.column, value, m_path);
        }
    }
    if (isNamed) {
        m_path.pop();
    }
}

void ColumnSink::leaf(const LeafValue& value) {
    release();
    if (m_passed > 0) {
        return;
    }
    const bool mayFail = !value.isNull && value.content.empty() && value.kind != NodeKind::Scalar;
    if (mayFail) {
        m_held = value;
    } else {
        hand(value);
    }
}

void ColumnSink::release() {
    if (m_held) {
        const LeafValue value = *std::exchange(m_held, std::nullopt);
        hand(value);
    }
}

void ColumnSink::diagnose(const Diagnostic& diagnostic, bool onLast) {
    if (onLast && diagnostic.severity == Severity::Error) {
        m_held.reset();
    }
}

LeafValue ColumnSink::leafOfField(const FieldLayout* field, NodeKind kind) const {
    LeafValue value;
    value.field = field;
    value.kind = kind;
    value.version = m_version;
    return value;
}

void ColumnSink::nullStruct(const FieldLayout* field, std::uint32_t, std::uint8_t) {
    LeafValue value = leafOfField(field, NodeKind::Struct);
    value.isNull = true;
    leaf(value);
}

void ColumnSink::nullArray(const FieldLayout* field, std::uint32_t, std::uint8_t) {
    LeafValue value = leafOfField(field, NodeKind::Array);
    value.isNull = true;
    leaf(value);
}

LeafValue ColumnSink::number(const FieldLayout* field, std::uint32_t at) const {
    LeafValue value = leafOfField(field, field->type == FieldType::Uuid ? NodeKind::Uuid : NodeKind::Scalar);
    if (field->type == FieldType::Uuid) {
        value.content = m_bytes.subspan(at, fixedSize(field->type));
    } else if (field->type == FieldType::Float64) {
        value.real = readFloat64(m_bytes.data() + at);
    } else {
        value.integer = readInteger(field->type, m_bytes.data() + at);
    }
    return value;
}

void ColumnSink::numberArray(const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize,
                             std::int64_t count, std::uint32_t end) {
    beginArray(field, offset, prefixSize, count);
    const std::uint32_t size = fixedSize(field->type);
    for (std::uint32_t at = offset + prefixSize; m_passed == 0 && at + size <= end; at += size) {
        beginElement(at);
        hand(number(field, at));
    }
    endArray(end);
}

void ColumnSink::scalar(const FieldLayout* field, std::uint32_t, std::uint32_t, std::int64_t integer) {
    if (m_passed == 0) {
        LeafValue value = leafOfField(field, NodeKind::Scalar);
        value.integer = integer;
        leaf(value);
    }
}

void ColumnSink::real(const FieldLayout* field, std::uint32_t, double told) {
    LeafValue value = leafOfField(field, NodeKind::Scalar);
    value.real = told;
    leaf(value);
}

void ColumnSink::uuid(const FieldLayout* field, std::uint32_t offset) {
    LeafValue value = leafOfField(field, NodeKind::Uuid);
    value.content = m_bytes.subspan(offset, fixedSize(FieldType::Uuid));
    leaf(value);
}

void ColumnSink::blob(const FieldLayout* field, NodeKind kind, std::uint32_t offset, std::uint8_t prefixSize,
                      std::uint32_t size, bool isNull) {
    LeafValue value = leafOfField(field, kind);
    value.isNull = isNull;
    value.content = m_bytes.subspan(offset + prefixSize, size - prefixSize);
    leaf(value);
}

}  // namespace brokerscope
