#include "app/cli/captured_fields.h"

#include "core/base/nearest_name.h"
#include "core/capture/exchange_fields.h"
#include "core/query/field_names.h"
#include "core/query/path_values.h"
#include "core/text/json_object.h"
#include "core/topology/node_values.h"
#include "core/value/json_text.h"
#include "core/value/json_writer.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace brokerscope {
namespace {

using nlohmann::json;

std::string jsonQuoted(std::string_view text) {
    std::string out;
    appendJsonString(out, text);
    return out;
}

std::string number(std::uint64_t value) {
    return std::to_string(value);
}

// A top-level key of the JSON object of `capture`, and how its value alone is made.
struct KeyRow {
    std::string_view name;
    std::string (*json)(const CapturedMessages& messages);  // empty: the object has no such key
};

using Messages = const CapturedMessages&;

constexpr std::array kKeys{
    KeyRow{"connection",
           [](Messages m) { return jsonQuoted(connectionName(m.captured().client, m.captured().exchange.broker)); }},
    KeyRow{"frame", [](Messages m) { return m.captured().packet() == 0 ? "null" : number(m.captured().packet()); }},
    KeyRow{"time",
           [](Messages m) {
               const std::string time = captureTime(m.captured().exchange);
               return time.empty() ? "null" : jsonQuoted(time);
           }},
    KeyRow{"broker", [](Messages m) { return brokerJson(std::nullopt, m.captured().exchange.broker); }},
    KeyRow{"api",
           [](Messages m) {
               const Exchange& exchange = m.captured().exchange;
               return apiReferenceJson(m.context(), exchange.apiKey, exchange.apiVersion);
           }},
    KeyRow{"correlationId",
           [](Messages m) {
               const auto id = m.captured().exchange.correlationId;
               return id ? std::to_string(*id) : "null";
           }},
    KeyRow{"request", [](Messages m) { return bodyJson(m.context(), m.request()); }},
    KeyRow{"response", [](Messages m) { return bodyJson(m.context(), m.response()); }},
    KeyRow{"noResponse",
           [](Messages m) { return std::string(m.captured().exchange.noResponseByDesign ? "\"acks=0\"" : ""); }},
    KeyRow{"error",
           [](Messages m) {
               const auto& failure = m.captured().exchange.failure;
               return failure ? transportErrorJson(*failure) : std::string();
           }},
    KeyRow{"unread", [](Messages m) { return number(m.captured().exchange.unread); }},
    KeyRow{"diagnostics", [](Messages m) { return remarksJson(m.shown()); }},
    KeyRow{"errors", [](Messages m) { return errorFindingsJson(m.context(), m.captured().exchange.errors.findings); }},
    KeyRow{"requestBytes", [](Messages m) { return number(m.captured().exchange.requestBytes()); }},
    KeyRow{"responseBytes", [](Messages m) { return number(m.captured().exchange.responseBytes()); }},
    KeyRow{"timing", [](Messages m) {
               return timingJson({m.captured().exchange, nullptr, nullptr, true});
           }}};

std::optional<std::size_t> keyIndex(std::string_view name) {
    const auto found = std::find_if(kKeys.begin(), kKeys.end(), [&](const KeyRow& row) { return row.name == name; });
    return found == kKeys.end() ? std::nullopt
                                : std::optional<std::size_t>(static_cast<std::size_t>(found - kKeys.begin()));
}

void appendEscaped(std::string& out, std::string_view text) {
    for (const char c : text) {
        if (c == '\\') {
            out += "\\\\";
        } else if (c == '\t') {
            out += "\\t";
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\r') {
            out += "\\r";
        } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
            out += fmt::format("\\x{:02x}", static_cast<unsigned>(c));
        } else {
            out += c;
        }
    }
}

std::string_view textOf(const json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? std::string_view(found->get_ref<const std::string&>())
                                                       : std::string_view();
}

void appendText(std::string& out, const json& value) {
    if (value.is_null()) {
        return;
    }
    if (value.is_string()) {
        appendEscaped(out, value.get_ref<const std::string&>());
    } else if (value.is_array()) {
        for (std::size_t i = 0; i < value.size(); ++i) {
            out += i == 0 ? "" : ",";
            appendText(out, value[i]);
        }
    } else if (!value.is_object()) {
        out += value.dump();
    } else if (const std::string_view name = textOf(value, "name"); !name.empty()) {
        appendEscaped(out, name);
    } else if (const std::string_view code = textOf(value, "code"); !code.empty()) {
        appendEscaped(out, code);
    } else if (value.size() == 2 && value.contains("host") && value.contains("port")) {
        appendEscaped(out, fmt::format("{}:{}", textOf(value, "host"), value["port"].dump()));
    } else {
        appendEscaped(out, value.dump());
    }
}

// What needs no parser, first: most values are numbers and plain strings.
void appendText(std::string& out, const std::string& text) {
    const bool isWord = text.find_first_of("{[\\") == std::string::npos;
    if (isWord && text.size() >= 2 && text.front() == '"') {
        appendEscaped(out, std::string_view(text).substr(1, text.size() - 2));
    } else if (isWord) {
        out += text == "null" ? "" : text;
    } else {
        appendText(out, json::parse(text, nullptr, false));
    }
}

void collectParts(const json& at, const std::vector<PathStep>& steps, std::size_t next, std::vector<std::string>& out) {
    if (next == steps.size()) {
        out.push_back(at.dump());
        return;
    }
    const PathStep& step = steps[next];
    if (!step.isElement) {
        if (at.is_object() && at.contains(step.name)) {
            collectParts(at[step.name], steps, next + 1, out);
        }
        return;
    }
    for (std::size_t i = 0; at.is_array() && i < at.size(); ++i) {
        if (step.element == PathStep::kAny || static_cast<std::size_t>(step.element) == i) {
            collectParts(at[i], steps, next + 1, out);
        }
    }
}

std::string columnJson(const FilterValue& value) {
    if (!value.label.empty()) {
        return jsonQuoted(value.label);
    }
    if (const auto* text = std::get_if<std::string_view>(&value.value)) {
        return jsonQuoted(*text);
    }
    if (const auto* integer = std::get_if<std::int64_t>(&value.value)) {
        return std::to_string(*integer);
    }
    if (const auto* real = std::get_if<double>(&value.value)) {
        return fmt::format("{:.3f}", *real);
    }
    const auto* flag = std::get_if<bool>(&value.value);
    return flag == nullptr ? "null" : *flag ? "true" : "false";
}

std::vector<std::string> pathValues(const FilterPath& path, const CapturedMessages& messages) {
    const bool isResponse = path.scope == PathScope::Response;
    // What an answer without its request means is not known.
    const bool isKnown = messages.captured().exchange.apiKey || messages.captured().exchange.saslMechanism;
    const auto& tree = isResponse ? messages.response() : messages.request();
    if (tree == nullptr || !isKnown) {
        return {};
    }
    const NodeRef from =
        path.scope == PathScope::Header ? NodeRef::root(tree).find("header").value_or(NodeRef()) : bodyOf(tree);
    JsonOptions options;
    options.mask = !messages.context().global.unmask;
    std::vector<std::string> values;
    visitPathNodes(from, path, [&](const NodeRef& node) {
        values.push_back(toJson(node, options));
        return false;
    });
    return values;
}

Error unknownField(const std::string& name, const std::vector<std::string>& known) {
    const std::string nearest = nearestName(name, known);
    return {MessageId::UnknownField, {name, nearest.empty() ? "" : "; nearest: " + nearest}, std::nullopt, {}};
}

std::vector<std::string> knownNames(const FilterVocabulary& vocabulary) {
    std::vector<std::string> names;
    for (const KeyRow& row : kKeys) {
        names.emplace_back(row.name);
    }
    for (const FilterColumn& column : vocabulary.columns) {
        names.push_back(column.name);
    }
    return names;
}

}  // namespace

bool CapturedFields::Field::hasMany() const {
    const bool isColumnOfMany = column && (name == "topic" || name == "note");
    return isColumnOfMany || std::any_of(path.steps.begin(), path.steps.end(), [](const PathStep& step) {
               return step.isElement && step.element == PathStep::kAny;
           });
}

Result<CapturedFields::Field> CapturedFields::parseField(const std::string& name, const SchemaRegistry& registry) {
    Field field;
    field.name = name;
    const FilterVocabulary vocabulary = exchangeVocabulary(registry);
    if (name == "request" || name == "response") {
        field.key = keyIndex(name);
        return field;
    }
    auto path = FilterPath::parse(name);
    if (!path) {
        return tl::unexpected<Error>(path.error());
    }
    field.path = std::move(*path);
    if (field.path.scope != PathScope::Message) {
        if (fieldNamed(registry, field.path.scope, field.path.schemaPath()) == nullptr) {
            return tl::unexpected(unknownField(name, nearbyPaths(registry, field.path)));
        }
        return field;
    }
    field.key = keyIndex(field.path.steps.front().name);
    if (!field.key && field.path.steps.size() == 1) {
        field.column = vocabulary.columnIndex(name);
    }
    if (!field.key && !field.column) {
        return tl::unexpected(unknownField(name, knownNames(vocabulary)));
    }
    return field;
}

Result<CapturedFields> CapturedFields::parse(std::string_view names, const SchemaRegistry& registry) {
    CapturedFields fields;
    std::size_t at = 0;
    while (at <= names.size()) {
        const std::size_t comma = std::min(names.find(',', at), names.size());
        auto field = parseField(std::string(names.substr(at, comma - at)), registry);
        if (!field) {
            return tl::unexpected<Error>(field.error());
        }
        fields.m_fields.push_back(std::move(*field));
        at = comma + 1;
    }
    return fields;
}

std::vector<std::string> CapturedFields::values(const Field& field, const CapturedMessages& messages) {
    std::vector<std::string> found;
    if (field.column) {
        const CommandContext& context = messages.context();
        ExchangeFields(context.registry(), messages.captured(), context.choice())
            .visitColumn(*field.column, [&](const FilterValue& value) {
                found.push_back(columnJson(value));
                return false;
            });
        return found;
    }
    if (!field.key) {
        return pathValues(field.path, messages);
    }
    std::string text = kKeys[*field.key].json(messages);
    if (field.path.steps.size() <= 1) {
        if (!text.empty()) {
            found.push_back(std::move(text));
        }
        return found;
    }
    const json value = json::parse(text, nullptr, false);
    collectParts(value, field.path.steps, 1, found);
    return found;
}

std::string CapturedFields::textLine(const CapturedMessages& messages) const {
    std::string line;
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        line += i == 0 ? "" : "\t";
        bool isFirst = true;
        for (const std::string& value : values(m_fields[i], messages)) {
            line += isFirst ? "" : ",";
            isFirst = false;
            appendText(line, value);
        }
    }
    return line;
}

std::string CapturedFields::jsonLine(const CapturedMessages& messages) const {
    std::string out;
    {
        JsonObject object(out);
        for (const Field& field : m_fields) {
            const std::vector<std::string> found = values(field, messages);
            object.addKey(field.name);
            if (!field.hasMany()) {
                out += found.empty() ? "null" : found.front();
                continue;
            }
            JsonArray array(out);
            for (const std::string& value : found) {
                array.next();
                out += value;
            }
        }
    }
    return out;
}

}  // namespace brokerscope
