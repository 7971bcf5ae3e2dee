#include "core/value/json_reader_document.h"

#include "core/base/json_fault.h"
#include "core/base/utf8.h"

#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

namespace brokerscope {
namespace {

// Builds a JsonValue from the events of the parser, within the limits.
class DocumentBuilder : public nlohmann::json_sax<nlohmann::json> {
public:
    DocumentBuilder(std::string_view text, const Limits& limits) : m_text(text), m_limits(limits) {}

    bool null() override { return add({}); }
    bool boolean(bool value) override { return add({value}); }
    bool number_integer(number_integer_t value) override { return add({std::int64_t{value}}); }
    bool number_unsigned(number_unsigned_t value) override {
        if (value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
            return add({static_cast<std::int64_t>(value)});
        }
        return add({JsonBigInteger{std::to_string(value)}});
    }
    bool number_float(number_float_t value, const string_t& digits) override {
        if (digits.find_first_of(".eE") == string_t::npos) {
            return add({JsonBigInteger{digits}});
        }
        return add({double{value}});
    }
    bool string(string_t& value) override { return add({std::move(value)}); }
    bool binary(binary_t&) override { return false; }

    bool start_object(std::size_t) override { return open({JsonValue::Object()}); }
    bool key(string_t& name) override {
        m_name = std::move(name);
        return true;
    }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open({JsonValue::Array()}); }
    bool end_array() override { return close(); }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& reason) override {
        // The position counts the bytes read, the offending one included.
        const std::size_t offset = std::min(position == 0 ? 0 : position - 1, m_text.size());
        const std::string_view before = m_text.substr(0, offset);
        const auto line = 1 + std::count(before.begin(), before.end(), '\n');
        const std::size_t lineStart = before.rfind('\n') + 1;
        m_error = Error{MessageId::JsonSyntax,
                        {jsonFaultReason(reason.what()), std::to_string(line), std::to_string(offset - lineStart + 1)},
                        ByteSpan{BufferId::Main, offset, 0},
                        {}};
        return false;
    }

    Result<JsonValue> take() {
        if (m_error) {
            return tl::unexpected<Error>(std::move(*m_error));
        }
        return std::move(m_root);
    }

private:
    // Where a value that begins now belongs; null after a limit was met.
    JsonValue* place(JsonValue&& value) {
        if (++m_count > m_limits.nodes) {
            exceed("nodes", m_count, m_limits.nodes);
            return nullptr;
        }
        if (m_open.empty()) {
            m_root = std::move(value);
            return &m_root;
        }
        if (auto* array = std::get_if<JsonValue::Array>(&m_open.back()->data)) {
            return &array->emplace_back(std::move(value));
        }
        auto& object = std::get<JsonValue::Object>(m_open.back()->data);
        return &object.emplace_back(JsonMember{std::move(m_name), std::move(value)}).value;
    }
    bool add(JsonValue&& value) { return place(std::move(value)) != nullptr; }
    bool open(JsonValue&& container) {
        if (m_open.size() >= 2 * m_limits.depth + 2) {
            exceed("depth", m_limits.depth + 1, m_limits.depth);
            return false;
        }
        JsonValue* placed = place(std::move(container));
        if (placed != nullptr) {
            m_open.push_back(placed);
        }
        return placed != nullptr;
    }
    bool close() {
        m_open.pop_back();
        return true;
    }
    void exceed(std::string name, std::uint64_t value, std::uint64_t limit) {
        m_error =
            Error{MessageId::LimitExceeded, {std::move(name), std::to_string(value), std::to_string(limit)}, {}, {}};
    }

    std::string_view m_text;
    const Limits& m_limits;
    JsonValue m_root;
    std::vector<JsonValue*> m_open;  // containers on the way to where the parser is
    std::string m_name;
    std::uint64_t m_count = 0;
    std::optional<Error> m_error;
};

}  // namespace

std::string_view JsonValue::kindName() const {
    static constexpr std::array<std::string_view, 8> kNames{"null",     "true or false", "a number", "a number",
                                                            "a number", "a string",      "an array", "an object"};
    static_assert(kNames.size() == std::variant_size_v<decltype(data)>);
    return kNames[data.index()];
}

Result<JsonValue> parseJson(std::string_view text, const Limits& limits) {
    if (text.size() > limits.jsonInput) {
        return failure(MessageId::LimitExceeded,
                       {"jsonInput", std::to_string(text.size()), std::to_string(limits.jsonInput)});
    }
    DocumentBuilder builder(text, limits);
    nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
    return builder.take();
}

}  // namespace brokerscope
