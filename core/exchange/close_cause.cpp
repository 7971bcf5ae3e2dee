#include "core/exchange/close_cause.h"

#include "core/base/limits.h"
#include "core/codec/decoder.h"
#include "core/codec/frame_size.h"
#include "core/exchange/broker_log.h"
#include "core/schema/api_keys.h"
#include "core/topology/own_versions.h"
#include "core/topology/release_guess.h"
#include "core/value/value_tree.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace brokerscope {
namespace {

constexpr auto kKafkaFrameLimit = static_cast<std::int32_t>(kBrokerFrameBytes);

CloseCause badSize(std::int32_t size) {
    if (size < 0) {
        return {CloseReason::BadSize, fmt::format("the size prefix {} is negative", size),
                fmt::format("Invalid receive (size = {})", size)};
    }
    return {CloseReason::BadSize,
            fmt::format("the size prefix {} is above the broker's socket.request.max.bytes ({} by default)", size,
                        kKafkaFrameLimit),
            fmt::format("Invalid receive (size = {} larger than {})", size, kKafkaFrameLimit)};
}

// The same cause by whatever both generations would log.
CloseCause joined(CloseCause newer, const CloseCause& older) {
    if (newer.logLine != older.logLine) {
        newer.logLine += " (Kafka 4), or " + older.logLine + " (before)";
    }
    return newer;
}

// What the message of a frame begins with, as a broker reads it that cannot read the header: -1 where even the key is
// missing.
int guessedKey(ByteView message) {
    return message.size() < 2 ? -1 : static_cast<int>(readInteger(FieldType::Int16, message.data()));
}

ByteView messageOf(ByteView frame) {
    const ByteView rest = frame.subspan(std::min(frame.size(), kFrameSizeBytes));
    const auto size = static_cast<std::size_t>(std::max(frameFacts(frame).sizePrefix.value_or(0), 0));
    return rest.first(std::min(rest.size(), size));
}

// What a release calls an API; nothing where it does not know the key.
std::optional<std::string> nameInRelease(const SchemaRegistry& registry, const ApiInfo& api,
                                         const std::string& release) {
    if (release.empty()) {
        return api.name;
    }
    constexpr std::string_view kRequest = "Request";
    for (const DefinitionHead& head : registry.definitions()) {
        if (head.type == MessageType::Request && head.apiKey == api.key && head.release == release) {
            return head.name.substr(0, head.name.size() - (head.name.ends_with(kRequest) ? kRequest.size() : 0));
        }
    }
    return std::nullopt;
}

// The peer as a broker of one generation, and the request as it sees it.
class Suspect {
public:
    Suspect(const SchemaRegistry& registry, BrokerGeneration generation, const ClosingPeer& peer, ByteView frame)
        : m_registry(registry)
        , m_peer(peer)
        , m_generation(generation)
        , m_release(releaseOf(registry, generation))
        , m_frame(frame)
        , m_sent(frameFacts(frame))
        , m_message(messageOf(frame))
        , m_api(registry.api(guessedKey(m_message))) {
        if (m_api != nullptr) {
            m_own = ownVersions(registry, m_api->key, {m_release, false});
            m_name = nameInRelease(registry, *m_api, m_release);
        }
    }

    CloseCause cause() const {
        if (m_sent.sizePrefix == 0) {
            return unreadableHeader(CloseReason::EmptyFrame, "the frame is empty");
        }
        if (!knowsKey()) {
            return unknownKey();
        }
        if (!headerIsReadable()) {
            return unreadableHeader(CloseReason::UnreadableHeader, m_message.size() < 8
                                                                       ? "the frame is too short for a request header"
                                                                       : "the request header is cut off");
        }
        const bool asked = m_peer.versions != nullptr && !m_peer.versions->apis.empty();
        if (m_generation == BrokerGeneration::From4 && m_own.range.isEmpty() && !isListed()) {
            return {CloseReason::RemovedApi, fmt::format("{} was removed and has no versions left", m_api->name),
                    line(LogLine::RemovedApi)};
        }
        return asked ? causeByItsList() : causeByOurVersions();
    }

private:
    int version() const { return m_sent.apiVersion.value_or(0); }
    bool isListed() const {
        return m_peer.versions != nullptr && m_api != nullptr && m_peer.versions->api(m_api->key) != nullptr;
    }
    // A release also knows the keys of APIs that have no versions in it.
    bool knowsKey() const {
        if (m_message.size() < 2) {
            return true;
        }
        const int key = guessedKey(m_message);
        if (m_peer.versions != nullptr && m_peer.versions->api(key) != nullptr) {
            return true;
        }
        return m_name.has_value();
    }

    bool headerIsReadable() const {
        if (m_api == nullptr || !m_sent.apiVersion) {
            return m_sent.apiVersion.has_value();
        }
        const int known = std::clamp<int>(version(), m_api->request.min, m_api->request.max);
        const auto headerVersion = m_registry.requestHeaderVersion(m_api->key, known);
        const auto layout = m_registry.requestHeader(headerVersion.value_or(1));
        if (!layout) {
            return true;
        }
        const auto tree = decodeMessage(*layout, std::make_shared<ByteBuffer>(m_message.begin(), m_message.end()));
        return std::none_of(tree->diagnostics.begin(), tree->diagnostics.end(), [](const NodeDiagnostic& each) {
            return each.diagnostic.severity == Severity::Error && each.diagnostic.id != MessageId::BytesLeft;
        });
    }

    std::string line(LogLine which) const {
        const std::string_view name = m_name ? std::string_view(*m_name) : std::string_view();
        return logLine(m_generation, which, {guessedKey(m_message), name, version()});
    }

    CloseCause unreadableHeader(CloseReason reason, std::string sentence) const {
        return {reason, std::move(sentence), line(LogLine::UnreadableHeader)};
    }

    CloseCause unknownKey() const {
        const int key = guessedKey(m_message);
        return unreadableHeader(CloseReason::UnknownApi,
                                m_api == nullptr
                                    ? fmt::format("no API has key {}", key)
                                    : fmt::format("{} (key {}) is newer than this broker", m_api->name, key));
    }

    CloseCause causeByItsList() const {
        if (m_api == nullptr) {
            return {CloseReason::UnexpectedClose, "the broker lists this API, which no loaded definition has", {}};
        }
        const ApiUsability usability = apiUsability(m_registry, *m_peer.versions, m_api->key);
        const bool serves = usability.advertised.contains(version()) ||
                            (usability.state == ApiState::Hidden && m_own.range.contains(version()));
        if (serves && version() >= usability.servedFrom) {
            return unreadableBody();
        }
        if (serves) {
            return {CloseReason::RefusedVersion,
                    fmt::format("{} v{} is listed for old clients and not served; v{} is the first that is",
                                m_api->name, version(), usability.servedFrom),
                    line(m_own.range.contains(version()) ? LogLine::UnreadableBody : LogLine::UnsupportedVersion)};
        }
        if (m_own.range.contains(version())) {
            return notServed(usability);
        }
        return {CloseReason::UnsupportedVersion,
                usability.advertised.isEmpty() ? fmt::format("the broker does not know {} v{}", m_api->name, version())
                                               : fmt::format("the broker does not know {} v{} (it knows {})",
                                                             m_api->name, version(), usability.advertised.toString()),
                line(LogLine::UnsupportedVersion)};
    }

    // The broker has the version, or would if it were of the release that we know: others may lack it.
    CloseCause notServed(const ApiUsability& usability) const {
        const bool isSure = m_release.starts_with(guessRelease(m_registry, *m_peer.versions) + '.');
        std::string which = line(LogLine::DisabledApi);
        if (const std::string other = line(LogLine::UnsupportedVersion); !isSure && other != which) {
            which += ", or " + other;
        }
        if (usability.advertised.isEmpty()) {
            return {CloseReason::DisabledApi, fmt::format("{} is not enabled on this listener", m_api->name), which};
        }
        return {CloseReason::UnsupportedVersion,
                fmt::format("{} v{} is not enabled (the broker lists {}); it may be unstable", m_api->name, version(),
                            usability.advertised.toString()),
                which};
    }

    // Nobody asked the broker, so only our own knowledge can be named.
    CloseCause causeByOurVersions() const {
        const bool isForBrokers =
            std::find(m_api->listeners.begin(), m_api->listeners.end(), "broker") != m_api->listeners.end();
        if (m_own.range.contains(version()) && (!isForBrokers || version() > m_own.latestStable)) {
            return {CloseReason::DisabledApi,
                    isForBrokers ? fmt::format("{} v{} is unstable and not enabled by default", m_api->name, version())
                                 : fmt::format("{} is not served on broker listeners", m_api->name),
                    line(LogLine::DisabledApi)};
        }
        if (m_own.range.contains(version())) {
            return unreadableBody();
        }
        return {
            CloseReason::UnsupportedVersion,
            m_api->request.contains(version())
                ? fmt::format("{} v{} is not served by every release; what the broker knows was not asked", m_api->name,
                              version())
                : fmt::format("{} v{} is in no loaded definition (they have {}); what the broker knows was not asked",
                              m_api->name, version(), m_api->request.toString()),
            line(LogLine::UnsupportedVersion)};
    }

    // What our own decoder cannot read either. Brokers ignore bytes behind a body.
    std::optional<Diagnostic> faultInBody() const {
        const auto tree = decodeRequestFrame(m_registry, std::make_shared<ByteBuffer>(m_frame.begin(), m_frame.end()));
        const auto fault =
            std::find_if(tree->diagnostics.begin(), tree->diagnostics.end(), [](const NodeDiagnostic& each) {
                return each.diagnostic.severity == Severity::Error && each.diagnostic.id != MessageId::BytesLeft;
            });
        return fault != tree->diagnostics.end() ? std::optional(fault->diagnostic) : std::nullopt;
    }

    CloseCause unreadableBody() const {
        const std::string tls = m_peer.versions == nullptr && !m_peer.hasAnswered ? ", or this port wants TLS" : "";
        if (m_api->key == api_key::kApiVersions && m_peer.versions == nullptr) {
            return {CloseReason::UnexpectedClose,
                    fmt::format("peer closed without reply to ApiVersions v{}; some close when they do not know the "
                                "version{}",
                                version(), tls),
                    line(LogLine::UnreadableBody)};
        }
        if (const auto fault = faultInBody()) {
            const std::string where = fault->path.empty() ? std::string() : fmt::format(" ({})", fault->path);
            return {CloseReason::MalformedBody,
                    fmt::format("the body of {} v{} is malformed at byte {}{}: {}", m_api->name, version(),
                                fault->span.offset, where, fault->text()),
                    line(LogLine::UnreadableBody)};
        }
        return {CloseReason::UnexpectedClose,
                fmt::format("the broker could not read the body of {} v{}, or was stopped, or closed an idle "
                            "connection{}",
                            m_api->name, version(), tls),
                line(LogLine::UnreadableBody)};
    }

    const SchemaRegistry& m_registry;
    const ClosingPeer& m_peer;
    BrokerGeneration m_generation;
    std::string m_release;
    ByteView m_frame;
    FrameFacts m_sent;
    ByteView m_message;                 // the frame without its size and what follows it
    const ApiInfo* m_api;               // as the newest release has it; null: unknown key
    std::optional<std::string> m_name;  // in the broker's own release; names of APIs change
    OwnVersions m_own;                  // of the generation's release
};

}  // namespace

std::string missingBytes(ByteView frame) {
    const std::int32_t size = frameFacts(frame).sizePrefix.value_or(0);
    if (size <= 0 || size > kKafkaFrameLimit || frame.size() - kFrameSizeBytes >= static_cast<std::size_t>(size)) {
        return {};
    }
    return fmt::format("the size prefix says {} bytes and {} were sent: a broker waits for the rest", size,
                       frame.size() - kFrameSizeBytes);
}

CloseCause closeCause(const SchemaRegistry& registry, ByteView frame, const ClosingPeer& peer) {
    const FrameFacts sent = frameFacts(frame);
    if (std::string missing = missingBytes(frame); !missing.empty()) {
        return {CloseReason::UnexpectedClose, std::move(missing), {}};
    }
    if (sent.sizePrefix && (*sent.sizePrefix < 0 || *sent.sizePrefix > kKafkaFrameLimit)) {
        return badSize(*sent.sizePrefix);
    }
    if (const auto generation = brokerGeneration(peer.versions)) {
        return Suspect(registry, *generation, peer, frame).cause();
    }
    return joined(Suspect(registry, BrokerGeneration::From4, peer, frame).cause(),
                  Suspect(registry, BrokerGeneration::UpTo3, peer, frame).cause());
}

}  // namespace brokerscope
