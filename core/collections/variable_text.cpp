#include "core/collections/variable_text.h"

#include "core/base/nearest_name.h"
#include "core/collections/text_place.h"
#include "core/query/filter_syntax.h"
#include "core/value/json_text.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr std::string_view kOpen = "{{";
constexpr std::string_view kEscapedOpen = "{{{{";
constexpr std::string_view kClose = "}}";

tl::unexpected<Error> tooLong() {
    return failure(MessageId::Other,
                   {fmt::format("with its variables put in this is longer than {} bytes", kLongestExpansion)});
}

std::size_t skipBlanks(std::string_view text, std::size_t at) {
    return std::min(text.find_first_not_of(" \t", at), text.size());
}

// The variable that begins at `begin`.
Result<VariableUse> readUse(std::string_view text, std::size_t begin) {
    const std::size_t nameBegin = skipBlanks(text, begin + kOpen.size());
    std::size_t nameEnd = nameBegin;
    while (nameEnd < text.size() && isVariableName(text.substr(nameEnd, 1))) {
        ++nameEnd;
    }
    if (nameEnd == nameBegin) {
        return expectedAt(text, nameBegin, "the name of a variable ({{{{ stands for {{)");
    }
    const std::size_t close = skipBlanks(text, nameEnd);
    if (text.substr(close, kClose.size()) != kClose) {
        return expectedAt(text, close, "}} after the name of a variable");
    }
    return VariableUse{std::string(text.substr(nameBegin, nameEnd - nameBegin)), begin, close + kClose.size()};
}

// Calls `plain` with each run of characters and `use` with each variable, in turn.
template <class Plain, class Use>
Result<void> walkText(std::string_view text, const Plain& plain, const Use& use) {
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t open = std::min(text.find(kOpen, at), text.size());
        plain(text.substr(at, open - at));
        at = open;
        if (at == text.size()) {
            break;
        }
        if (text.substr(at).starts_with(kEscapedOpen)) {
            plain(kOpen);
            at += kEscapedOpen.size();
            continue;
        }
        auto found = readUse(text, at);
        if (!found) {
            return tl::unexpected(std::move(found.error()));
        }
        if (auto done = use(*found); !done) {
            return done;
        }
        at = found->end;
    }
    return {};
}

// Copies a text without comments, strings expanded.
class JsonExpander {
public:
    JsonExpander(const CommentedJson& json, const VariableLookup& lookUp) : m_json(json), m_lookUp(lookUp) {}

    Result<JsonExpansion> expand() {
        if (auto done = expandPart(m_json.root()); !done) {
            return tl::unexpected(std::move(done.error()));
        }
        copyUpTo(m_json.text().size());
        return std::move(m_made);
    }

private:
    void copyUpTo(std::size_t end) {
        m_made.text += m_json.plain().substr(m_copied, end - m_copied);
        m_copied = end;
    }

    Result<void> expandPart(const JsonPart& part) {
        for (const JsonPart& child : part.children) {
            if (auto done = expandPart(child); !done) {
                return done;
            }
        }
        // An escape may stand for a brace.
        if (part.kind != JsonPart::Kind::String || m_json.textOf(part).find_first_of("{\\") == std::string_view::npos) {
            return {};
        }
        const std::string text = m_json.stringOf(part);
        if (text.find(kOpen) == std::string::npos) {
            return {};
        }
        auto value = expandString(part, text);
        if (!value) {
            return tl::unexpected(movedBy(std::move(value.error()), part.begin, part.end - part.begin));
        }
        copyUpTo(part.begin);
        m_made.text += *value;
        m_copied = part.end;
        if (m_made.text.size() > kLongestExpansion) {
            return tooLong();
        }
        return {};
    }

    Result<std::string> expandString(const JsonPart& part, const std::string& text) {
        const auto uses = variablesIn(text);
        if (!uses) {
            // The place within the string's value need not be that within its token.
            Error error = uses.error();
            error.where.reset();
            return tl::unexpected(std::move(error));
        }
        if (uses->size() == 1 && uses->front().begin == 0 && uses->front().end == text.size()) {
            return typedValue(part, uses->front().name);
        }
        auto expanded = expandText(text, m_lookUp);
        if (!expanded) {
            expanded.error().where.reset();
            return tl::unexpected(std::move(expanded.error()));
        }
        notePending(part, expanded->pending);
        std::string value;
        appendJsonString(value, expanded->text);
        return value;
    }

    Result<std::string> typedValue(const JsonPart& part, const std::string& name) {
        const auto value = m_lookUp(name);
        if (!value) {
            return tl::unexpected(value.error());
        }
        notePending(part, (*value)->json ? std::string() : name);
        return (*value)->json.value_or("null");
    }

    void notePending(const JsonPart& part, const std::string& name) {
        if (!name.empty()) {
            m_made.pendingParts.push_back(part.begin);
            m_made.pending = m_made.pending.empty() ? name : m_made.pending;
        }
    }

    const CommentedJson& m_json;
    const VariableLookup& m_lookUp;
    JsonExpansion m_made;
    std::size_t m_copied = 0;
};

}  // namespace

Result<std::vector<VariableUse>> variablesIn(std::string_view text) {
    std::vector<VariableUse> uses;
    const auto walked = walkText(
        text, [](std::string_view) {},
        [&uses](const VariableUse& use) -> Result<void> {
            uses.push_back(use);
            return {};
        });
    if (!walked) {
        return tl::unexpected(walked.error());
    }
    return uses;
}

Error unknownVariable(const std::string& name, const std::vector<std::string>& known) {
    const std::string nearest = nearestName(name, known);
    return {MessageId::Other,
            {fmt::format("no variable is called \"{}\"{}", name, nearest.empty() ? "" : "; nearest: " + nearest)},
            std::nullopt,
            {}};
}

VariableLookup lookUpIn(const VariableScope& scope) {
    return [&scope](const std::string& name) -> Result<const VariableValue*> {
        const VariableValue* value = scope.find(name);
        if (value == nullptr) {
            return tl::unexpected(unknownVariable(name, scope.names()));
        }
        return value;
    };
}

Result<TextExpansion> expandText(std::string_view text, const VariableLookup& lookUp) {
    TextExpansion made;
    const auto walked = walkText(
        text, [&made](std::string_view plain) { made.text += plain; },
        [&](const VariableUse& use) -> Result<void> {
            const auto value = lookUp(use.name);
            if (!value) {
                return tl::unexpected(movedBy(value.error(), use.begin, use.end - use.begin));
            }
            made.pending = (*value)->json || !made.pending.empty() ? made.pending : use.name;
            made.text += (*value)->text();
            if (made.text.size() > kLongestExpansion) {
                return tooLong();
            }
            return {};
        });
    if (!walked) {
        return tl::unexpected(walked.error());
    }
    return made;
}

Result<JsonExpansion> expandJson(const CommentedJson& json, const VariableLookup& lookUp) {
    return JsonExpander(json, lookUp).expand();
}

std::optional<std::string> meaningOf(const CommentedJson& json, const JsonPart& string, const VariableLookup& lookUp) {
    const auto part = CommentedJson::parse(std::string(json.textOf(string)));
    const auto expanded = part ? expandJson(*part, lookUp) : tl::unexpected(part.error());
    return expanded && expanded->pending.empty() ? std::optional(expanded->text) : std::nullopt;
}

}  // namespace brokerscope
