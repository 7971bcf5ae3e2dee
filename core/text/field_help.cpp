#include "core/text/field_help.h"

#include "core/schema/embedded_text.h"

#include <nlohmann/json.hpp>
#include <unordered_map>

namespace brokerscope {
namespace {

using Entries = std::unordered_map<std::string, std::string>;

struct Glossary {
    Entries fields;      // by the definition's field name
    Entries perMessage;  // by the path of definition names: "Message.Structure.Field"
};

void readEntries(const nlohmann::json& object, Entries& entries) {
    for (const auto& [name, text] : object.items()) {
        entries.emplace(name, text.get<std::string>());
    }
}

Glossary readGlossary() {
    Glossary glossary;
    const auto text = embeddedText("resources/glossary/fields.json");
    if (text) {
        const nlohmann::json document = nlohmann::json::parse(*text);
        readEntries(document.at("fields"), glossary.fields);
        readEntries(document.at("perMessage"), glossary.perMessage);
    }
    return glossary;
}

const std::string* find(const Entries& entries, const std::string& key) {
    const auto found = entries.find(key);
    return found != entries.end() ? &found->second : nullptr;
}

// The entry for a place where the field stands. A structure that has a name of its own may stand in several.
const std::string* findAt(const Entries& entries, const StructSpec& structure, const std::string& path,
                          const FieldSpec& wanted) {
    for (const FieldSpec& field : structure.fields) {
        const std::string at = path + '.' + field.name;
        if (&field == &wanted) {
            return find(entries, at);
        }
        if (field.structure != nullptr) {
            if (const std::string* text = findAt(entries, *field.structure, at, wanted)) {
                return text;
            }
        }
    }
    return nullptr;
}

}  // namespace

std::string fieldHelp(const MessageSpec& message, const FieldSpec& field) {
    if (!field.about.empty()) {
        return field.about;
    }
    static const Glossary glossary = readGlossary();
    if (const std::string* text = findAt(glossary.perMessage, message.root, message.name, field)) {
        return *text;
    }
    const std::string* text = find(glossary.fields, field.name);
    return text != nullptr ? *text : std::string();
}

}  // namespace brokerscope
