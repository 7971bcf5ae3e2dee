#include "core/schema/struct_loader.h"

#include "core/schema/field_loader.h"
#include "core/schema/schema_fault.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unordered_map>

namespace brokerscope {
namespace {

constexpr std::array<std::string_view, 4> kStructKeys{"name", "versions", "fields", "about"};
constexpr int kMaxDepth = 32;
constexpr std::uint64_t kMaxUnfolded = 100'000;  // fields of a message with every struct written out

std::string_view elementType(std::string_view type) {
    return type.starts_with("[]") ? type.substr(2) : type;
}

// All structs are declared by name before any field is read, since common structs refer to each other.
class StructReader {
public:
    StructReader(const SchemaObject& definition, MessageSpec& spec) : m_definition(definition), m_spec(spec) {}

    void read() {
        const nlohmann::json& common = m_definition.array("commonStructs");
        for (const nlohmann::json& json : common) {
            const SchemaObject object(json, m_definition.file(), "commonStructs", kStructKeys);
            declare(object.text("name"), object.versions("versions"), "commonStructs");
            declareInline(object.array("fields"), object.text("name"), 1);
        }
        declareInline(m_definition.array("fields"), {}, 1);
        for (const nlohmann::json& json : common) {
            const SchemaObject object(json, m_definition.file(), "commonStructs", kStructKeys);
            readFields(object.array("fields"), object.text("name"), *m_structs.at(object.text("name")));
        }
        readFields(m_definition.array("fields"), {}, m_spec.root);
        std::vector<const StructSpec*> open;
        unfoldedSize(m_spec.root, open);
    }

private:
    void declare(const std::string& name, VersionRange versions, const std::string& place) {
        if (!isDefinitionName(name) || fieldTypeByName(name)) {
            refuseDefinition(m_definition.file(), place, fmt::format("\"{}\" is not a name for a struct", name));
        }
        auto structure = std::make_unique<StructSpec>();
        structure->name = name;
        structure->versions = versions;
        if (!m_structs.emplace(name, structure.get()).second) {
            refuseDefinition(m_definition.file(), place, fmt::format("struct \"{}\" is declared twice", name));
        }
        m_spec.structs.push_back(std::move(structure));
    }

    void declareInline(const nlohmann::json& fields, const std::string& place, int depth) {
        if (depth > kMaxDepth) {
            refuseDefinition(m_definition.file(), place, fmt::format("structs are nested deeper than {}", kMaxDepth));
        }
        for (const nlohmann::json& json : fields) {
            const SchemaObject object = fieldObject(json, m_definition.file(), place);
            if (object.has("fields")) {
                const std::string type = object.text("type");
                const std::string inner = fieldPlace(place, object.text("name"));
                declare(std::string(elementType(type)), declaredVersions(object), inner);
                declareInline(object.array("fields"), inner, depth + 1);
            }
        }
    }

    void readFields(const nlohmann::json& fields, const std::string& place, StructSpec& structure) {
        for (const nlohmann::json& json : fields) {
            const SchemaObject object = fieldObject(json, m_definition.file(), place);
            FieldSpec field = readField(object, m_spec, [this](std::string_view name) { return find(name); });
            field.index = static_cast<std::uint32_t>(structure.fields.size());
            checkAgainst(object, structure, field);
            if (object.has("fields")) {
                readFields(object.array("fields"), fieldPlace(place, field.name),
                           *m_structs.at(std::string(elementType(object.text("type")))));
            }
            structure.fields.push_back(std::move(field));
        }
        checkTags(place, structure);
    }

    // Tags count from 0 without a gap, so that what a section may hold is known by their number.
    void checkTags(const std::string& place, const StructSpec& structure) const {
        std::vector<std::uint32_t> tags;
        for (const FieldSpec& field : structure.fields) {
            if (field.tag) {
                tags.push_back(*field.tag);
            }
        }
        std::sort(tags.begin(), tags.end());
        for (std::uint32_t wanted = 0; wanted < tags.size(); ++wanted) {
            if (tags[wanted] != wanted) {
                refuseDefinition(m_definition.file(), place.empty() ? structure.name : place,
                                 fmt::format("tag {} is used, and {} is not: tags count from 0", tags[wanted], wanted));
            }
        }
    }

    const StructSpec* find(std::string_view name) const {
        const auto found = m_structs.find(std::string(name));
        return found == m_structs.end() ? nullptr : found->second;
    }

    static void checkAgainst(const SchemaObject& object, const StructSpec& structure, const FieldSpec& field) {
        for (const FieldSpec& other : structure.fields) {
            if (other.jsonName == field.jsonName) {
                object.refuse("name", fmt::format("\"{}\" is used twice in {}", field.name, structure.name));
            }
            if (field.tag && other.tag == field.tag) {
                object.refuse("tag", fmt::format("{} is used by {} already", *field.tag, other.name));
            }
        }
    }

    // Counts the fields of a struct with every struct within it written out; refuses those that contain themselves.
    std::uint64_t unfoldedSize(const StructSpec& structure, std::vector<const StructSpec*>& open) {
        if (const auto known = m_sizes.find(&structure); known != m_sizes.end()) {
            return known->second;
        }
        if (std::find(open.begin(), open.end(), &structure) != open.end()) {
            refuseDefinition(m_definition.file(), structure.name, "the struct contains itself");
        }
        if (open.size() > kMaxDepth) {
            refuseDefinition(m_definition.file(), structure.name,
                             fmt::format("structs are nested deeper than {}", kMaxDepth));
        }
        open.push_back(&structure);
        std::uint64_t size = 0;
        for (const FieldSpec& field : structure.fields) {
            size += 1 + (field.structure == nullptr ? 0 : unfoldedSize(*field.structure, open));
        }
        open.pop_back();
        if (size > kMaxUnfolded) {
            refuseDefinition(m_definition.file(), structure.name,
                             fmt::format("unfolds to more than {} fields", kMaxUnfolded));
        }
        return m_sizes[&structure] = size;
    }

    const SchemaObject& m_definition;
    MessageSpec& m_spec;
    std::unordered_map<std::string, StructSpec*> m_structs;
    std::unordered_map<const StructSpec*, std::uint64_t> m_sizes;
};

}  // namespace

bool isDefinitionName(std::string_view name) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    return !name.empty() && letter(name.front()) && std::all_of(name.begin(), name.end(), [&](char c) {
        return letter(c) || (c >= '0' && c <= '9') || c == '_';
    });
}

void readStructs(const SchemaObject& definition, MessageSpec& spec) {
    StructReader(definition, spec).read();
}

}  // namespace brokerscope
