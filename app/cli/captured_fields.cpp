#include "app/cli/captured_fields.h"

#include "core/base/nearest_name.h"
#include "core/capture/exchange_fields.h"
#include "core/query/field_names.h"
#include "core/text/json_object.h"
#include "core/value/json_text.h"

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
           [](Messages m) {
               const Exchange& exchange = m.captured().exchange;
               return exchange.noResponseByDesign ? jsonQuoted(noResponseReason(exchange)) : std::string();
           }},
    KeyRow{"error",
           [](Messages m) {
               const auto& failure = m.captured().exchange.failure;
               return failure ? transportErrorJson(*failure) : std::string();
           }},
    KeyRow{"unread", [](Messages m) { return number(m.captured().exchange.unread); }},
    KeyRow{"diagnostics", [](Messages m) { return remarksJson(m.context(), m.shown()); }},
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
    const auto isPlain = [](char c) { return c != '\\' && static_cast<unsigned char>(c) >= 0x20 && c != 0x7f; };
    std::size_t plain = 0;  // what needs no escape is appended run by run
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (isPlain(c)) {
            continue;
        }
        out.append(text, plain, i - plain);
        plain = i + 1;
        if (c == '\\') {
            out += "\\\\";
        } else if (c == '\t') {
            out += "\\t";
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\r') {
            out += "\\r";
        } else {
            out += fmt::format("\\x{:02x}", static_cast<unsigned>(c));
        }
    }
    out.append(text, plain);
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
void appendText(std::string& out, std::string_view text) {
    const bool isWord = text.find_first_of("{[\\") == std::string_view::npos;
    if (isWord && text.size() >= 2 && text.front() == '"') {
        appendEscaped(out, text.substr(1, text.size() - 2));
    } else if (isWord) {
        out += text == "null" ? std::string_view() : text;
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

bool CapturedFields::Field::isMessage() const {
    return key && (name == "request" || name == "response");
}

bool CapturedFields::Field::hasMany() const {
    const bool isColumnOfMany = column && (name == "topic" || name == "note");
    return isColumnOfMany || std::any_of(steps.begin(), steps.end(), [](const PathStep& step) {
               return step.isElement && step.element == PathStep::kAny;
           });
}

Result<void> CapturedFields::add(const std::string& name, const SchemaRegistry& registry) {
    Field field;
    field.name = name;
    if (name == "request" || name == "response") {
        field.key = keyIndex(name);
        m_fields.push_back(std::move(field));
        return {};
    }
    auto path = FilterPath::parse(name);
    if (!path) {
        return tl::unexpected<Error>(path.error());
    }
    field.steps = path->steps;
    if (path->scope != PathScope::Message) {
        if (fieldNamed(registry, path->scope, path->schemaPath()) == nullptr) {
            return tl::unexpected(unknownField(name, nearbyPaths(registry, *path)));
        }
        field.path = m_paths.size();
        m_paths.push_back(std::move(*path));
        m_fields.push_back(std::move(field));
        return {};
    }
    const FilterVocabulary vocabulary = exchangeVocabulary(registry);
    field.key = keyIndex(field.steps.front().name);
    if (!field.key && field.steps.size() == 1) {
        field.column = vocabulary.columnIndex(name);
    }
    if (!field.key && !field.column) {
        return tl::unexpected(unknownField(name, knownNames(vocabulary)));
    }
    m_fields.push_back(std::move(field));
    return {};
}

Result<CapturedFields> CapturedFields::parse(std::string_view names, const SchemaRegistry& registry) {
    CapturedFields fields;
    std::size_t at = 0;
    while (at <= names.size()) {
        const std::size_t comma = std::min(names.find(',', at), names.size());
        if (const auto added = fields.add(std::string(names.substr(at, comma - at)), registry); !added) {
            Error error = added.error();
            if (error.where) {
                error.where->offset += at;
            }
            return tl::unexpected(std::move(error));
        }
        at = comma + 1;
    }
    return fields;
}

CapturedFields::Values CapturedFields::values(const CapturedMessages& messages) const {
    return {messages, capturedValues(messages, m_paths)};
}

void CapturedFields::visit(const Field& field, const Values& all, const TakeJson& take) {
    const CapturedMessages& messages = all.messages;
    if (field.path) {
        all.texts[*field.path].visit(take);
    } else if (field.column) {
        const CommandContext& context = messages.context();
        ExchangeFields(context.registry(), messages.captured(), context.choice(), context.limits)
            .visitColumn(*field.column, [&](const FilterValue& value) {
                take(columnJson(value));
                return false;
            });
    } else if (const std::string text = kKeys[*field.key].json(messages); field.steps.size() > 1) {
        std::vector<std::string> found;
        collectParts(json::parse(text, nullptr, false), field.steps, 1, found);
        std::for_each(found.begin(), found.end(), take);
    } else if (!text.empty()) {
        take(text);
    }
}

std::string CapturedFields::textLine(const CapturedMessages& messages) const {
    const Values all = values(messages);
    std::string line;
    for (const Field& field : m_fields) {
        line += &field == &m_fields.front() ? "" : "\t";
        bool isFirst = true;
        visit(field, all, [&](std::string_view value) {
            line += isFirst ? "" : ",";
            isFirst = false;
            // A message is its object, whatever its fields are called.
            if (field.isMessage()) {
                appendEscaped(line, value == "null" ? std::string_view() : value);
            } else {
                appendText(line, value);
            }
        });
    }
    return line;
}

std::string CapturedFields::jsonLine(const CapturedMessages& messages) const {
    const Values all = values(messages);
    std::string out;
    {
        JsonObject object(out);
        for (const Field& field : m_fields) {
            object.addKey(field.name);
            if (field.hasMany()) {
                JsonArray array(out);
                visit(field, all, [&](std::string_view value) {
                    array.next();
                    out += value;
                });
                continue;
            }
            bool isFound = false;
            visit(field, all, [&](std::string_view value) {
                out += isFound ? std::string_view() : value;
                isFound = true;
            });
            out += isFound ? "" : "null";
        }
    }
    return out;
}

}  // namespace brokerscope
