#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace brokerscope {

// Appends one JSON object to a text, key by key and in the order of the calls; the destructor closes it. Nothing is
// checked: whoever adds a key twice gets it twice. The text must outlive the object.
class JsonObject {
public:
    explicit JsonObject(std::string& out) : m_out(out) { m_out += '{'; }
    ~JsonObject() { m_out += '}'; }
    JsonObject(const JsonObject&) = delete;
    JsonObject& operator=(const JsonObject&) = delete;

    void add(std::string_view key, std::string_view text);
    void add(std::string_view key, const char* text) { add(key, std::string_view(text)); }
    void add(std::string_view key, std::int64_t number);
    void add(std::string_view key, std::uint64_t number);
    void add(std::string_view key, int number) { add(key, std::int64_t{number}); }
    void add(std::string_view key, bool value);
    void add(std::string_view key, const std::optional<std::int64_t>& number);  // nothing: null
    void addNull(std::string_view key);
    void addTextOrNull(std::string_view key, std::string_view text);  // empty: null
    // `json` is a finished JSON value.
    void addJson(std::string_view key, std::string_view json);
    // The key and its colon; the caller appends the value to the text.
    void addKey(std::string_view key);

private:
    std::string& m_out;
    bool m_first = true;
};

// Separates the elements of a JSON array under construction: a comma before every element but the first.
class JsonArray {
public:
    explicit JsonArray(std::string& out) : m_out(out) { m_out += '['; }
    ~JsonArray() { m_out += ']'; }
    JsonArray(const JsonArray&) = delete;
    JsonArray& operator=(const JsonArray&) = delete;

    // To be called before each element is appended to the text.
    void next();

private:
    std::string& m_out;
    bool m_first = true;
};

}  // namespace brokerscope
