#pragma once

#include "core/exchange/exchange.h"
#include "core/internal_topics/group_type.h"
#include "core/schema/schema_registry.h"
#include "core/topology/endpoint.h"
#include "core/value/value_draft.h"

#include <cstdint>
#include <string>
#include <vector>

namespace brokerscope {

// The requests that ask about groups, and what of their answers decides whom to ask next. Fields that the version lacks
// are left out; the errors are those of SchemaRegistry::request().

// The API that describes groups of a type: DescribeGroups, ConsumerGroupDescribe, ShareGroupDescribe,
// StreamsGroupDescribe. Unknown as Classic: brokers that do not tell types have no others.
std::int16_t describeApiOf(GroupType type);

// FindCoordinator's KeyType of groups.
std::int64_t groupKeyType(const SchemaRegistry& registry);
// Below version 4 a request asks for one key: the first.
Result<ValueDraft> findCoordinatorBody(const SchemaRegistry& registry, int version, const SchemaChoice& choice,
                                       std::int64_t keyType, const std::vector<std::string>& keys);
bool asksForManyCoordinators(int version);
Result<ValueDraft> describeGroupsBody(const SchemaRegistry& registry, std::int16_t apiKey, int version,
                                      const SchemaChoice& choice, const std::vector<std::string>& groups);

// The settings of kSessionSettings of these groups. A broker leaves out those that it does not know.
Result<ValueDraft> describeSessionsBody(const SchemaRegistry& registry, int version, const SchemaChoice& choice,
                                        const std::vector<std::string>& groups);

struct ListedGroup {
    std::string group;
    std::string protocolType;
    std::string state;                    // empty below version 4
    GroupType type = GroupType::Unknown;  // Unknown below version 5
};
struct GroupList {
    std::int16_t errorCode = 0;
    std::vector<ListedGroup> groups;
};
GroupList listedGroups(const SchemaRegistry& registry, const Exchange& exchange, const SchemaChoice& choice,
                       const Limits& limits);

struct FoundCoordinator {
    std::string key;  // of versions below 4 the one that was asked for is not in the answer: empty
    Endpoint endpoint;
    std::int32_t brokerId = -1;
    std::int16_t errorCode = 0;
};
std::vector<FoundCoordinator> foundCoordinators(const SchemaRegistry& registry, const Exchange& exchange,
                                                const SchemaChoice& choice, const Limits& limits);

struct DescribedState {
    std::string group;
    std::string state;
    std::int16_t errorCode = 0;
    bool isOfOtherType = false;  // it is there, and was asked for as another type (error 69 by its text)
};
// Of an answer of any of the describing APIs.
std::vector<DescribedState> describedGroups(const SchemaRegistry& registry, const Exchange& exchange,
                                            const SchemaChoice& choice, const Limits& limits);

}  // namespace brokerscope
