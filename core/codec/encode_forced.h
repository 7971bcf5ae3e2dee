#pragma once

#include "core/schema/message_layout.h"

#include <memory>
#include <vector>

namespace brokerscope {

// Layouts of fields that a version lacks and that are written on purpose (FieldOverride::write). Such a field looks as
// in the nearest version that has it, in the encoding (classic or compact) of the version at hand. Made when first
// asked for; the nodes of a tree point to them, so layouts() must live as long as the tree. Not thread safe.
class ForcedLayouts {
public:
    explicit ForcedLayouts(const MessageLayout& layout) : m_layout(layout) {}

    std::int16_t version() const { return m_layout.version; }
    const FieldLayout& field(const FieldSpec& field);
    // What was made, as an owner for a tree; null when nothing was.
    std::shared_ptr<const MessageLayout> layouts() const { return m_made; }

private:
    FieldLayout makeField(const FieldSpec& field, int presentIn);
    const StructLayout* makeStruct(const StructSpec& spec, int presentIn);

    const MessageLayout& m_layout;
    std::shared_ptr<MessageLayout> m_made;
    std::vector<std::pair<const FieldSpec*, const FieldLayout*>> m_fields;
};

}  // namespace brokerscope
