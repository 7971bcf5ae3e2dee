#include "core/collections/variable_scope.h"

#include "core/collections/variable_text.h"
#include "core/value/json_reader_document.h"
#include "core/value/json_text.h"

#include <algorithm>
#include <set>

namespace brokerscope {
namespace {

// Expands variables by need, each once; whoever is met while it is being expanded needs itself.
class Settler {
public:
    explicit Settler(VariableScope& scope) : m_scope(scope) {}

    Result<const VariableValue*> settled(const std::string& name) {
        const VariableValue* value = m_scope.find(name);
        if (value == nullptr || !value->json || m_done.contains(name)) {
            return value;
        }
        if (!m_open.insert(name).second) {
            return failure(MessageId::Other, {"the variable \"" + name + "\" needs itself"});
        }
        auto expanded = expandedValue(*value);
        if (!expanded) {
            Error error = expanded.error();
            error.path = error.path.empty() ? name : error.path;
            error.where = value->where;
            return tl::unexpected(std::move(error));
        }
        m_open.erase(name);
        m_done.insert(name);
        m_scope.set(VariableLayer::CommandLine, name, {std::move(*expanded), value->where});
        return m_scope.find(name);
    }

private:
    Result<std::string> expandedValue(const VariableValue& value) {
        const auto json = CommentedJson::parse(*value.json);
        if (!json) {
            return tl::unexpected(json.error());
        }
        return expandJson(*json, [this](const std::string& name) { return lookUp(name); })
            .map([](JsonExpansion expansion) { return std::move(expansion.text); });
    }

    Result<const VariableValue*> lookUp(const std::string& name) {
        const VariableValue* value = m_scope.find(name);
        return value != nullptr ? settled(name) : tl::unexpected(unknownVariable(name, m_scope.names()));
    }

    VariableScope& m_scope;
    std::set<std::string> m_open;
    std::set<std::string> m_done;
};

}  // namespace

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

const VariableValue* VariableScope::find(std::string_view name) const {
    for (auto values = m_layers.rbegin(); values != m_layers.rend(); ++values) {
        if (const auto found = values->find(name); found != values->end()) {
            return &found->second;
        }
    }
    return nullptr;
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

Result<void> VariableScope::settle() {
    Settler settler(*this);
    for (const VariableLayer which : {VariableLayer::Environment, VariableLayer::CommandLine}) {
        std::vector<std::string> names;
        for (const auto& [name, value] : layer(which)) {
            names.push_back(name);
        }
        for (const std::string& name : names) {
            if (const auto settled = settler.settled(name); !settled) {
                return tl::unexpected(settled.error());
            }
        }
    }
    return {};
}

}  // namespace brokerscope
