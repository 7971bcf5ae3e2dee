#pragma once

#include "core/codec/byte_reader.h"
#include "core/codec/byte_writer.h"
#include "core/codec/encode_forced.h"
#include "core/codec/null_sink.h"
#include "core/value/draft_defaults.h"
#include "core/value/value_draft.h"
#include "core/value/value_tree.h"

#include <algorithm>
#include <type_traits>

namespace brokerscope {

// The counterpart of Walk: writes a draft by a layout and tells a sink (TreeBuilder, NullSink) what is where. Values
// that do not fit their field are written as its zero; nothing fails. The draft's structures are those of the layout's
// definition.
template <class Sink>
class EncodeWalk {
public:
    EncodeWalk(ByteWriter& out, Sink& sink, ForcedLayouts& forced) : m_out(out), m_sink(sink), m_forced(forced) {}

    // Fields and tag section. `value` may be null: everything untouched.
    void writeStruct(const StructLayout& layout, const DraftStruct* value, const FieldLayout* field,
                     std::uint32_t start, std::uint8_t prefixSize);
    // What a structure holds from the field with the definition's index `from` on, tag section included.
    void writeFields(const StructLayout& layout, const DraftStruct* value, std::uint32_t from);
    // One field as it stands in a structure or in a tag.
    void writeField(const FieldLayout& field, const DraftValue& value, const FieldOverride* told);

private:
    // One entry of a tag section: a field, or bytes under a number that the definition does not know.
    struct Tag {
        std::uint32_t number = 0;
        const FieldLayout* field = nullptr;
        const DraftTag* unknown = nullptr;
    };

    void writeFieldsAsTold(const StructLayout& layout, const DraftStruct& value, std::uint32_t from);
    bool writeComputedSize(const StructLayout& layout, const DraftStruct* value, const FieldLayout& field);
    void writeInteger(const FieldLayout& field, std::uint64_t bits);
    void writeFixed(const FieldLayout& field, const DraftValue& value);
    void writeBlob(const FieldLayout& field, const DraftValue& value, const FieldOverride* told);
    void writeArray(const FieldLayout& field, const DraftValue& value, const FieldOverride* told);
    void writeNumbers(const FieldLayout& field, const DraftArray& array);
    void writeElements(const FieldLayout& field, const DraftArray& array);
    void writeStructField(const FieldLayout& field, const DraftValue& value, bool isElement);
    std::uint8_t writeLength(const FieldLayout& field, std::int64_t length, std::uint32_t classicSize);

    void writeTags(const StructLayout& layout, const DraftStruct* value);
    bool collectForcedTags(const DraftStruct* value, std::vector<Tag>& tags);
    void writeMergedTags(const StructLayout& layout, const DraftStruct& value, std::vector<Tag> tags);
    void beginTagSection(std::uint32_t count);
    void writeTaggedField(const FieldLayout& field, const DraftStruct* value);
    void writeUnknownTag(const DraftTag& tag);

    static const DraftValue& valueOf(const DraftStruct* value, const FieldSpec& field) {
        return value != nullptr && field.index < value->fields.size() ? value->fields[field.index] : kUntouched;
    }
    static const FieldOverride* overrideOf(const DraftStruct* value, std::uint32_t index) {
        if (value != nullptr) {
            for (const auto& [at, told] : value->overrides) {
                if (at == index) {
                    return &told;
                }
            }
        }
        return nullptr;
    }
    static bool isWritten(const FieldLayout& field, const DraftStruct* value) {
        return !isDefault(*field.spec, valueOf(value, *field.spec)) || overrideOf(value, field.spec->index) != nullptr;
    }

    static inline const DraftValue kUntouched{};

    ByteWriter& m_out;
    Sink& m_sink;
    ForcedLayouts& m_forced;
};

}  // namespace brokerscope

#include "core/codec/encode_walk_fields.inl"
#include "core/codec/encode_walk_tags.inl"
