#include "core/cluster/group_requests.h"

#include "core/cluster/request_body.h"
#include "core/exchange/request_frame.h"
#include "core/groups/group_answer.h"
#include "core/groups/group_config_events.h"
#include "core/schema/api_keys.h"
#include "core/schema/config_resources.h"
#include "core/schema/error_codes.h"
#include "core/schema/overlays.h"
#include "core/topology/node_values.h"

namespace brokerscope {
namespace {

constexpr int kCoordinatorKeyTypeSince = 1;
constexpr int kManyCoordinatorsSince = 4;
// "Group g is not a classic group.", as against "Group g not found."
constexpr std::string_view kOtherType = " is not a ";

std::int16_t errorField(const NodeRef& structure) {
    return static_cast<std::int16_t>(integerField(structure, "errorCode", 0));
}

NodeRef answerBody(const SchemaRegistry& registry, const Exchange& exchange, const SchemaChoice& choice,
                   const Limits& limits) {
    return bodyOf(responseTree(registry, exchange, choice, limits));
}

FoundCoordinator coordinatorIn(const NodeRef& node) {
    FoundCoordinator found;
    found.key = textField(node, "key").value_or(std::string());
    found.errorCode = errorField(node);
    found.brokerId = static_cast<std::int32_t>(integerField(node, "nodeId", -1));
    found.endpoint = {textField(node, "host").value_or(std::string()), portField(node)};
    return found;
}

}  // namespace

std::int16_t describeApiOf(GroupType type) {
    switch (type) {
        case GroupType::Consumer:
            return api_key::kConsumerGroupDescribe;
        case GroupType::Share:
            return api_key::kShareGroupDescribe;
        case GroupType::Streams:
            return api_key::kStreamsGroupDescribe;
        case GroupType::Unknown:
        case GroupType::Classic:
            break;
    }
    return api_key::kDescribeGroups;
}

std::int64_t groupKeyType(const SchemaRegistry& registry) {
    const CoordinatorFacts* groups = registry.overlays().coordinator(RouteTarget::GroupCoordinator);
    return groups != nullptr ? groups->keyType : 0;
}

bool asksForManyCoordinators(int version) {
    return version >= kManyCoordinatorsSince;
}

Result<ValueDraft> findCoordinatorBody(const SchemaRegistry& registry, int version, const SchemaChoice& choice,
                                       std::int64_t keyType, const std::vector<std::string>& keys) {
    auto body = newRequestBody(registry, api_key::kFindCoordinator, version, choice);
    if (!body || keys.empty()) {
        return body;
    }
    if (version >= kCoordinatorKeyTypeSince) {
        setField(body->root, "KeyType", keyType);
    }
    if (asksForManyCoordinators(version)) {
        setField(body->root, "CoordinatorKeys", arrayOfTexts(keys));
    } else {
        setField(body->root, "Key", DraftText{keys.front()});
    }
    return body;
}

Result<ValueDraft> describeGroupsBody(const SchemaRegistry& registry, std::int16_t apiKey, int version,
                                      const SchemaChoice& choice, const std::vector<std::string>& groups) {
    auto body = newRequestBody(registry, apiKey, version, choice);
    if (body) {
        setField(body->root, apiKey == api_key::kDescribeGroups ? "Groups" : "GroupIds", arrayOfTexts(groups));
    }
    return body;
}

Result<ValueDraft> describeSessionsBody(const SchemaRegistry& registry, int version, const SchemaChoice& choice,
                                        const std::vector<std::string>& groups) {
    auto body = newRequestBody(registry, api_key::kDescribeConfigs, version, choice);
    if (!body) {
        return body;
    }
    const std::vector<std::string> settings(kSessionSettings.begin(), kSessionSettings.end());
    std::vector<DraftStruct> wanted;
    for (const std::string& group : groups) {
        wanted.push_back(newElement(body->root, "Resources"));
        setField(wanted.back(), "ResourceType", std::int64_t{config_resource::kGroup});
        setField(wanted.back(), "ResourceName", DraftText{group});
        setField(wanted.back(), "ConfigurationKeys", arrayOfTexts(settings));
    }
    setField(body->root, "Resources", arrayOf(std::move(wanted)));
    return body;
}

GroupList listedGroups(const SchemaRegistry& registry, const Exchange& exchange, const SchemaChoice& choice,
                       const Limits& limits) {
    const NodeRef body = answerBody(registry, exchange, choice, limits);
    GroupList list;
    list.errorCode = errorField(body);
    for (const NodeRef& node : elementsField(body, "groups")) {
        list.groups.push_back(
            {textField(node, "groupId").value_or(std::string()),
             textField(node, "protocolType").value_or(std::string()),
             textField(node, "groupState").value_or(std::string()),
             groupTypeByName(textField(node, "groupType").value_or(std::string())).value_or(GroupType::Unknown)});
    }
    return list;
}

std::vector<FoundCoordinator> foundCoordinators(const SchemaRegistry& registry, const Exchange& exchange,
                                                const SchemaChoice& choice, const Limits& limits) {
    const NodeRef body = answerBody(registry, exchange, choice, limits);
    if (!asksForManyCoordinators(exchange.apiVersion.value_or(0))) {
        return {coordinatorIn(body)};
    }
    std::vector<FoundCoordinator> found;
    for (const NodeRef& node : elementsField(body, "coordinators")) {
        found.push_back(coordinatorIn(node));
    }
    return found;
}

std::vector<DescribedState> describedGroups(const SchemaRegistry& registry, const Exchange& exchange,
                                            const SchemaChoice& choice, const Limits& limits) {
    std::vector<DescribedState> described;
    for (const NodeRef& node :
         describedElements(elementsField(answerBody(registry, exchange, choice, limits), "groups"))) {
        const std::int16_t errorCode = errorField(node);
        const std::string words = textField(node, "errorMessage").value_or(std::string());
        described.push_back({textField(node, "groupId").value_or(std::string()),
                             textField(node, "groupState").value_or(std::string()), errorCode,
                             errorCode == error_code::kGroupIdNotFound && words.find(kOtherType) != std::string::npos});
    }
    return described;
}

}  // namespace brokerscope
