#include "core/query/filter_path.h"

#include "core/query/filter_syntax.h"

#include <array>
#include <charconv>

namespace brokerscope {
namespace {

constexpr std::size_t kMostSteps = 64;

bool isNameCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Reads steps at a position of the text; every function leaves the position at what it could not take.
class StepReader {
public:
    StepReader(std::string_view text, std::size_t at) : m_text(text), m_at(at) {}

    bool isAtEnd() const { return m_at == m_text.size(); }
    bool is(char c) const { return !isAtEnd() && m_text[m_at] == c; }
    void skip() { ++m_at; }
    tl::unexpected<Error> wanted(std::string_view what) const { return expectedAt(m_text, m_at, what); }

    Result<PathStep> name() {
        const std::size_t begin = m_at;
        while (!isAtEnd() && isNameCharacter(m_text[m_at])) {
            ++m_at;
        }
        if (m_at == begin) {
            return wanted("the name of a field");
        }
        return PathStep{std::string(m_text.substr(begin, m_at - begin)), PathStep::kAny, false};
    }

    Result<PathStep> element() {
        skip();
        PathStep step{{}, PathStep::kAny, true};
        if (!is(']')) {
            const char* begin = m_text.data() + m_at;
            const auto [end, error] = std::from_chars(begin, m_text.data() + m_text.size(), step.element);
            if (error != std::errc() || *begin == '-') {
                return wanted("the number of an element, or ]");
            }
            m_at += static_cast<std::size_t>(end - begin);
        }
        if (!is(']')) {
            return wanted("]");
        }
        skip();
        return step;
    }

private:
    std::string_view m_text;
    std::size_t m_at;
};

}  // namespace

std::string_view scopePrefix(PathScope scope) {
    switch (scope) {
        case PathScope::Message:
            return "";
        case PathScope::Request:
            return "request.";
        case PathScope::Response:
            return "response.";
        case PathScope::Header:
            break;
    }
    return "header.";
}

Result<FilterPath> FilterPath::parse(std::string_view text) {
    FilterPath path;
    std::size_t begin = 0;
    for (const PathScope scope : kPathScopes) {
        if (text.starts_with(scopePrefix(scope))) {
            path.scope = scope;
            begin = scopePrefix(scope).size();
        }
    }
    StepReader reader(text, begin);
    bool wantsName = true;
    while (wantsName || !reader.isAtEnd()) {
        if (!wantsName && !reader.is('.') && !reader.is('[')) {
            return reader.wanted("a dot or [ after the name of a field");
        }
        if (path.steps.size() == kMostSteps) {
            return reader.wanted("at most 64 steps");
        }
        if (reader.is('.') && !wantsName) {
            reader.skip();
            wantsName = true;
            continue;
        }
        auto step = wantsName ? reader.name() : reader.element();
        if (!step) {
            return tl::unexpected(std::move(step.error()));
        }
        path.steps.push_back(std::move(*step));
        wantsName = false;
    }
    return path;
}

std::string FilterPath::toString() const {
    std::string text(scopePrefix(scope));
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const PathStep& step = steps[i];
        if (step.isElement) {
            text += step.element == PathStep::kAny ? "[]" : '[' + std::to_string(step.element) + ']';
        } else {
            text += (i == 0 ? "" : ".") + step.name;
        }
    }
    return text;
}

std::string FilterPath::schemaPath() const {
    FilterPath any{PathScope::Message, steps};
    for (PathStep& step : any.steps) {
        step.element = PathStep::kAny;
    }
    return any.toString();
}

}  // namespace brokerscope
