#include "core/text/layout_bnf.h"

#include "core/text/layout_dump.h"

namespace brokerscope {
namespace {

// "MetadataRequest" -> "Metadata Request"; other messages keep their name.
std::string titleOf(const MessageSpec& spec) {
    const std::string_view word = spec.type == MessageType::Request    ? "Request"
                                  : spec.type == MessageType::Response ? "Response"
                                                                       : "";
    if (word.empty() || !std::string_view(spec.name).ends_with(word)) {
        return spec.name;
    }
    return spec.name.substr(0, spec.name.size() - word.size()) + ' ' + std::string(word);
}

std::string symbolOf(const FieldLayout& field) {
    std::string symbol = snakeCase(field.spec->name);
    if (field.tag >= 0) {
        symbol += "<tag: " + std::to_string(field.tag) + '>';
    }
    return symbol;
}

// The guide has no type of its own for records that may be null.
std::string bnfType(const FieldLayout& field) {
    std::string type = field.isArray ? field.elementWireTypeName() : field.wireTypeName();
    constexpr std::string_view kNullable = "NULLABLE_";
    if (const std::size_t at = type.find(kNullable); at != std::string::npos && type.ends_with("RECORDS")) {
        type.erase(at, kNullable.size());
    }
    return type;
}

std::string rightSide(const StructLayout& layout) {
    std::string side;
    const auto append = [&side](const FieldLayout& field) {
        const std::string symbol = symbolOf(field);
        side += field.isArray ? " [" + symbol + ']' : ' ' + symbol;
    };
    for (const FieldLayout& field : layout.fields) {
        append(field);
    }
    for (const FieldLayout& field : layout.tagged) {
        append(field);
    }
    if (layout.flexible) {
        side += " TAG_BUFFER";
    }
    return side;
}

void appendRules(std::string& out, const StructLayout& layout, std::size_t indent);

void appendRule(std::string& out, const FieldLayout& field, std::size_t indent) {
    out.append(indent, ' ');
    out += symbolOf(field) + " =>";
    if (field.structure != nullptr) {
        out += rightSide(*field.structure) + '\n';
        appendRules(out, *field.structure, indent + 2);
        return;
    }
    out += ' ' + bnfType(field) + '\n';
}

void appendRules(std::string& out, const StructLayout& layout, std::size_t indent) {
    for (const FieldLayout& field : layout.fields) {
        appendRule(out, field, indent);
    }
    for (const FieldLayout& field : layout.tagged) {
        appendRule(out, field, indent);
    }
}

}  // namespace

std::string layoutBnf(const MessageLayout& layout) {
    std::string out = titleOf(*layout.spec) + " (Version: " + std::to_string(layout.version) + ") =>";
    out += rightSide(*layout.root) + '\n';
    appendRules(out, *layout.root, 2);
    return out;
}

}  // namespace brokerscope
