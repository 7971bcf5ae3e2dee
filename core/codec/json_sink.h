#pragma once

#include "core/base/bytes.h"
#include "core/base/diagnostic.h"
#include "core/base/limits.h"
#include "core/schema/message_layout.h"
#include "core/value/value_tree.h"

#include <string>
#include <vector>

namespace brokerscope {

// The sink that writes a message's JSON text (the shape of toJson, one line) straight from the walk, without a tree: for bulk work.
// Events and offsets as TreeBuilder's. Unlike toJson it masks no secrets, and a value whose length failed is written empty: see
// diagnostics(). The bytes are borrowed and outlive the sink. A repeated tag appears as a repeated key, the last of which counts. Not thread safe.
class JsonSink {
public:
    explicit JsonSink(ByteView bytes) : m_bytes(bytes) {}

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
    void blob(const FieldLayout* field, NodeKind kind, std::uint32_t offset, std::uint8_t prefixSize, std::uint32_t size,
              bool isNull);
    void beginTags(std::uint32_t, std::uint8_t) { m_unknownTags.emplace_back(); }
    void beginTag(std::uint32_t, std::uint8_t) {}
    void endTag(std::uint32_t) {}
    void unknownTag(std::uint32_t tag, std::uint32_t offset, std::uint8_t tagPrefixSize, std::uint32_t size);
    void endTags(std::uint32_t end);
    void gap(std::uint32_t, std::uint32_t) {}
    void diagnose(Diagnostic diagnostic, bool) { m_diagnostics.push_back(std::move(diagnostic)); }
    bool isFull() const { return false; }

    const std::vector<Diagnostic>& diagnostics() const { return m_diagnostics; }
    std::string take() { return std::move(m_out); }

private:
    void key(const FieldLayout* field);
    void separate();

    ByteView m_bytes;
    std::string m_out;
    std::vector<std::string> m_unknownTags;  // one text for each open tag section
    std::vector<Diagnostic> m_diagnostics;
    bool m_isElement = false;                // the next value belongs to an array, not to a name
};

}  // namespace brokerscope
