#include "core/text/layout_dump.h"

#include "core/schema/definition_choice.h"
#include "core/schema/message_name.h"

#include <algorithm>

namespace brokerscope {
namespace {

bool isUpper(char c) {
    return c >= 'A' && c <= 'Z';
}

class Dump {
public:
    void structure(const StructLayout& layout, const std::string& prefix) {
        for (const FieldLayout& field : layout.fields) {
            one(field, prefix, {});
        }
        if (!layout.flexible) {
            return;
        }
        line(prefix + "_tagged_fields", "TAGGED_FIELDS", {});
        for (const FieldLayout& field : layout.tagged) {
            one(field, prefix, " tag=" + std::to_string(field.tag));
        }
    }

    std::string text;

private:
    void one(const FieldLayout& field, const std::string& prefix, const std::string& suffix) {
        std::string path = prefix + snakeCase(field.spec->name);
        line(path, typeName(field), suffix);
        if (field.isArray) {
            path += "[]";
            line(path, field.elementWireTypeName(), {});
        }
        if (field.structure != nullptr) {
            structure(*field.structure, path + '.');
        }
    }

    static std::string typeName(const FieldLayout& field) {
        if (field.type == FieldType::Struct && !field.isArray) {
            return field.nullable ? "NULLABLE_STRUCT" : "STRUCT";
        }
        std::string name = field.wireTypeName();
        // Kafka documents records by one name; their prefix differs like that of bytes.
        if (field.type == FieldType::Records && !field.isArray && name == "RECORDS") {
            name = std::string(field.compact ? "COMPACT_" : "") + (field.nullable ? "NULLABLE_" : "") + "RECORDS";
        }
        return name;
    }

    void line(std::string_view path, std::string_view type, std::string_view suffix) {
        text += path;
        text += ' ';
        text += type;
        text += suffix;
        text += '\n';
    }
};

}  // namespace

std::string snakeCase(std::string_view name) {
    std::string out;
    bool afterUpper = true;
    for (const char c : name) {
        if (isUpper(c) && !afterUpper) {
            out += '_';
        }
        afterUpper = isUpper(c);
        out += isUpper(c) ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return out;
}

std::string layoutDump(const MessageLayout& layout, int headerVersion) {
    Dump dump;
    dump.text = "message " + layout.spec->name + ' ' + std::to_string(layout.version);
    if (headerVersion >= 0) {
        dump.text += " header=" + std::to_string(headerVersion);
    }
    dump.text += '\n';
    dump.structure(*layout.root, {});
    return std::move(dump.text);
}

Result<std::string> releaseDump(const SchemaRegistry& registry, const std::string& release,
                                const std::vector<std::string>& only) {
    const auto& releases = registry.releases();
    if (std::find(releases.begin(), releases.end(), release) == releases.end()) {
        return unknownRelease(release, releases);
    }
    const SchemaChoice choice{release, false};
    std::string out = "limits\n";
    for (const std::string& name : only.empty() ? registry.messageNames() : only) {
        const VersionRange versions = registry.versionsOf(name, choice);
        for (int version = versions.min; version <= versions.max; ++version) {
            if (const auto layout = registry.layout(name, version, choice)) {
                out += layoutDump(**layout, headerVersionOf(registry, choice, **layout).value_or(-1));
            }
        }
    }
    return out;
}

}  // namespace brokerscope
