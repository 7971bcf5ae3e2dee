#include "app/cli/command_context.h"

#include "core/base/control_characters.h"
#include "core/schema/message_name.h"
#include "core/text/diagnostic_json.h"

#include <algorithm>
#include <charconv>
#include <ostream>

namespace brokerscope {

tl::unexpected<Error> ofOption(const std::string& option, Error error) {
    if (!error.arguments.empty()) {
        error.arguments.front() = option;
    }
    return tl::unexpected<Error>(std::move(error));
}

namespace {

Result<void> applyLimit(Limits& limits, const std::string& text) {
    const std::size_t equals = text.find('=');
    std::uint64_t value = 0;
    if (equals != std::string::npos) {
        const char* end = text.data() + text.size();
        const auto [at, error] = std::from_chars(text.data() + equals + 1, end, value);
        if (error == std::errc() && at == end) {
            const auto set = limits.set(text.substr(0, equals), value);
            return set ? set : ofOption("--limit", set.error());
        }
    }
    return failure(MessageId::InvalidValue, {"--limit", text, "NAME=VALUE with a whole number"});
}

}  // namespace

CommandContext::CommandContext(const CommandContext& other, const CliStreams& otherStreams)
    : streams(otherStreams)
    , global(other.global)
    , connection(other.connection)
    , limits(other.limits)
    , m_registry(other.m_registry)
    , m_loaded(other.m_loaded)
    , m_recordSecrets(other.m_recordSecrets) {}

Result<void> CommandContext::prepare() {
    for (const std::string& limit : global.limits) {
        if (auto applied = applyLimit(limits, limit); !applied) {
            return applied;
        }
    }
    if (global.schemas.empty()) {
        m_registry = &SchemaRegistry::embedded();
    } else {
        auto loaded = SchemaRegistry::load(global.schemas, limits);
        if (!loaded) {
            return tl::unexpected<Error>(loaded.error());
        }
        m_loaded = *loaded;
        m_registry = m_loaded.get();
    }
    const auto& releases = m_registry->releases();
    if (!global.release.empty() && std::find(releases.begin(), releases.end(), global.release) == releases.end()) {
        return unknownRelease(global.release, releases);
    }
    if (!global.unmask) {
        m_recordSecrets = std::make_shared<const RecordSecrets>(*m_registry, choice(), limits);
    }
    return {};
}

JsonOptions CommandContext::json() const {
    JsonOptions options;
    options.mask = !global.unmask;
    if (m_recordSecrets != nullptr) {
        options.inPlace = [secrets = m_recordSecrets](const NodeRef& bytes) { return secrets->inPlace(bytes); };
    }
    return options;
}

bool CommandContext::colours() const {
    return global.color == "always" || (global.color == "auto" && streams.outIsTerminal && !streams.noColor);
}

Result<std::string> CommandContext::format(std::initializer_list<std::string_view> known) const {
    if (global.format.empty()) {
        return std::string(*known.begin());
    }
    if (std::find(known.begin(), known.end(), global.format) != known.end()) {
        return global.format;
    }
    std::string list;
    for (const std::string_view format : known) {
        list += list.empty() ? "" : ", ";
        list += format;
    }
    return failure(MessageId::InvalidValue, {"--format", global.format, "one of " + list});
}

void CommandContext::line(std::string_view text) const {
    streams.out << text << '\n';
}

void CommandContext::remark(std::string_view text) const {
    if (!global.quiet) {
        streams.err << escapedControls(text, LineBreaks::Kept) << '\n';
    }
}

int CommandContext::fail(int status, std::string_view sentence) const {
    streams.out.flush();
    streams.err << "bscope: " << escapedControls(sentence, LineBreaks::Kept) << '\n';
    return status;
}

int CommandContext::fail(const Error& error) const {
    const bool isNothingNear =
        error.id == MessageId::UnknownMessage && error.arguments.size() > 1 && error.arguments[1].empty();
    return fail(kUsageError, errorLine(error) + (isNothingNear ? "; bscope apis lists the APIs" : ""));
}

}  // namespace brokerscope
