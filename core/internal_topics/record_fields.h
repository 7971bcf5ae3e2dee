#pragma once

#include "core/base/limits.h"
#include "core/base/uuid.h"
#include "core/codec/null_sink.h"
#include "core/codec/walk.h"
#include "core/internal_topics/bound_layout.h"
#include "core/value/value_tree.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// The value of a field as a row's setter gets it. Bytes are borrowed: valid within the call.
struct FieldValue {
    std::int64_t number = 0;
    ByteView bytes;  // of strings, bytes, uuids and arrays of numbers (as on the wire); of structures nothing
    bool isNull = false;
    double real = 0;  // of float64

    std::string text() const { return std::string(asText(bytes)); }
    std::optional<std::string> textOrNothing() const;
    std::vector<std::int32_t> int16s() const;
    std::vector<std::int32_t> int32s() const;
    std::vector<Uuid> uuids() const;
    Uuid uuid() const;  // zero where the definition says another type
};

// A field, or a structure that begins (each element of an array), and what is done with it.
template <class Draft>
struct FieldRow {
    std::string_view path;  // Kafka's JSON spelling: "members.memberId"
    void (*set)(Draft&, const FieldValue&);
};

// Reads the fields of one layout that a table has rows for, without building a tree.
template <class Draft>
class RecordFields {
public:
    RecordFields(std::shared_ptr<const MessageLayout> layout, std::span<const FieldRow<Draft>> rows)
        : m_rows(rows), m_bound(std::move(layout), paths(rows)) {}

    const MessageLayout& layout() const { return m_bound.layout(); }

    // From `at` on. False: the bytes do not fit the layout, or, unless `mayGoOn`, more follow; the draft then has what
    // came before the fault.
    bool read(ByteView bytes, std::size_t at, bool mayGoOn, Draft& draft, const Limits& limits) const {
        Sink sink{{}, *this, bytes, draft};
        const auto start = static_cast<std::uint32_t>(at);
        Walk<Sink> walk(ByteReader(bytes, start), sink, limits, {});
        walk.readStruct(*m_bound.layout().root, nullptr, start, 0);
        return !walk.failed() && !sink.isFaulty && (mayGoOn || walk.reader().left() == 0);
    }

private:
    static std::vector<std::string_view> paths(std::span<const FieldRow<Draft>> rows) {
        std::vector<std::string_view> all;
        for (const FieldRow<Draft>& row : rows) {
            all.push_back(row.path);
        }
        return all;
    }

    struct Sink : NullSink {
        const RecordFields& fields;
        ByteView bytes;
        Draft& draft;
        bool isFaulty = false;
        // Structures that are open; rows go no deeper, and what lies deeper has no rows.
        static constexpr std::size_t kDeepest = 8;
        std::array<std::int16_t, kDeepest> nodes{};
        std::size_t depth = 0;

        BoundLayout::Target target(const FieldLayout* field) const {
            return depth > kDeepest ? BoundLayout::Target{} : fields.m_bound.target(nodes[depth - 1], field);
        }
        void set(BoundLayout::Target target, const FieldValue& value) {
            if (target.row != BoundLayout::kNone) {
                fields.m_rows[static_cast<std::size_t>(target.row)].set(draft, value);
            }
        }

        void beginStruct(const FieldLayout* field, std::uint32_t, std::uint8_t) {
            const BoundLayout::Target begun = field == nullptr ? BoundLayout::kRoot : target(field);
            set(begun, {});
            if (depth < kDeepest) {
                nodes[depth] = begun.node;
            }
            ++depth;
        }
        void endStruct(std::uint32_t) { --depth; }
        void numberArray(const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize, std::int64_t,
                         std::uint32_t end) {
            const std::uint32_t begin = offset + prefixSize;
            set(target(field), {0, bytes.subspan(begin, end - begin), false});
        }
        void scalar(const FieldLayout* field, std::uint32_t, std::uint32_t, std::int64_t value) {
            set(target(field), {value, {}, false});
        }
        void uuid(const FieldLayout* field, std::uint32_t offset) {
            set(target(field), {0, bytes.subspan(offset, 16), false});
        }
        void blob(const FieldLayout* field, NodeKind, std::uint32_t offset, std::uint8_t prefixSize, std::uint32_t size,
                  bool isNull) {
            set(target(field), {0, bytes.subspan(offset + prefixSize, size - prefixSize), isNull});
        }
        void real(const FieldLayout* field, std::uint32_t, double value) { set(target(field), {0, {}, false, value}); }
        void diagnose(const Diagnostic& remark, bool) { isFaulty = isFaulty || remark.severity == Severity::Error; }
    };

    std::span<const FieldRow<Draft>> m_rows;
    BoundLayout m_bound;
};

}  // namespace brokerscope
