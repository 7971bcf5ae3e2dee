#include "core/collections/request_headers.h"

#include "core/base/ascii.h"
#include "core/base/hex.h"
#include "core/base/nearest_name.h"
#include "core/collections/expectation_parser.h"
#include "core/collections/text_place.h"
#include "core/collections/variable_text.h"
#include "core/query/filter_syntax.h"
#include "core/schema/message_name.h"
#include "core/value/json_reader.h"
#include "core/value/json_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

namespace brokerscope {

using KeyReader = Result<void> (RequestHeaders::*)(const std::string& value);

// The keys, in the order of the documentation. Those of the second pass need to know the API.
struct RequestKeyTable {
    struct Row {
        std::string_view key;
        KeyReader read;
        bool repeats;
        bool isSecondPass;
    };
    static constexpr std::array kRows{Row{"name", &RequestHeaders::readName, false, false},
                                      Row{"api", &RequestHeaders::readApi, false, false},
                                      Row{"version", &RequestHeaders::readVersion, false, false},
                                      Row{"target", &RequestHeaders::readTarget, false, false},
                                      Row{"client-id", &RequestHeaders::readClientId, false, false},
                                      Row{"raw", &RequestHeaders::readRaw, false, false},
                                      Row{"expect", &RequestHeaders::readExpectation, true, true},
                                      Row{"set", &RequestHeaders::readVariable, true, true},
                                      Row{"retry", &RequestHeaders::readRetry, false, true},
                                      Row{"on-failure", &RequestHeaders::readOnFailure, false, false}};
};

namespace {

constexpr std::string_view kHeaderPrefix = "header.";
constexpr std::size_t kApiKeyEnd = 6;   // of a frame: size prefix, API key
constexpr std::size_t kVersionEnd = 8;  // and version

std::string trimmed(std::string_view text) {
    const std::size_t first = std::min(text.find_first_not_of(" \t"), text.size());
    const std::size_t last = text.find_last_not_of(" \t");
    return std::string(text.substr(first, last == std::string_view::npos ? 0 : last + 1 - first));
}

// Position of the last word of that name that stands free and in no quotes; npos: none.
std::size_t lastWord(std::string_view text, std::string_view word) {
    std::size_t found = std::string_view::npos;
    char quote = '\0';
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (quote != '\0' || c == '"' || c == '\'') {
            quote = quote == '\0' ? c : quote == c ? '\0' : quote;
            continue;
        }
        const bool isFree = (at == 0 || isFilterSpace(text[at - 1])) && at + word.size() < text.size() &&
                            isFilterSpace(text[at + word.size()]);
        found = isFree && text.substr(at, word.size()) == word ? at : found;
    }
    return found;
}

bool isTextField(const FieldSpec& field) {
    return field.type == FieldType::String || field.type == FieldType::Uuid;
}

}  // namespace

const std::vector<std::string>& requestKeys() {
    static const std::vector<std::string> keys = [] {
        std::vector<std::string> all;
        all.reserve(RequestKeyTable::kRows.size() + 1);
        for (const RequestKeyTable::Row& row : RequestKeyTable::kRows) {
            all.emplace_back(row.key);
        }
        all.emplace_back(kHeaderPrefix);
        return all;
    }();
    return keys;
}

void RequestHeaders::read() {
    m_lines = m_file.headers();
    for (const bool isSecondPass : {false, true}) {
        for (const HeaderLine& line : m_lines) {
            readLine(line, isSecondPass);
        }
        if (!isSecondPass) {
            checkTogether();
            makeConditions();
        }
    }
    makeHeader();
}

const HeaderLine* RequestHeaders::line(std::string_view key) const {
    const auto found = std::find_if(m_lines.begin(), m_lines.end(),
                                    [&](const HeaderLine& each) { return equalIgnoringCase(each.key, key); });
    return found != m_lines.end() ? &*found : nullptr;
}

void RequestHeaders::remark(std::size_t at, std::size_t size, const Error& error) {
    m_plan.remarks.push_back(
        {Severity::Error, error.id, error.arguments, ByteSpan{BufferId::Main, at, size}, error.path});
}

void RequestHeaders::readLine(const HeaderLine& line, bool isSecondPass) {
    const auto row =
        std::find_if(RequestKeyTable::kRows.begin(), RequestKeyTable::kRows.end(),
                     [&](const RequestKeyTable::Row& each) { return equalIgnoringCase(each.key, line.key); });
    const bool isKnown = row != RequestKeyTable::kRows.end();
    const bool isHeaderField = asciiLowered(line.key.substr(0, kHeaderPrefix.size())) == kHeaderPrefix;
    if ((isKnown && row->isSecondPass) != isSecondPass) {
        return;
    }
    if (!isKnown && !isHeaderField) {
        noteUnknownKey(line);
        return;
    }
    std::string key = isKnown ? std::string(row->key) : std::string(line.key);
    const bool isRepeated = !m_seen.insert(key).second;
    if (isRepeated && !(isKnown && row->repeats)) {
        remark(line.keyAt, line.key.size(), {MessageId::Other, {fmt::format("\"{}\" is there twice", key)}, {}, {}});
        return;
    }
    const auto expanded = expandText(line.value, lookUpIn(m_scope));
    if (!expanded) {
        const Error error = movedBy(expanded.error(), line.valueAt, line.value.size());
        remark(static_cast<std::size_t>(error.where->offset), static_cast<std::size_t>(error.where->length), error);
        return;
    }
    if (!expanded->pending.empty()) {
        m_plan.pending = expanded->pending;
        return;
    }
    const Result<void> done = isKnown ? (this->*row->read)(expanded->text)
                                      : readHeaderField(key.substr(kHeaderPrefix.size()), expanded->text);
    if (!done) {
        // Where variables were put in, places within the value are not those of the file.
        const bool isAsWritten = done.error().where && expanded->text == line.value;
        const std::size_t offset = isAsWritten ? static_cast<std::size_t>(done.error().where->offset) : 0;
        const std::size_t size = isAsWritten ? static_cast<std::size_t>(done.error().where->length) : line.value.size();
        remark(line.valueAt + offset, size, done.error());
    }
}

void RequestHeaders::noteUnknownKey(const HeaderLine& line) {
    const std::string nearest = nearestName(line.key, requestKeys());
    m_plan.remarks.push_back({Severity::Note,
                              MessageId::Other,
                              {fmt::format("\"{}\" means nothing here and is kept as it is{}", line.key,
                                           nearest.empty() ? "" : "; nearest: " + nearest)},
                              ByteSpan{BufferId::Main, line.keyAt, line.key.size()},
                              {}});
}

// Raw bytes say everything themselves.
void RequestHeaders::checkTogether() {
    const HeaderLine* raw = line("raw");
    if (raw == nullptr && line("api") == nullptr) {
        remark(0, 0, {MessageId::Other, {"which request? \"api\" names it, \"raw\" gives its bytes"}, {}, {}});
    }
    if (raw == nullptr) {
        return;
    }
    for (const HeaderLine& other : m_lines) {
        const std::string key = asciiLowered(other.key);
        if (key == "api" || key == "version" || key == "client-id" || key.starts_with(kHeaderPrefix)) {
            remark(
                other.keyAt, other.key.size(),
                {MessageId::Other, {fmt::format("\"raw\" says everything itself: it takes no \"{}\"", key)}, {}, {}});
        }
    }
}

void RequestHeaders::makeConditions() {
    m_conditions.registry = m_context.registry;
    const auto spec = [&](const std::string& name) -> std::shared_ptr<const MessageSpec> {
        const auto found = m_context.registry->spec(name, m_context.choice);
        return found ? *found : nullptr;
    };
    m_conditions.header = spec("RequestHeader");
    if (m_plan.apiKey && m_context.registry->api(*m_plan.apiKey) != nullptr) {
        m_conditions.request = spec(m_plan.apiName + "Request");
        m_conditions.response = spec(m_plan.apiName + "Response");
    }
    const HeaderLine* version = line("version");
    if (version == nullptr || !m_plan.apiKey || !m_plan.version || m_plan.raw || m_context.takesUnknownVersions) {
        return;
    }
    const auto layout = m_context.registry->request(*m_plan.apiKey, *m_plan.version, m_context.choice);
    if (!layout) {
        remark(version->valueAt, version->value.size(), layout.error());
        return;
    }
    // The definition of that version knows its fields best.
    m_conditions.request = (*layout)->spec;
    const auto response = m_context.registry->response(*m_plan.apiKey, *m_plan.version, m_context.choice);
    m_conditions.response = response ? (*response)->spec : m_conditions.response;
}

// As the chosen release calls it.
std::string RequestHeaders::apiNameOf(std::int16_t key) const {
    constexpr std::string_view kSuffix = "Request";
    const auto definition = definitionNamed(*m_context.registry, m_context.choice, std::to_string(key));
    return definition && definition->ends_with(kSuffix) ? definition->substr(0, definition->size() - kSuffix.size())
                                                        : fmt::format("API {}", key);
}

Result<void> RequestHeaders::readName(const std::string& value) {
    m_plan.name = value;
    return {};
}

Result<void> RequestHeaders::readApi(const std::string& value) {
    const auto key = requestNamed(*m_context.registry, m_context.choice, value, "api");
    if (!key) {
        return tl::unexpected(key.error());
    }
    m_plan.apiKey = *key;
    m_plan.apiName = apiNameOf(*key);
    return {};
}

Result<void> RequestHeaders::readVersion(const std::string& value) {
    if (equalIgnoringCase(value, "highest")) {
        return {};
    }
    std::int16_t version = 0;
    const char* end = value.data() + value.size();
    const auto [at, error] = std::from_chars(value.data(), end, version);
    if (error != std::errc() || at != end) {
        return failure(MessageId::InvalidValue, {"version", value, "a version or \"highest\""});
    }
    m_plan.version = version;
    return {};
}

Result<void> RequestHeaders::readTarget(const std::string& value) {
    m_plan.target = value;
    const auto wrong = m_context.checkTarget ? m_context.checkTarget(value) : std::nullopt;
    return wrong ? tl::unexpected(*wrong) : Result<void>();
}

Result<void> RequestHeaders::readClientId(const std::string& value) {
    return readHeaderField("clientId", value);
}

Result<void> RequestHeaders::readRaw(const std::string& value) {
    auto bytes = fromHex(value);
    if (!bytes) {
        return tl::unexpected(bytes.error());
    }
    if (bytes->empty()) {
        return failure(MessageId::Other, {"\"raw\" has no bytes to send"});
    }
    const auto number = [&](std::size_t end) {
        return static_cast<std::int16_t>((*bytes)[end - 2] << 8 | (*bytes)[end - 1]);
    };
    if (bytes->size() >= kVersionEnd) {
        m_plan.version = number(kVersionEnd);
    }
    if (bytes->size() >= kApiKeyEnd) {
        m_plan.apiKey = number(kApiKeyEnd);
        m_plan.apiName = apiNameOf(*m_plan.apiKey);
    }
    m_plan.raw = std::move(*bytes);
    return {};
}

Result<void> RequestHeaders::readExpectation(const std::string& value) {
    auto expectation = Expectation::parse(value, m_conditions);
    if (!expectation) {
        return tl::unexpected(std::move(expectation.error()));
    }
    m_plan.expectations.push_back(std::move(*expectation));
    return {};
}

Result<void> RequestHeaders::readVariable(const std::string& value) {
    const std::size_t equals = value.find('=');
    const std::string name = trimmed(std::string_view(value).substr(0, equals));
    if (equals == std::string::npos || !isVariableName(name)) {
        return expectedAt(value, 0, "NAME = PATH, such as member = response.memberId");
    }
    const std::size_t pathAt = std::min(value.find_first_not_of(" \t", equals + 1), value.size());
    const std::string text = trimmed(std::string_view(value).substr(pathAt));
    auto path = FilterPath::parse(text);
    if (!path || path->scope == PathScope::Message) {
        return expectedAt(value, pathAt, "a path that begins with response., request. or header.");
    }
    if (const auto known = checkedField(*path, m_conditions); !known) {
        return tl::unexpected(movedBy(known.error(), pathAt, text.size()));
    }
    m_plan.variables.push_back({name, std::move(*path)});
    return {};
}

Result<std::int64_t> RequestHeaders::duration(const std::string& text) const {
    const FilterLiteral literal = FilterLiteral::make(text, false);
    const bool isTime = literal.number && literal.unit == FilterLiteral::Unit::Duration;
    if (!isTime || *literal.number < 1 || *literal.number > static_cast<double>(RetryRule::kLongestMs)) {
        return failure(MessageId::InvalidValue, {"retry", text, "a time such as 500ms or 30s, at most a day"});
    }
    return static_cast<std::int64_t>(*literal.number);
}

Result<void> RequestHeaders::readRetry(const std::string& value) {
    constexpr std::string_view kWhile = "while";
    const std::size_t forAt = lastWord(value, "for");
    if (!value.starts_with("while ") || forAt == std::string::npos) {
        return expectedAt(value, 0, "while CONDITION for TIME [every TIME]");
    }
    const std::size_t everyAt = lastWord(value, "every");
    const std::size_t timesEnd = everyAt != std::string::npos && everyAt > forAt ? everyAt : value.size();
    auto condition =
        Expectation::parse(std::string_view(value).substr(kWhile.size(), forAt - kWhile.size()), m_conditions);
    if (!condition) {
        return tl::unexpected(movedBy(condition.error(), kWhile.size(), forAt - kWhile.size()));
    }
    const auto forMs = duration(trimmed(std::string_view(value).substr(forAt + 3, timesEnd - forAt - 3)));
    if (!forMs) {
        return tl::unexpected(forMs.error());
    }
    RetryRule rule{std::move(*condition), *forMs};
    if (timesEnd < value.size()) {
        const auto everyMs = duration(trimmed(std::string_view(value).substr(everyAt + 5)));
        if (!everyMs) {
            return tl::unexpected(everyMs.error());
        }
        rule.everyMs = *everyMs;
    }
    m_plan.retry = std::move(rule);
    return {};
}

Result<void> RequestHeaders::readOnFailure(const std::string& value) {
    if (value != "stop" && value != "continue") {
        return failure(MessageId::InvalidValue, {"on-failure", value, "stop or continue"});
    }
    m_plan.stopsOnFailure = value == "stop";
    return {};
}

// A text is what it says; of others, and of null, the value is JSON.
Result<void> RequestHeaders::readHeaderField(const std::string& name, const std::string& value) {
    const auto spec = m_context.registry->spec("RequestHeader", m_context.choice);
    const FieldSpec* field = spec ? (*spec)->root.find(name) : nullptr;
    std::string member;
    appendJsonString(member, name);
    member += ':';
    if (field != nullptr && isTextField(*field) && value != "null") {
        appendJsonString(member, value);
    } else {
        if (const auto json = CommentedJson::parse(value, m_context.limits); !json) {
            return failure(MessageId::InvalidValue, {"header." + name, value, "a JSON value"});
        }
        member += value;
    }
    const auto draft = spec ? draftFromJson(*spec, '{' + member + '}', m_context.limits) : tl::unexpected(spec.error());
    if (!draft) {
        return tl::unexpected(Error{draft.error().id, draft.error().arguments, {}, {}});
    }
    m_headerJson += (m_headerJson.empty() ? "" : ",") + member;
    return {};
}

void RequestHeaders::makeHeader() {
    if (!m_headerJson.empty()) {
        m_plan.header = '{' + m_headerJson + '}';
    }
}

}  // namespace brokerscope
