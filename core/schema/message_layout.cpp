#include "core/schema/message_layout.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace brokerscope {
namespace {

struct TypeFacts {
    std::string_view wireName;
    std::uint32_t size;  // 0: varies
};

constexpr std::array<TypeFacts, 13> kTypes{{
    {"BOOLEAN", 1},
    {"INT8", 1},
    {"INT16", 2},
    {"UINT16", 2},
    {"INT32", 4},
    {"UINT32", 4},
    {"INT64", 8},
    {"FLOAT64", 8},
    {"UUID", 16},
    {"STRING", 0},
    {"BYTES", 0},
    {"RECORDS", 0},
    {"STRUCT", 0},
}};

const TypeFacts& factsOf(FieldType type) {
    return kTypes[static_cast<std::size_t>(type)];
}

bool hasPrefix(FieldType type) {
    return type == FieldType::String || type == FieldType::Bytes || type == FieldType::Records;
}

// Makes the structs of one layout, each StructSpec once. The loader refuses structs that contain themselves, so this
// ends.
class LayoutBuilder {
public:
    explicit LayoutBuilder(MessageLayout& layout) : m_layout(layout) {}

    StructLayout* build(const StructSpec& spec) {
        if (const auto known = m_built.find(&spec); known != m_built.end()) {
            return known->second;
        }
        auto structure = std::make_unique<StructLayout>();
        structure->spec = &spec;
        structure->flexible = m_layout.flexible;
        for (const FieldSpec& field : spec.fields) {
            if (field.versions.contains(m_layout.version)) {
                place(*structure, layoutOf(field));
            }
        }
        std::sort(structure->tagged.begin(), structure->tagged.end(),
                  [](const FieldLayout& a, const FieldLayout& b) { return a.tag < b.tag; });
        m_layout.structs.push_back(std::move(structure));
        return m_built[&spec] = m_layout.structs.back().get();
    }

private:
    FieldLayout layoutOf(const FieldSpec& field) {
        const std::int16_t version = m_layout.version;
        FieldLayout result;
        result.spec = &field;
        result.type = field.type;
        result.isArray = field.isArray;
        result.compact = field.flexibleVersions ? field.flexibleVersions->contains(version) : m_layout.flexible;
        result.nullable = field.nullableVersions.contains(version);
        result.encoding = field.encoding;
        if (field.tag && field.taggedVersions.contains(version)) {
            result.tag = *field.tag;
        }
        result.structure = field.structure == nullptr ? nullptr : build(*field.structure);
        return result;
    }

    static void place(StructLayout& structure, FieldLayout field) {
        if (field.tag >= 0) {
            structure.tagged.push_back(field);
            return;
        }
        structure.fields.push_back(field);
    }

    MessageLayout& m_layout;
    std::unordered_map<const StructSpec*, StructLayout*> m_built;
};

}  // namespace

std::uint32_t fixedSize(FieldType type) {
    return factsOf(type).size;
}

std::string FieldLayout::wireTypeName() const {
    const bool isPrefixed = isArray || hasPrefix(type);
    if (encoding == FieldEncoding::Varint && !isPrefixed) {
        return type == FieldType::Int64 ? "VARLONG" : "VARINT";
    }
    std::string name = encoding == FieldEncoding::Varint ? "VARINT_" : compact && isPrefixed ? "COMPACT_" : "";
    name += nullable ? "NULLABLE_" : "";
    name += isArray ? std::string_view("ARRAY") : factsOf(type).wireName;
    return name;
}

std::string FieldLayout::elementWireTypeName() const {
    std::string name = compact && hasPrefix(type) ? "COMPACT_" : "";
    name += factsOf(type).wireName;
    return name;
}

const FieldLayout* StructLayout::findTagged(std::uint32_t tag) const {
    const auto found =
        std::lower_bound(tagged.begin(), tagged.end(), static_cast<std::int64_t>(tag),
                         [](const FieldLayout& field, std::int64_t wanted) { return field.tag < wanted; });
    return found != tagged.end() && found->tag == tag ? &*found : nullptr;
}

std::shared_ptr<const MessageLayout> MessageLayout::make(std::shared_ptr<const MessageSpec> spec, std::int16_t version,
                                                         bool versionUnknown) {
    auto layout = std::make_shared<MessageLayout>();
    layout->versionUnknown = versionUnknown;
    layout->version = version;
    layout->flexible = spec->flexibleVersions.contains(version);
    layout->unknownBody = spec->unknownBodyVersions.contains(version);
    layout->root = LayoutBuilder(*layout).build(spec->root);
    layout->spec = std::move(spec);
    return layout;
}

}  // namespace brokerscope
