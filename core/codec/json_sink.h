#pragma once

#include "core/base/bytes.h"
#include "core/base/diagnostic.h"
#include "core/base/limits.h"
#include "core/codec/remark_quota.h"
#include "core/codec/walk_path.h"
#include "core/value/json_builder.h"
#include "core/value/json_writer.h"

#include <functional>
#include <string>
#include <vector>

namespace brokerscope {

// The sink that writes a message's JSON text, the same as toJson, straight from the walk and without a tree: for bulk
// work. Events and offsets as TreeBuilder's. Of a tag that is repeated the last value alone is written. "_overrides"
// are left out: bulk text is read, not encoded again. The bytes are borrowed and outlive the sink. Not thread safe.
class JsonSink {
public:
    // Gives the decoded message (its own structure). Called once at most, and only where a secret depends on other
    // values than itself, which may come later in the bytes, or where there are unknown tags.
    using DecodeBody = std::function<NodeRef()>;

    // Without `decodeBody` whatever may be hidden is masked, where `options` say mask. Of `limits` only "diagnostics"
    // is looked at.
    explicit JsonSink(ByteView bytes, const JsonOptions& options = {}, DecodeBody decodeBody = {},
                      const Limits& limits = {});

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
    void beginTags(std::uint32_t offset, std::uint8_t prefixSize);
    void beginTag(const FieldLayout*, std::uint32_t, std::uint8_t) {}
    void endTag(std::uint32_t end);
    void unknownTag(std::uint32_t tag, std::uint32_t offset, std::uint8_t tagPrefixSize, std::uint32_t size);
    void endTags(std::uint32_t end);
    void gap(std::uint32_t, std::uint32_t) {}
    void diagnose(Diagnostic diagnostic, bool onLast);
    bool isFull() const { return false; }

    const std::vector<Diagnostic>& diagnostics() const { return m_diagnostics; }
    std::string take() { return m_out.take(); }

private:
    enum class Opened : std::uint8_t { Struct, Array, Tags };
    struct Open {
        Opened kind = Opened::Struct;
        bool isField = false;  // has a key and may be left out
        bool isFailed = false;
        bool hasValues = false;
        std::int64_t elements = 0;    // that were begun
        std::size_t firstTag = 0;     // of a tag section, in m_unknownTags
        std::size_t firstTagged = 0;  // of a tag section, in m_taggedFields
        JsonBuilder::Mark mark;       // before the value and its key
    };
    struct UnknownTag {
        std::uint32_t tag;
        ByteView content;
    };

    // A member of a tag section that was written: [begin, end) of the text.
    struct TaggedField {
        const FieldLayout* field = nullptr;
        JsonBuilder::Mark begin;
        JsonBuilder::Mark end;
    };

    void beginMember(const FieldLayout* field);
    bool beginValue(const FieldLayout* field);
    template <class Write>
    void leaf(const FieldLayout* field, bool isNull, bool isEmpty, const Write& write);
    void beginNested(Opened kind, const FieldLayout* field);
    void endNested();
    bool isMasked(const FieldLayout& field);
    bool masksUnknownTags();
    const NodeRef& body();

    ByteView m_bytes;
    JsonOptions m_options;
    DecodeBody m_decodeBody;
    NodeRef m_body;
    JsonBuilder m_out;
    WalkPath m_path;
    std::vector<Open> m_open;
    std::vector<UnknownTag> m_unknownTags;
    std::vector<TaggedField> m_taggedFields;
    RemarkQuota m_quota;
    std::vector<Diagnostic> m_diagnostics;
    JsonBuilder::Mark m_leafMark;    // before the last leaf
    bool m_isLeafRemovable = false;  // it says nothing: a failure of it takes it away
    std::uint32_t m_hidden = 0;      // depth within a masked structure or array
};

}  // namespace brokerscope
