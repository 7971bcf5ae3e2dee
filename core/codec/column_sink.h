#pragma once

#include "core/base/bytes.h"
#include "core/codec/null_sink.h"
#include "core/codec/walk_path.h"
#include "core/value/leaf_value.h"
#include "core/value/path_step.h"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace brokerscope {

// A path whose values are wanted. Borrowed.
struct ColumnPath {
    std::span<const PathStep> steps;
    bool isOfHeader = false;  // counts from the header of a frame, not from the body
};

// The sink that hands out the values at some paths and keeps nothing: for columns of many messages. They come in wire
// order; a path that the message lacks has none, and neither has a field whose length or count could not be read. Not
// thread safe.
class ColumnSink : public NullSink {
public:
    // Gets a value of the column at that position, and where it stands. Both are borrowed for the call.
    using Take = std::function<void(std::size_t column, const LeafValue& value, const WalkPath& at)>;

    ColumnSink(ByteView bytes, std::vector<ColumnPath> columns, Take take);

    // A path ends at a structure or at an array: what stands there is no column, and was not handed out.
    bool isBeyond(std::size_t column) const { return m_isBeyond[column]; }
    // A body began, not only a header.
    bool hasBody() const { return m_hasBody; }

    void beginMessage(const std::shared_ptr<const MessageLayout>& layout, bool isHeader);
    void beginStruct(const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize);
    void endStruct(std::uint32_t end);
    void nullStruct(const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize);
    void beginArray(const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize, std::int64_t count);
    void beginElement(std::uint32_t offset);
    void endArray(std::uint32_t end) { endStruct(end); }
    void nullArray(const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize);
    void numberArray(const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize, std::int64_t count,
                     std::uint32_t end);
    void scalar(const FieldLayout* field, std::uint32_t offset, std::uint32_t size, std::int64_t value);
    void real(const FieldLayout* field, std::uint32_t offset, double value);
    void uuid(const FieldLayout* field, std::uint32_t offset);
    void blob(const FieldLayout* field, NodeKind kind, std::uint32_t offset, std::uint8_t prefixSize,
              std::uint32_t size, bool isNull);
    void diagnose(const Diagnostic& diagnostic, bool onLast);

private:
    // A column that the steps so far are of, and its step that comes next.
    struct Candidate {
        std::size_t column;
        std::size_t next;
    };
    // A structure or array that some column goes through.
    struct Level {
        std::size_t first;  // of its candidates, which are the last ones
        bool isArray;
        bool hasName;  // stands in the path by its field
        std::int64_t element;
    };

    bool isElement() const { return !m_levels.empty() && m_levels.back().isArray; }
    bool isNext(const Candidate& candidate, const FieldLayout* field) const;
    bool isLast(const Candidate& candidate) const {
        return candidate.next + 1 == m_columns[candidate.column].steps.size();
    }
    void open(const FieldLayout* field, bool isArray);
    void openMessage();
    void leaf(const LeafValue& value);
    void hand(const LeafValue& value);
    void release();
    LeafValue leafOfField(const FieldLayout* field, NodeKind kind) const;
    LeafValue number(const FieldLayout* field, std::uint32_t at) const;

    ByteView m_bytes;
    std::vector<ColumnPath> m_columns;
    Take m_take;
    std::vector<bool> m_isBeyond;
    std::vector<Candidate> m_candidates;
    std::vector<Level> m_levels;
    std::size_t m_passed = 0;  // depth within what no column goes through
    WalkPath m_path{std::string_view()};
    std::optional<LeafValue> m_held;  // empty: a remark that comes next may say that it was not read
    int m_version = 0;
    bool m_isHeader = false;
    bool m_hasBody = false;
};

}  // namespace brokerscope
