#pragma once

#include "core/internal_topics/state_object.h"
#include "core/value/json_builder.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace brokerscope {

// Writes a fact's value.
class FactJson {
public:
    void number(std::int64_t value) { m_json.integer(FieldType::Int64, value); }
    void real(double value) { m_json.real(value); }
    void flag(bool value) { m_json.integer(FieldType::Bool, value ? 1 : 0); }
    void text(std::string_view value);  // bytes that are no UTF-8 are replaced
    void textOrNull(const std::optional<std::string>& value) { value ? text(*value) : null(); }
    void null() { m_json.null(); }
    void base64(ByteView bytes) { m_json.blob(NodeKind::Bytes, bytes); }

    FactJson& key(std::string_view name) {
        m_json.key(name);
        return *this;
    }
    template <class Write>
    void object(Write write) {
        m_json.begin('{');
        write();
        m_json.end('}');
    }
    // `write(element)` for each.
    template <class Elements, class Write>
    void array(const Elements& elements, Write write) {
        m_json.begin('[');
        for (const auto& element : elements) {
            m_json.separate();
            write(element);
        }
        m_json.end(']');
    }
    template <class Numbers>
    void numbers(const Numbers& values) {
        array(values, [this](std::int64_t value) { number(value); });
    }

    std::string take() { return m_json.take(); }

private:
    JsonBuilder m_json{-1};
};

// Collects the facts of one object.
class FactList {
public:
    // `write(json)` writes the value. Gives the fact.
    template <class Write>
    StateFact& add(FactPath path, const RecordPlace& from, Write write) {
        FactJson json;
        write(json);
        return m_facts.emplace_back(StateFact{std::move(path), json.take(), from, false});
    }
    void number(FactPath path, const RecordPlace& from, std::int64_t value) {
        add(std::move(path), from, [value](FactJson& json) { json.number(value); });
    }
    void text(FactPath path, const RecordPlace& from, std::string_view value) {
        add(std::move(path), from, [value](FactJson& json) { json.text(value); });
    }
    void flag(FactPath path, const RecordPlace& from, bool value) {
        add(std::move(path), from, [value](FactJson& json) { json.flag(value); });
    }
    std::vector<StateFact> take() { return std::move(m_facts); }

private:
    std::vector<StateFact> m_facts;
};

// The name of a number by the overlays' list `enumeration` ("transactionStatus"); "unknown (9)" where it has none.
std::string labelOf(std::string_view enumeration, std::int64_t number);

}  // namespace brokerscope
