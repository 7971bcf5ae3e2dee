#include "core/text/json_object.h"

#include "core/value/json_text.h"

namespace brokerscope {

void JsonObject::addKey(std::string_view key) {
    if (!m_first) {
        m_out += ',';
    }
    m_first = false;
    appendJsonString(m_out, key);
    m_out += ':';
}

void JsonObject::add(std::string_view key, std::string_view text) {
    addKey(key);
    appendJsonString(m_out, text);
}

void JsonObject::add(std::string_view key, std::int64_t number) {
    addKey(key);
    m_out += std::to_string(number);
}

void JsonObject::add(std::string_view key, std::uint64_t number) {
    addKey(key);
    m_out += std::to_string(number);
}

void JsonObject::add(std::string_view key, bool value) {
    addJson(key, value ? "true" : "false");
}

void JsonObject::add(std::string_view key, const std::optional<std::int64_t>& number) {
    if (number) {
        add(key, *number);
    } else {
        addNull(key);
    }
}

void JsonObject::addNull(std::string_view key) {
    addJson(key, "null");
}

void JsonObject::addTextOrNull(std::string_view key, std::string_view text) {
    if (text.empty()) {
        addNull(key);
    } else {
        add(key, text);
    }
}

void JsonObject::addJson(std::string_view key, std::string_view json) {
    addKey(key);
    m_out += json;
}

void JsonArray::next() {
    if (!m_first) {
        m_out += ',';
    }
    m_first = false;
}

}  // namespace brokerscope
