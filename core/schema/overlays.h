#pragma once

#include "core/schema/field_meanings.h"
#include "core/schema/nested_rules.h"
#include "core/schema/overlay_condition.h"
#include "core/schema/record_types.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// Which node answers a request; the words of schemas/README.md, "routing".
enum class RouteTarget : std::uint8_t {
    Any,
    ThisBroker,
    Broker,
    Controller,
    AnyController,
    GroupCoordinator,
    TransactionCoordinator,
    ShareCoordinator,
    PartitionLeader
};

struct RouteRule {
    RouteTarget target = RouteTarget::Any;
    std::string key;    // path of the group id, transactional id or broker id that decides; empty: none
    std::string topic;  // paths of topic (name or id) and partition
    std::string partition;
    OverlayScope scope;
};

struct MutatingRule {
    std::string changes;  // "topics", "offsets" …
    OverlayScope scope;
};

// What is known of an API as a whole. Routes of one version end in an unconditional one, so that there is always an
// answer.
struct ApiFacts {
    std::string family;  // "Groups"
    std::vector<RouteRule> routes;
    std::vector<MutatingRule> mutations;  // empty: changes nothing, ever

    // Null only for a version that no definition has.
    const RouteRule* route(int version, const ReadOverlayValues& read) const;
    // What a request changes; nothing when it changes nothing.
    std::optional<std::string> changes(int version, const ReadOverlayValues& read) const;
};

struct ApiFamily {
    std::string name;
    std::vector<std::int16_t> apiKeys;
};

struct CoordinatorFacts {
    RouteTarget target = RouteTarget::GroupCoordinator;
    std::int8_t keyType = 0;  // FindCoordinator's
    std::string internalTopic;
};

// A struct that holds an address; names are of the JSON form, empty where it has none.
struct EndpointFacts {
    std::string message;
    std::string structPath;  // "brokers[]"; empty: the message itself
    std::string host, port, id, rack, listener;
    VersionRange versions = VersionRange::all();
};

// What the overlays say of whole messages, and the way to what they say of fields. Immutable, thread safe.
class Overlays {
public:
    // Errors: OverlayInvalid with file, rule and reason, also where a name is not in the registry, an API has no family
    // or no route.
    static Result<Overlays> read(const std::vector<OverlayText>& texts, const SchemaRegistry& registry);
    // Whether every path that they name exists in some release's definition; parses those. Errors: OverlayInvalid.
    Result<void> validate(const SchemaRegistry& registry) const;
    ~Overlays();
    Overlays(Overlays&&) noexcept;
    Overlays& operator=(Overlays&&) noexcept;

    // What is said of a field; null: nothing. Constant time.
    static const FieldMeaning* meaning(const FieldSpec* field) { return field == nullptr ? nullptr : field->meaning; }

    const ApiFacts* api(int apiKey) const;                          // null: unknown key
    const std::vector<ApiFamily>& families() const;                 // in the order in which lists show them
    const CoordinatorFacts* coordinator(RouteTarget target) const;  // null for targets that are no coordinators
    // Error codes that say the answer came from the wrong node.
    std::vector<std::int16_t> staleTargetErrors(RouteTarget target) const;
    std::vector<EndpointFacts> endpoints(std::string_view message) const;
    // Which bytes hold structures of their own.
    const NestedRules& nested() const;
    const std::vector<InternalTopicFacts>& internalTopics() const;
    // Where the topic of a records field stands; `path` with or without indices. Null: no such field is known.
    const RecordsFieldFacts* recordsField(std::string_view message, std::string_view path) const;

private:
    struct Impl;
    explicit Overlays(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

}  // namespace brokerscope
