#include "core/text/indented_json.h"

#include <cstddef>

namespace brokerscope {
namespace {

bool isJsonSpace(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

// Behind the closing quote of the string that begins at `at`, or the end.
std::size_t endOfString(std::string_view json, std::size_t at) {
    for (++at; at < json.size() && json[at] != '"'; ++at) {
        at += json[at] == '\\' ? 1 : 0;
    }
    return at < json.size() ? at + 1 : json.size();
}

std::size_t nextToken(std::string_view json, std::size_t at) {
    while (at < json.size() && isJsonSpace(json[at])) {
        ++at;
    }
    return at;
}

}  // namespace

std::string indentedJson(std::string_view json, int indent) {
    std::string out;
    std::size_t depth = 0;
    const auto breakLine = [&] {
        out += '\n';
        out.append(depth * static_cast<std::size_t>(indent), ' ');
    };
    for (std::size_t at = nextToken(json, 0); at < json.size(); at = nextToken(json, at)) {
        const char c = json[at];
        if (c == '"') {
            const std::size_t end = endOfString(json, at);
            out += json.substr(at, end - at);
            at = end;
            continue;
        }
        ++at;
        const std::size_t next = nextToken(json, at);
        const bool isEmpty = next < json.size() && (json[next] == '}' || json[next] == ']');
        if (c == '}' || c == ']') {
            depth -= depth > 0 ? 1 : 0;
            breakLine();
        }
        out += c;
        if ((c == '{' || c == '[') && isEmpty) {
            out += json[next];
            at = next + 1;
        } else if (c == '{' || c == '[') {
            ++depth;
            breakLine();
        } else if (c == ',') {
            breakLine();
        } else if (c == ':') {
            out += ' ';
        }
    }
    return out;
}

std::string compactJson(std::string_view json) {
    std::string out;
    for (std::size_t at = nextToken(json, 0); at < json.size(); at = nextToken(json, at)) {
        const std::size_t end = json[at] == '"' ? endOfString(json, at) : at + 1;
        out += json.substr(at, end - at);
        at = end;
    }
    return out;
}

}  // namespace brokerscope
