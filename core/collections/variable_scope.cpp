#include "core/collections/variable_scope.h"

#include "core/collections/variable_text.h"
#include "core/value/json_reader_document.h"
#include "core/value/json_text.h"

#include <algorithm>
#include <set>

namespace brokerscope {
// Expands variables by need, each once; whoever is met while it is being expanded needs itself.
class VariableSettler {
public:
    VariableSettler(VariableScope& scope, const Limits& limits) : m_scope(scope), m_limits(limits) {}

    Result<const VariableValue*> settled(const std::string& name) {
        const auto layer = m_scope.layerOf(name);
        const VariableValue* value = m_scope.find(name);
        // What the program and what brokers say holds no variables.
        const bool isExpanded = layer == VariableLayer::Environment || layer == VariableLayer::CommandLine;
        if (!isExpanded || !value->json || m_done.contains(name)) {
            return value;
        }
        if (!m_open.insert(name).second) {
            return failure(MessageId::Other, {"the variable \"" + name + "\" needs itself"});
        }
        auto expanded = m_open.size() <= m_limits.depth ? expandedValue(*value) : exceeded("depth", m_open.size());
        if (!expanded) {
            Error error = expanded.error();
            error.path = error.path.empty() ? name : error.path;
            error.where = value->where;
            return tl::unexpected(std::move(error));
        }
        m_open.erase(name);
        m_done.insert(name);
        m_scope.set(*layer, name, {std::move(*expanded), value->where});
        return m_scope.find(name);
    }

private:
    Result<std::string> expandedValue(const VariableValue& value) {
        const auto json = CommentedJson::parse(*value.json, m_limits);
        if (!json) {
            return tl::unexpected(json.error());
        }
        auto expansion = expandJson(*json, [this](const std::string& name) { return lookUp(name); });
        if (!expansion) {
            return tl::unexpected(std::move(expansion.error()));
        }
        m_bytes += expansion->text.size();
        return m_bytes <= m_limits.jsonInput ? std::move(expansion->text) : exceeded("jsonInput", m_bytes);
    }

    Result<std::string> exceeded(const char* limit, std::uint64_t value) const {
        const std::uint64_t most = std::string_view(limit) == "depth" ? m_limits.depth : m_limits.jsonInput;
        return failure(MessageId::LimitExceeded, {limit, std::to_string(value), std::to_string(most)});
    }

    Result<const VariableValue*> lookUp(const std::string& name) {
        const VariableValue* value = m_scope.find(name);
        return value != nullptr ? settled(name) : tl::unexpected(unknownVariable(name, m_scope.names()));
    }

    VariableScope& m_scope;
    const Limits& m_limits;
    std::set<std::string> m_open;
    std::set<std::string> m_done;
    std::uint64_t m_bytes = 0;  // of all that was expanded
};

VariableValue VariableValue::ofText(std::string_view text) {
    VariableValue value;
    appendJsonString(value.json.emplace(), text);
    return value;
}

VariableValue VariableValue::ofNumber(std::int64_t number) {
    return {std::to_string(number)};
}

std::string VariableValue::text() const {
    if (!json || !json->starts_with('"')) {
        return json.value_or(std::string());
    }
    const auto value = parseJson(*json, {});
    const auto* said = value ? value->as<std::string>() : nullptr;
    return said != nullptr ? *said : *json;
}

bool isVariableName(std::string_view name) {
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        const bool isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        return isLetter || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
    });
}

void VariableScope::set(VariableLayer layer, std::string name, VariableValue value) {
    m_layers[static_cast<std::size_t>(layer)].insert_or_assign(std::move(name), std::move(value));
}

std::optional<VariableLayer> VariableScope::layerOf(std::string_view name) const {
    for (std::size_t at = m_layers.size(); at-- > 0;) {
        if (m_layers[at].contains(name)) {
            return static_cast<VariableLayer>(at);
        }
    }
    return std::nullopt;
}

const VariableValue* VariableScope::find(std::string_view name) const {
    const auto which = layerOf(name);
    return which ? &layer(*which).find(name)->second : nullptr;
}

std::vector<std::string> VariableScope::names() const {
    std::set<std::string> names;
    for (const Values& values : m_layers) {
        for (const auto& [name, value] : values) {
            names.insert(name);
        }
    }
    return {names.begin(), names.end()};
}

tl::expected<void, UnsettledVariable> VariableScope::settle(const Limits& limits) {
    VariableSettler settler(*this, limits);
    for (const VariableLayer which : {VariableLayer::Environment, VariableLayer::CommandLine}) {
        std::vector<std::string> names;
        for (const auto& [name, value] : layer(which)) {
            names.push_back(name);
        }
        for (const std::string& name : names) {
            if (const auto settled = settler.settled(name); !settled) {
                return tl::unexpected(UnsettledVariable{layerOf(name).value_or(which), settled.error()});
            }
        }
    }
    return {};
}

}  // namespace brokerscope
