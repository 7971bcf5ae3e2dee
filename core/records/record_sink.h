#pragma once

#include "core/base/diagnostic.h"
#include "core/records/record_view.h"
#include "core/schema/message_layout.h"
#include "core/value/value_tree.h"

#include <array>
#include <vector>

namespace brokerscope {

// The sink of a walk over one record or message: keeps numbers and bytes by the position of their field, and where the
// headers are. Allocates nothing but remarks. Not thread safe.
class RecordSink {
public:
    static constexpr std::size_t kFields = 8;

    void begin(ByteView bytes) {
        m_bytes = bytes;
        m_depth = 0;
        m_last = nullptr;
        numbers = {};
        blobs.fill({{}, true, true});
        headersCount = 0;
        headersStart = headersEnd = 0;
        start = end = 0;
        reached = 0;
        hasErrors = false;
    }

    void beginStruct(const FieldLayout*, std::uint32_t offset, std::uint8_t) {
        if (m_depth++ == 0) {
            start = offset;
        }
    }
    void endStruct(std::uint32_t at) {
        if (--m_depth == 0) {
            end = at;
        }
    }
    void nullStruct(const FieldLayout*, std::uint32_t, std::uint8_t) {}
    void beginArray(const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize, std::int64_t count) {
        reach(field);
        headersCount = static_cast<std::int32_t>(count);
        headersStart = headersEnd = offset + prefixSize;
        ++m_depth;
    }
    void beginElement(std::uint32_t) {}
    void endArray(std::uint32_t at) {
        --m_depth;
        headersEnd = at;
    }
    void nullArray(const FieldLayout*, std::uint32_t, std::uint8_t) {}
    void numberArray(const FieldLayout*, std::uint32_t, std::uint8_t, std::int64_t, std::uint32_t) {}
    void scalar(const FieldLayout* field, std::uint32_t, std::uint32_t, std::int64_t value) {
        numbers[field->spec->index % kFields] = value;
        reach(field);
    }
    void real(const FieldLayout*, std::uint32_t, double) {}
    void uuid(const FieldLayout*, std::uint32_t) {}
    void blob(const FieldLayout* field, NodeKind, std::uint32_t offset, std::uint8_t prefixSize, std::uint32_t size,
              bool isNull) {
        m_last = nullptr;
        if (m_depth == 1) {
            m_last = &blobs[field->spec->index % kFields];
            *m_last = {m_bytes.subspan(offset + prefixSize, size - prefixSize), isNull, false};
        }
    }
    void beginTags(std::uint32_t, std::uint8_t) {}
    void beginTag(const FieldLayout*, std::uint32_t, std::uint8_t) {}
    void endTag(std::uint32_t) {}
    void unknownTag(std::uint32_t, std::uint32_t, std::uint8_t, std::uint32_t) {}
    void endTags(std::uint32_t) {}
    void gap(std::uint32_t, std::uint32_t) {}
    void diagnose(Diagnostic diagnostic, bool onLast) {
        // Of bytes that reach beyond the end none are handed out.
        if (onLast && m_last != nullptr && diagnostic.id == MessageId::LengthBeyondEnd) {
            m_last->isMissing = true;
        }
        hasErrors |= diagnostic.severity == Severity::Error;
        if (remarks.size() < kRemarks) {
            remarks.push_back(std::move(diagnostic));
        }
    }
    bool isFull() const { return false; }
    // Whether a number, or the count of an array, was read.
    bool hasReached(std::size_t index) const { return (reached >> index & 1) != 0; }

    std::array<std::int64_t, kFields> numbers{};
    std::array<NullableBytes, kFields> blobs{};
    std::int32_t headersCount = 0;
    std::uint32_t headersStart = 0;
    std::uint32_t headersEnd = 0;
    std::uint32_t start = 0;
    std::uint32_t end = 0;
    std::uint8_t reached = 0;  // fields by their position, as bits
    bool hasErrors = false;
    std::vector<Diagnostic> remarks;  // of all records since it was emptied

private:
    static constexpr std::size_t kRemarks = 1000;

    void reach(const FieldLayout* field) {
        if (m_depth == 1) {
            reached = static_cast<std::uint8_t>(reached | 1U << field->spec->index % kFields);
        }
    }

    ByteView m_bytes;
    std::uint32_t m_depth = 0;
    NullableBytes* m_last = nullptr;  // of `blobs`, the one that came last; null: another field did
};

}  // namespace brokerscope
