#include "ui/models/draft_size.h"

namespace brokerscope {
namespace {

std::size_t heldByValue(const DraftValue& value) {
    if (const auto* text = std::get_if<DraftText>(&value)) {
        return text->bytes.size();
    }
    if (const auto* bytes = std::get_if<ByteBuffer>(&value)) {
        return bytes->size();
    }
    if (const auto* inner = std::get_if<std::unique_ptr<DraftStruct>>(&value)) {
        return heldBytes(**inner);
    }
    std::size_t held = 0;
    if (const auto* array = std::get_if<std::unique_ptr<DraftArray>>(&value)) {
        for (const DraftValue& element : (*array)->elements) {
            held += sizeof(DraftValue) + heldByValue(element);
        }
    }
    return held;
}

}  // namespace

std::size_t heldBytes(const DraftStruct& structure) {
    std::size_t held = sizeof(DraftStruct) + structure.fields.size() * sizeof(DraftValue);
    for (const DraftValue& field : structure.fields) {
        held += heldByValue(field);
    }
    for (const DraftTag& tag : structure.unknownTags) {
        held += tag.bytes.size();
    }
    for (const auto& [index, fieldOverride] : structure.overrides) {
        held += fieldOverride.bytes ? fieldOverride.bytes->size() : 0;
    }
    return held;
}

}  // namespace brokerscope
