#pragma once

#include "core/base/bytes.h"
#include "core/base/diagnostic.h"
#include "core/schema/message_layout.h"
#include "core/value/value_tree.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace brokerscope {

// One step of a path such as topics[].partitions[2].errorCode.
struct ColumnStep {
    static constexpr std::int64_t kAny = -1;
    std::string name;             // Kafka's JSON spelling
    std::int64_t element = kAny;  // with isElement: which one, or any
    bool isElement = false;
};

// The sink that keeps the values at some paths and nothing else: for columns of many messages. A column's values stand
// in wire order; a path that the message lacks has none. Strings are as they are, bytes base64, null "null". Not thread
// safe.
class ColumnSink {
public:
    ColumnSink(ByteView bytes, const std::vector<std::string>& paths);

    void beginStruct(const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize);
    void endStruct(std::uint32_t end);
    void nullStruct(const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize);
    void beginArray(const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize, std::int64_t count);
    void beginElement(std::uint32_t offset);
    void endArray(std::uint32_t end);
    void nullArray(const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize);
    void numberArray(const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize, std::int64_t count,
                     std::uint32_t end);
    void scalar(const FieldLayout* field, std::uint32_t offset, std::uint32_t size, std::int64_t value);
    void real(const FieldLayout* field, std::uint32_t offset, double value);
    void uuid(const FieldLayout* field, std::uint32_t offset);
    void blob(const FieldLayout* field, NodeKind kind, std::uint32_t offset, std::uint8_t prefixSize,
              std::uint32_t size, bool isNull);
    void beginTags(std::uint32_t, std::uint8_t) {}
    void beginTag(std::uint32_t, std::uint8_t) {}
    void endTag(std::uint32_t) {}
    void unknownTag(std::uint32_t, std::uint32_t, std::uint8_t, std::uint32_t) {}
    void endTags(std::uint32_t) {}
    void gap(std::uint32_t, std::uint32_t) {}
    void diagnose(const Diagnostic&, bool) {}
    bool isFull() const { return false; }

    // By position of the path.
    const std::vector<std::vector<std::string>>& columns() const { return m_columns; }

private:
    void push(const FieldLayout* field);
    void leaf(const FieldLayout* field, const std::string& text);
    bool matches(const std::vector<ColumnStep>& path, const FieldLayout* leaf) const;

    struct Step {
        const FieldLayout* field;  // null: an element
        std::int64_t element;
    };
    ByteView m_bytes;
    std::vector<std::vector<ColumnStep>> m_paths;
    std::unordered_multimap<std::string_view, std::size_t> m_byLastName;  // of the steps in m_paths
    std::vector<std::vector<std::string>> m_columns;
    std::vector<Step> m_steps;
    std::vector<bool> m_pushed;  // for each open structure: whether it has a step of its own
    bool m_isElement = false;    // the next value is an element of the innermost array
};

// The steps of a path; empty names and unfinished brackets give an empty list.
std::vector<ColumnStep> parseColumnPath(std::string_view path);

}  // namespace brokerscope
