#include "core/text/schema_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace brokerscope {
namespace {

constexpr std::size_t kNameWidth = 44;
constexpr std::size_t kTypeWidth = 25;

std::string remarks(const FieldLayout& field) {
    const FieldSpec& spec = *field.spec;
    std::string text = "versions " + spec.versions.toString();
    if (field.tag >= 0) {
        text += fmt::format(", tag {}", field.tag);
    }
    if (!spec.nullableVersions.isEmpty()) {
        text += ", nullable " + spec.nullableVersions.toString();
    }
    if (!spec.defaultText.empty()) {
        text += ", default " + spec.defaultText;
    }
    if (spec.ignorable) {
        text += ", ignorable";
    }
    if (spec.mapKey) {
        text += ", map key";
    }
    if (!spec.entityType.empty()) {
        text += ", " + spec.entityType;
    }
    return text;
}

std::string typeText(const FieldLayout& field) {
    const std::string type = field.wireTypeName();
    return field.isArray && field.type != FieldType::Struct ? type + " of " + field.elementWireTypeName() : type;
}

void appendFields(std::string& out, const MessageSpec& message, const StructLayout& layout, const FieldHelp& help,
                  std::size_t depth) {
    for (const auto* fields : {&layout.fields, &layout.tagged}) {
        for (const FieldLayout& field : *fields) {
            const std::string indent(depth * 2, ' ');
            fmt::format_to(std::back_inserter(out), "{:<{}} {:<{}} {}\n", indent + field.spec->name, kNameWidth,
                           typeText(field), kTypeWidth, remarks(field));
            if (const std::string sentence = help(message, *field.spec); !sentence.empty()) {
                fmt::format_to(std::back_inserter(out), "{}    {}\n", indent, sentence);
            }
            if (field.structure != nullptr) {
                appendFields(out, message, *field.structure, help, depth + 1);
            }
        }
    }
}

std::string wordsText(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        text += text.empty() ? word : ", " + word;
    }
    return text;
}

}  // namespace

std::string schemaText(const MessageLayout& layout, int headerVersion, const FieldHelp& help) {
    const MessageSpec& spec = *layout.spec;
    std::string out = fmt::format("{} v{} ({}", spec.name, layout.version, messageTypeName(spec.type));
    if (spec.apiKey) {
        out += fmt::format(", {} {}",
                           spec.type == MessageType::Request || spec.type == MessageType::Response ? "API key"
                                                                                                   : "record type",
                           *spec.apiKey);
    }
    out += fmt::format(", {}", layout.flexible ? "flexible" : "not flexible");
    if (headerVersion >= 0) {
        out += fmt::format(", header v{}", headerVersion);
    }
    out += spec.isPreview ? ", preview)" : spec.isUnstable(layout.version) ? ", unstable)" : ")";
    out += fmt::format("\nversions {}, from release {}", spec.validVersions.toString(), spec.release);
    if (!spec.deprecatedVersions.isEmpty()) {
        out += ", deprecated " + spec.deprecatedVersions.toString();
    }
    if (!spec.listeners.empty()) {
        out += ", listeners " + wordsText(spec.listeners);
    }
    out += "\n\n";
    if (layout.unknownBody) {
        return out + "The body of this version is not known.\n";
    }
    appendFields(out, spec, *layout.root, help, 0);
    return out;
}

}  // namespace brokerscope
