#include "core/workbench/metadata_questions.h"

#include "core/groups/group_config_events.h"
#include "core/internal_topics/fact_list.h"
#include "core/internal_topics/metadata_changes.h"
#include "core/internal_topics/metadata_image_replay.h"
#include "core/log_files/topic_of_file.h"
#include "core/schema/api_keys.h"
#include "core/schema/config_resources.h"
#include "core/schema/error_codes.h"
#include "core/topology/node_values.h"
#include "core/value/leaf_value.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>

namespace brokerscope {
namespace {

constexpr std::size_t kMostResources = 100;  // of one request

// Which source of a config (DescribeConfigsResponse "ConfigSource") says that it was set for a resource of that type.
struct OwnSource {
    std::int8_t resourceType;
    std::int64_t named;
    std::int64_t unnamed;  // the default of all brokers
};
constexpr std::array kOwnSources{OwnSource{config_resource::kTopic, 1, 1}, OwnSource{config_resource::kBroker, 2, 3},
                                 OwnSource{config_resource::kClientMetrics, 7, 7},
                                 OwnSource{config_resource::kGroup, 8, 8}};

RequestTarget anyTarget() {
    RequestTarget target;
    target.kind = TargetKind::Any;
    return target;
}

std::string numbersJson(const std::vector<std::int32_t>& numbers) {
    return fmt::format("[{}]", fmt::join(numbers, ","));
}

void tellPartition(const StateObjectId& topic, const NodeRef& partition, ToldState& told) {
    const char* source = "Metadata";
    const std::string path = fmt::format("partitions[{}].", integerField(partition, "partitionIndex", -1));
    const auto number = [&](const char* fact, const char* field) {
        told.tell(topic, path + fact, {std::to_string(integerField(partition, field, -1)), source, false});
    };
    number("leader", "leaderId");
    number("leaderEpoch", "leaderEpoch");
    told.tell(topic, path + "replicas", {numbersJson(integersField(partition, "replicaNodes")), source, false});
    told.tell(topic, path + "isr", {numbersJson(integersField(partition, "isrNodes")), source, true});
}

std::int64_t takeTopics(const NodeRef& body, ToldState& told) {
    const char* source = "Metadata";
    if (const std::int64_t code = integerField(body, "errorCode", 0); code != 0) {
        return code;
    }
    for (const NodeRef& topic : elementsField(body, "topics")) {
        const StateObjectId id{StateObjectKind::Topic, textField(topic, "name").value_or(std::string())};
        told.tellThere(id, source);
        told.tell(id, "topicId", {quotedText(uuidField(topic, "topicId").toString()), source, false});
        for (const NodeRef& partition : elementsField(topic, "partitions")) {
            tellPartition(id, partition, told);
        }
        told.tellAllFacts(id, "partitions[", "].leader", source);
    }
    // Topics that the asker may not describe are left out: DescribeConfigs asks for each by name.
    told.tellVisible(StateObjectKind::Topic, source);
    return 0;
}

std::int64_t takeBrokers(const NodeRef& body, ToldState& told) {
    const char* source = "DescribeCluster";
    if (const std::int64_t code = integerField(body, "errorCode", 0); code != 0) {
        return code;
    }
    for (const NodeRef& broker : elementsField(body, "brokers")) {
        const StateObjectId id =
            nodeObject(StateObjectKind::Broker, static_cast<std::int32_t>(integerField(broker, "brokerId", -1)));
        const auto rack = textField(broker, "rack");
        told.tellThere(id, source);
        told.tell(id, "rack", {rack ? quotedText(*rack) : "null", source, false});
        if (broker.findField("isFenced")) {
            told.tell(id, "fenced", {boolField(broker, "isFenced", false) ? "true" : "false", source, false});
        }
    }
    return 0;
}

// Fenced ones are told from v2 on alone.
std::int64_t takeAllBrokers(const NodeRef& body, ToldState& told) {
    const std::int64_t code = takeBrokers(body, told);
    const std::vector<NodeRef> brokers = elementsField(body, "brokers");
    if (code == 0 && !brokers.empty() && brokers.front().findField("isFenced")) {
        told.tellAll(StateObjectKind::Broker, "DescribeCluster");
    }
    return code;
}

std::int64_t takeConfigs(const NodeRef& body, ToldState& told) {
    const char* source = "DescribeConfigs";
    std::int64_t worst = 0;
    for (const NodeRef& result : elementsField(body, "results")) {
        const auto type = static_cast<std::int8_t>(integerField(result, "resourceType", 0));
        const std::string name = textField(result, "resourceName").value_or(std::string());
        const auto* own = std::ranges::find(kOwnSources, type, &OwnSource::resourceType);
        const std::int64_t code = integerField(result, "errorCode", 0);
        if (type == config_resource::kTopic && code == error_code::kUnknownTopicOrPartition) {
            told.tellMissing({StateObjectKind::Topic, name}, source);
            continue;
        }
        worst = worst == 0 ? code : worst;
        if (code != 0 || own == kOwnSources.end()) {
            continue;
        }
        const StateObjectId id = configObject({type, name});
        for (const NodeRef& config : elementsField(result, "configs")) {
            const bool isOwn = integerField(config, "configSource", 0) == (name.empty() ? own->unnamed : own->named);
            const auto value = textField(config, "value");
            // Secrets are told without their value.
            if (isOwn && value) {
                told.tellThere(id, source);
                told.tell(id, fmt::format("configs[{}]", textField(config, "name").value_or(std::string())),
                          {quotedText(*value), source, false});
            } else if (isOwn) {
                told.tellThere(id, source);
                told.tellSecret(id, fmt::format("configs[{}]", textField(config, "name").value_or(std::string())));
            }
        }
        told.tellAllFacts(id, "configs[", "]", source);
    }
    return worst;
}

std::int64_t takeFeatures(const NodeRef& body, ToldState& told) {
    const char* source = "ApiVersions";
    const StateObjectId cluster{StateObjectKind::Cluster, {}};
    if (const std::int64_t code = integerField(body, "errorCode", 0); code != 0) {
        return code;
    }
    for (const NodeRef& feature : elementsField(body, "finalizedFeatures")) {
        const std::string fact = fmt::format("features[{}]", textField(feature, "name").value_or(std::string()));
        // The version of KRaft is no feature of the records: it has a record of its own.
        if (fact != "features[kraft.version]") {
            told.tell(cluster, fact, {std::to_string(integerField(feature, "maxVersionLevel", -1)), source, false});
        }
    }
    if (integerField(body, "finalizedFeaturesEpoch", -1) >= 0) {
        told.tellAllFacts(cluster, "features[", "]", source);
    }
    return 0;
}

std::int64_t takeQuorumLeader(const NodeRef& body, ToldState& told) {
    for (const NodeRef& topic : elementsField(body, "topics")) {
        for (const NodeRef& partition : elementsField(topic, "partitions")) {
            if (const std::int64_t code = integerField(partition, "errorCode", 0); code != 0) {
                return code;
            }
            // Snapshots do not have it, and the leader may have been elected before the newest.
            told.tell({StateObjectKind::Cluster, {}}, "quorumLeader",
                      {std::to_string(integerField(partition, "leaderId", -1)), "DescribeQuorum", false, true});
        }
    }
    return integerField(body, "errorCode", 0);
}

std::int64_t takeQuotas(const NodeRef& body, ToldState& told) {
    const char* source = "DescribeClientQuotas";
    if (const std::int64_t code = integerField(body, "errorCode", 0); code != 0) {
        return code;
    }
    for (const NodeRef& entry : elementsField(body, "entries")) {
        QuotaEntity entity;
        for (const NodeRef& part : elementsField(entry, "entity")) {
            entity.emplace_back(textField(part, "entityType").value_or(std::string()), textField(part, "entityName"));
        }
        const StateObjectId id{StateObjectKind::ClientQuota, quotaEntityText(entity)};
        told.tellThere(id, source);
        for (const NodeRef& value : elementsField(entry, "values")) {
            const auto field = value.findField("value");
            const auto leaf = field ? leafOf(*field) : std::nullopt;
            told.tell(id, fmt::format("quotas[{}]", textField(value, "key").value_or(std::string())),
                      {leaf ? leafJson(*leaf) : "null", source, false});
        }
        told.tellAllFacts(id, "quotas[", "]", source);
    }
    told.tellAll(StateObjectKind::ClientQuota, source);
    return 0;
}

std::int64_t takeCredentials(const NodeRef& body, ToldState& told) {
    const char* source = "DescribeUserScramCredentials";
    if (const std::int64_t code = integerField(body, "errorCode", 0); code != 0) {
        return code;
    }
    for (const NodeRef& user : elementsField(body, "results")) {
        const StateObjectId id{StateObjectKind::ScramUser, textField(user, "user").value_or(std::string())};
        told.tellThere(id, source);
        for (const NodeRef& credential : elementsField(user, "credentialInfos")) {
            const std::string mechanism = labelOf("scramMechanism", integerField(credential, "mechanism", -1));
            told.tell(id, fmt::format("credentials[{}].iterations", mechanism),
                      {std::to_string(integerField(credential, "iterations", -1)), source, false});
        }
        told.tellAllFacts(id, "credentials[", "].iterations", source);
    }
    told.tellAll(StateObjectKind::ScramUser, source);
    return 0;
}

// Answers tell no ids: an ACL of the log is the one that says the same.
using AclIds = std::map<std::string, StateObjectId>;

std::string aclText(std::int64_t resourceType, const std::string& name, std::int64_t pattern,
                    const std::string& principal, const std::string& host, std::int64_t operation,
                    std::int64_t permission) {
    return fmt::format("{} {} {} {} {} {} {}", labelOf("aclPermissionType", permission), principal, host,
                       labelOf("aclOperation", operation), labelOf("aclResourceType", resourceType),
                       labelOf("patternType", pattern), name);
}

std::int64_t takeAcls(const AclIds& known, const NodeRef& body, ToldState& told) {
    const char* source = "DescribeAcls";
    if (const std::int64_t code = integerField(body, "errorCode", 0); code != 0) {
        return code;
    }
    for (const NodeRef& resource : elementsField(body, "resources")) {
        for (const NodeRef& acl : elementsField(resource, "acls")) {
            const std::string text = aclText(
                integerField(resource, "resourceType", 0), textField(resource, "resourceName").value_or(std::string()),
                integerField(resource, "patternType", 0), textField(acl, "principal").value_or(std::string()),
                textField(acl, "host").value_or(std::string()), integerField(acl, "operation", 0),
                integerField(acl, "permissionType", 0));
            const auto same = known.find(text);
            told.tellThere(same == known.end() ? StateObjectId{StateObjectKind::Acl, text} : same->second, source);
        }
    }
    told.tellAll(StateObjectKind::Acl, source);
    return 0;
}

StateQuestion aclQuestion(const MetadataImage& image) {
    AclIds known;
    for (const auto& [id, acl] : image.acls) {
        const AclImage& said = acl.value;
        known[aclText(said.resourceType, said.resourceName, said.patternType, said.principal, said.host, said.operation,
                      said.permissionType)] = {StateObjectKind::Acl, id.toString()};
    }
    StateQuestion question = askedOf(
        anyTarget(), "DescribeAcls", api_key::kDescribeAcls,
        R"({"resourceTypeFilter":1,"resourceNameFilter":null,"patternTypeFilter":1,"principalFilter":null,)"
        R"("hostFilter":null,"operation":1,"permissionType":1})",
        [known = std::move(known)](const NodeRef& body, ToldState& told) { return takeAcls(known, body, told); });
    if (image.acls.empty()) {
        question.meansNothing = {error_code::kSecurityDisabled};
    }
    return question;
}

// The resources that may have configs of their own, those of a broker apart: it alone knows them.
void addConfigQuestions(const MetadataImage& image, std::vector<StateQuestion>& questions) {
    std::vector<std::string> resources;
    const auto ask = [&](RequestTarget target, const std::string& about) {
        questions.push_back(askedOf(std::move(target), "DescribeConfigs of " + about, api_key::kDescribeConfigs,
                                    fmt::format(R"({{"resources":[{}]}})", fmt::join(resources, ",")), takeConfigs));
        resources.clear();
    };
    const auto resource = [](int type, const std::string& name) {
        return fmt::format(R"({{"resourceType":{},"resourceName":{},"configurationKeys":null}})", type,
                           quotedText(name));
    };
    for (const auto& [name, id] : image.topicIds) {
        resources.push_back(resource(config_resource::kTopic, name));
        if (resources.size() == kMostResources) {
            ask(anyTarget(), "topics");
        }
    }
    for (const auto& [key, values] : image.configs) {
        if (key.first != config_resource::kTopic && key.first != config_resource::kBroker) {
            resources.push_back(resource(key.first, key.second));
        }
    }
    resources.push_back(resource(config_resource::kBroker, ""));
    ask(anyTarget(), "resources");
    for (const auto& [id, broker] : image.brokers) {
        resources.push_back(resource(config_resource::kBroker, std::to_string(id)));
        ask(brokerTarget(id), fmt::format("broker {}", id));
    }
}

}  // namespace

std::vector<StateQuestion> metadataQuestions(const ToldState::States& states, const ClusterSnapshot& cluster) {
    std::vector<StateQuestion> questions;
    const MetadataImageReplay* replay = nullptr;
    for (const auto& [partition, state] : states) {
        replay = dynamic_cast<const MetadataImageReplay*>(state.get());
    }
    const MetadataImage nothing;
    const MetadataImage& image = replay == nullptr ? nothing : replay->image();
    questions.push_back(askedOf(
        anyTarget(), "DescribeQuorum", api_key::kDescribeQuorum,
        fmt::format(R"({{"topics":[{{"topicName":"{}","partitions":[{{"partitionIndex":0}}]}}]}})", kMetadataTopic),
        takeQuorumLeader));
    questions.push_back(askedOf(anyTarget(), "ApiVersions", api_key::kApiVersions, R"({})", takeFeatures));
    questions.back().request.body = MinimalBody{};
    questions.push_back(aclQuestion(image));
    if (cluster.fromController) {
        return questions;
    }
    questions.push_back(askedOf(anyTarget(), "Metadata", api_key::kMetadata, R"({"topics":null})", takeTopics));
    questions.push_back(askedOf(anyTarget(), "DescribeCluster", api_key::kDescribeCluster,
                                R"({"endpointType":1,"includeFencedBrokers":true})", takeAllBrokers));
    addConfigQuestions(image, questions);
    questions.push_back(askedOf(anyTarget(), "DescribeClientQuotas", api_key::kDescribeClientQuotas,
                                R"({"components":[],"strict":false})", takeQuotas));
    questions.push_back(askedOf(anyTarget(), "DescribeUserScramCredentials", api_key::kDescribeUserScramCredentials,
                                R"({"users":null})", takeCredentials));
    questions.back().meansNothing = {error_code::kResourceNotFound};
    return questions;
}

}  // namespace brokerscope
