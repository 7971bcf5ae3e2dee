#include "core/codec/byte_reader.h"
#include "core/codec/encoder.h"
#include "core/codec/wire_prefix.h"
#include "core/value/draft_defaults.h"
#include "core/value/exact_bytes.h"

#include <algorithm>

namespace brokerscope {
namespace {

FieldOverride& overrideFor(DraftStruct& made, std::uint32_t index) {
    for (auto& [at, told] : made.overrides) {
        if (at == index) {
            return told;
        }
    }
    return made.overrides.emplace_back(index, FieldOverride{}).second;
}

ByteBuffer copyOf(ByteView bytes) {
    return {bytes.begin(), bytes.end()};
}

// A value and how it was written where that is not what the encoder would write.
struct Said {
    DraftValue value;
    FieldOverride told;
    bool isExact = true;  // false: only the bytes themselves say it

    bool isPlain() const { return isExact && !told.length && !told.count && !told.bytes; }
};

// Reads one message out of a tree. Elements made on demand come from trees of their own over the same bytes, so every
// step names its tree.
class DraftMaker {
public:
    DraftStruct readStruct(const ValueTree& tree, const StructLayout& layout, std::uint32_t index, bool isRoot) {
        DraftStruct made = makeStruct(*layout.spec);
        const std::vector<Node>& nodes = tree.nodes;
        auto next = layout.fields.begin();
        bool hasSection = false;
        for (std::uint32_t i = index + 1; i < nodes[index].subtreeEnd; i = nodes[i].subtreeEnd) {
            const Node& node = nodes[i];
            if (node.kind == NodeKind::Tags) {
                readTags(tree, layout, i, made);
                hasSection = true;
            } else if (node.field != nullptr) {
                next = passMissing(layout, next, node, made);
                readField(tree, i, made);
            } else if (!hasSection && next == layout.fields.end() && (layout.flexible || !isRoot)) {
                // Bytes in the place of a tag section.
                overrideFor(made, DraftStruct::kTagSection).bytes = copyOf(tree.view(node));
                hasSection = true;
            } else {
                addTrailing(tree.view(node));
            }
        }
        suppress(next, layout.fields.end(), made);
        if (layout.flexible && !hasSection) {
            overrideFor(made, DraftStruct::kTagSection).bytes = ByteBuffer();
        }
        return made;
    }

    void addTrailing(ByteView bytes) { m_trailing.insert(m_trailing.end(), bytes.begin(), bytes.end()); }
    ByteBuffer takeTrailing() { return std::move(m_trailing); }

private:
    using Fields = std::vector<FieldLayout>::const_iterator;

    // Fields of which nothing was read are written as nothing.
    static void suppress(Fields from, Fields to, DraftStruct& made) {
        for (; from != to; ++from) {
            overrideFor(made, from->spec->index).bytes = ByteBuffer();
        }
    }

    // The field after the one that `node` holds. A field that the version lacks was written on purpose.
    static Fields passMissing(const StructLayout& layout, Fields next, const Node& node, DraftStruct& made) {
        const Fields found =
            std::find_if(next, layout.fields.end(), [&node](const FieldLayout& field) { return &field == node.field; });
        if (found == layout.fields.end()) {
            overrideFor(made, node.field->spec->index).write = true;
            return next;
        }
        suppress(next, found, made);
        return found + 1;
    }

    void readField(const ValueTree& tree, std::uint32_t index, DraftStruct& made) {
        const Node& node = tree.nodes[index];
        const std::uint32_t fieldIndex = node.field->spec->index;
        const ByteView raw = tree.view(node).subspan(node.tagPrefixSize);
        if (node.kind == NodeKind::Gap) {
            overrideFor(made, fieldIndex).bytes = copyOf(raw);
            return;
        }
        Said said = readValue(tree, index);
        if (!said.isPlain()) {
            FieldOverride& told = overrideFor(made, fieldIndex);
            told.length = said.told.length;
            told.count = said.told.count;
            if (!said.isExact) {
                told.bytes = copyOf(raw);
            }
        }
        made.fields[fieldIndex] = std::move(said.value);
    }

    Said readValue(const ValueTree& tree, std::uint32_t index) {
        const Node& node = tree.nodes[index];
        switch (node.kind) {
            case NodeKind::Struct:
                return readNested(tree, index);
            case NodeKind::Array:
                return readArray(tree, index);
            case NodeKind::Uuid:
                return {Uuid::fromBytes(tree.content(node)), {}, true};
            case NodeKind::Scalar:
                if (node.field->type == FieldType::Float64) {
                    return {node.real, {}, true};
                }
                return {node.integer, {}, true};
            default:
                return readBlob(tree, node);
        }
    }

    Said readNested(const ValueTree& tree, std::uint32_t index) {
        const Node& node = tree.nodes[index];
        const bool hasMarker = node.prefixSize > 0;
        const std::uint8_t marker = hasMarker ? tree.view(node)[node.tagPrefixSize] : 1;
        if ((node.flags & NodeNull) != 0) {
            return {DraftNull{}, {}, marker == (node.field->tag >= 0 ? 0 : 0xff)};
        }
        auto structure = std::make_unique<DraftStruct>(readStruct(tree, *node.field->structure, index, false));
        return {std::move(structure), {}, marker == 1};
    }

    static Said readBlob(const ValueTree& tree, const Node& node) {
        const WirePrefix prefix = readWirePrefix(tree, node);
        const ByteView content = tree.content(node);
        Said said;
        said.isExact = prefix.isCanonical;
        if ((node.flags & NodeNull) != 0) {
            said.value = DraftNull{};
            return said;
        }
        if (prefix.length != static_cast<std::int64_t>(content.size())) {
            said.told.length = prefix.length;
        }
        if (node.kind == NodeKind::String) {
            said.value = DraftText{std::string(asText(content))};
        } else {
            said.value = copyOf(content);
        }
        return said;
    }

    Said readArray(const ValueTree& tree, std::uint32_t index) {
        const Node& node = tree.nodes[index];
        const WirePrefix prefix = readWirePrefix(tree, node);
        Said said;
        said.isExact = prefix.isCanonical;
        if ((node.flags & NodeNull) != 0) {
            said.value = DraftNull{};
            return said;
        }
        auto array = std::make_unique<DraftArray>();
        if (fixedSize(node.field->type) != 0) {
            readNumbers(tree, index, *array);
        } else if (const SparseArray* sparse = tree.sparseArray(index)) {
            for (std::uint32_t chunk = 0; chunk < sparse->chunkOffsets.size(); ++chunk) {
                said.isExact &= readElements(*tree.chunk(*sparse, chunk), 0, *array);
            }
        } else {
            said.isExact &= readElements(tree, index, *array);
        }
        if (prefix.length != static_cast<std::int64_t>(array->elements.size())) {
            said.told.count = prefix.length;
        }
        said.value = std::move(array);
        return said;
    }

    static void readNumbers(const ValueTree& tree, std::uint32_t index, DraftArray& array) {
        const std::uint64_t count = tree.elementCount(index);
        array.elements.reserve(count);
        for (std::uint64_t i = 0; i < count; ++i) {
            const Node element = tree.numberElement(tree.nodes[index], i);
            if (element.kind == NodeKind::Uuid) {
                array.elements.emplace_back(Uuid::fromBytes(tree.content(element)));
            } else if (element.field->type == FieldType::Float64) {
                array.elements.emplace_back(element.real);
            } else {
                array.elements.emplace_back(element.integer);
            }
        }
    }

    // False when an element is written in a way that no override of an element can say.
    bool readElements(const ValueTree& tree, std::uint32_t index, DraftArray& array) {
        bool isExact = true;
        for (std::uint32_t i = index + 1; i < tree.nodes[index].subtreeEnd; i = tree.nodes[i].subtreeEnd) {
            Said said = readValue(tree, i);
            isExact &= said.isPlain();
            array.elements.push_back(std::move(said.value));
        }
        return isExact;
    }

    void readTags(const ValueTree& tree, const StructLayout& layout, std::uint32_t index, DraftStruct& made) {
        const std::vector<Node>& nodes = tree.nodes;
        for (std::uint32_t i = index + 1; i < nodes[index].subtreeEnd; i = nodes[i].subtreeEnd) {
            const Node& node = nodes[i];
            if (node.field != nullptr && node.tagPrefixSize != 0) {
                readTaggedField(tree, layout, i, made);
            } else if (node.kind == NodeKind::UnknownTag) {
                made.unknownTags.push_back(
                    {static_cast<std::uint32_t>(node.integer), copyOf(tree.view(node).subspan(node.tagPrefixSize))});
            }
        }
        if (!isTagSectionExact(tree, index)) {
            overrideFor(made, DraftStruct::kTagSection).bytes = copyOf(tree.view(nodes[index]));
        }
    }

    void readTaggedField(const ValueTree& tree, const StructLayout& layout, std::uint32_t index, DraftStruct& made) {
        readField(tree, index, made);
        const FieldLayout* field = tree.nodes[index].field;
        const FieldLayout* known = layout.findTagged(static_cast<std::uint32_t>(field->tag));
        // A default that is on the wire, and a field that the version lacks, are written only when told.
        if (known != field || isDefault(*field->spec, made.fields[field->spec->index])) {
            overrideFor(made, field->spec->index).write = true;
        }
    }

    ByteBuffer m_trailing;
};

// A draft that says nothing by values and all by trailing bytes.
ValueDraft rawDraft(const MessageLayout& layout, ByteView bytes) {
    ValueDraft draft = ValueDraft::fromDefaults(layout.spec);
    for (const FieldLayout& field : layout.root->fields) {
        overrideFor(draft.root, field.spec->index).bytes = ByteBuffer();
    }
    if (layout.flexible) {
        overrideFor(draft.root, DraftStruct::kTagSection).bytes = ByteBuffer();
    }
    draft.trailing = copyOf(bytes);
    return draft;
}

// The bytes behind all that was read of a frame or message.
ByteView restOf(const ValueTree& tree) {
    const std::vector<Node>& nodes = tree.nodes;
    std::uint32_t last = 0;
    for (std::uint32_t i = 1; i < nodes[0].subtreeEnd; i = nodes[i].subtreeEnd) {
        last = i;
    }
    return last != 0 && nodes[last].kind == NodeKind::Gap ? tree.view(nodes[last]) : ByteView();
}

// The structure of a frame's header (the first) or body (the second). 0 where it was not read.
std::uint32_t findStructure(const ValueTree& tree, std::uint32_t wanted) {
    const std::vector<Node>& nodes = tree.nodes;
    std::uint32_t structures = 0;
    for (std::uint32_t i = 1; i < nodes[0].subtreeEnd; i = nodes[i].subtreeEnd) {
        structures += nodes[i].kind == NodeKind::Struct ? 1 : 0;
        if (structures == wanted) {
            return i;
        }
    }
    return 0;
}

// What a structure of the tree says; with `takesRest` everything after it too, as trailing bytes.
ValueDraft messageDraft(const ValueTree& tree, const MessageLayout& layout, std::uint32_t index, bool takesRest) {
    DraftMaker maker;
    ValueDraft draft;
    draft.spec = layout.spec;
    draft.root = maker.readStruct(tree, *layout.root, index, true);
    const Node& node = tree.nodes[index];
    for (std::uint32_t i = node.subtreeEnd; takesRest && i < tree.nodes.size(); i = tree.nodes[i].subtreeEnd) {
        maker.addTrailing(tree.view(tree.nodes[i]));
    }
    draft.trailing = maker.takeTrailing();
    const ByteView said = takesRest ? ByteView(*tree.bytes).subspan(node.offset) : tree.view(node);
    const ByteBuffer again = encodeBytes(layout, draft);
    return std::equal(again.begin(), again.end(), said.begin(), said.end()) ? std::move(draft) : rawDraft(layout, said);
}

}  // namespace

ValueDraft draftFromTree(const ValueTree& tree) {
    if (tree.layouts.empty() || tree.nodes.empty()) {
        ValueDraft nothing;
        nothing.trailing = *tree.bytes;
        return nothing;
    }
    const bool isFrame = tree.nodes[0].kind == NodeKind::Frame;
    const std::uint32_t body = isFrame ? findStructure(tree, 2) : 0;
    const MessageLayout& layout = *tree.layouts.back();
    if ((isFrame && body == 0) || layout.unknownBody) {
        ValueDraft unread = ValueDraft::fromDefaults(layout.spec);
        unread.trailing = copyOf(restOf(tree));
        return unread;
    }
    return messageDraft(tree, layout, body, true);
}

std::optional<FrameDraft> frameDraftFromTree(const ValueTree& frame) {
    if (frame.nodes.empty() || frame.nodes[0].kind != NodeKind::Frame || frame.layouts.size() < 2) {
        return std::nullopt;
    }
    const std::uint32_t header = findStructure(frame, 1);
    if (header == 0) {
        return std::nullopt;
    }
    FrameDraft draft{messageDraft(frame, *frame.layouts[frame.layouts.size() - 2], header, false), draftFromTree(frame),
                     std::nullopt};
    const auto size = static_cast<std::int32_t>(readInteger(FieldType::Int32, frame.bytes->data()));
    const std::size_t following = frame.bytes->size() - sizeof(std::int32_t);
    if (size < 0 || static_cast<std::size_t>(size) != following) {
        draft.size = size;
    }
    return draft;
}

}  // namespace brokerscope
