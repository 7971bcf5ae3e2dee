#include "core/workbench/share_questions.h"

#include "core/cluster/share_offsets.h"
#include "core/internal_topics/fact_list.h"
#include "core/internal_topics/share_state_replay.h"
#include "core/schema/api_keys.h"
#include "core/topology/node_values.h"

#include <fmt/format.h>
#include <map>
#include <set>

namespace brokerscope {
namespace {

constexpr std::int32_t kNoLeaderEpoch = -1;

StateObjectId shareObjectOf(const std::string& group, const Uuid& topic, const NodeRef& partition, const char* number) {
    const SharePartitionKey key{group, topic, static_cast<std::int32_t>(integerField(partition, number, -1))};
    return {StateObjectKind::SharePartition, key.toString()};
}

void tellInteger(ToldState& told, const StateObjectId& id, const char* fact, const NodeRef& partition,
                 const char* source) {
    if (partition.findField(fact)) {
        told.tell(id, fact, {std::to_string(integerField(partition, fact, -1)), source, false});
    }
}

// A share partition that is described and has no record was never used: its start is where it would begin.
std::int64_t takeOffsets(const NodeRef& body, ToldState& told) {
    std::int64_t worst = 0;
    for (const NodeRef& group : elementsField(body, "groups")) {
        worst = worst == 0 ? integerField(group, "errorCode", 0) : worst;
        const std::string id = textField(group, "groupId").value_or(std::string());
        for (const NodeRef& topic : elementsField(group, "topics")) {
            for (const NodeRef& partition : elementsField(topic, "partitions")) {
                if (integerField(partition, "errorCode", 0) == 0) {
                    tellInteger(told, shareObjectOf(id, uuidField(topic, "topicId"), partition, "partitionIndex"),
                                "startOffset", partition, "DescribeShareGroupOffsets");
                }
            }
        }
    }
    return worst;
}

using TakeShare = void (*)(const StateObjectId&, const NodeRef&, ToldState&);

void takeSummary(const StateObjectId& id, const NodeRef& partition, ToldState& told) {
    const char* source = "ReadShareGroupStateSummary";
    told.tellThere(id, source);
    tellInteger(told, id, "stateEpoch", partition, source);
    tellInteger(told, id, "leaderEpoch", partition, source);
    tellInteger(told, id, "startOffset", partition, source);
    tellInteger(told, id, "deliveryCompleteCount", partition, source);
}

void takeShareBatches(const StateObjectId& id, const NodeRef& partition, ToldState& told) {
    FactJson json;
    json.array(elementsField(partition, "stateBatches"), [&](const NodeRef& batch) {
        json.object([&] {
            json.key("firstOffset").number(integerField(batch, "firstOffset", -1));
            json.key("lastOffset").number(integerField(batch, "lastOffset", -1));
            json.key("deliveryState").text(labelOf("deliveryState", integerField(batch, "deliveryState", -1)));
            json.key("deliveryCount").number(integerField(batch, "deliveryCount", -1));
        });
    });
    told.tell(id, "batches", {json.take(), "ReadShareGroupState", true});
}

StateQuestion shareQuestion(std::int16_t apiKey, const char* api, const SharePartitionKey& key,
                            std::int32_t leaderEpoch, TakeShare take) {
    RequestTarget target;
    target.kind = TargetKind::ShareCoordinator;
    target.key = key.toString();
    std::string body = fmt::format(R"({{"groupId":{},"topics":[{{"topicId":"{}","partitions":[{{"partition":{},)"
                                   R"("leaderEpoch":{}}}]}}]}})",
                                   quotedText(key.group), key.topicId.toString(), key.partition, leaderEpoch);
    return askedOf(std::move(target), fmt::format("{} of {}", api, key.toString()), apiKey, std::move(body),
                   [key, take](const NodeRef& answer, ToldState& told) {
                       std::int64_t worst = integerField(answer, "errorCode", 0);
                       for (const NodeRef& result : elementsField(answer, "results")) {
                           for (const NodeRef& partition : elementsField(result, "partitions")) {
                               const std::int64_t code = integerField(partition, "errorCode", 0);
                               worst = worst == 0 ? code : worst;
                               if (code == 0) {
                                   take(shareObjectOf(key.group, uuidField(result, "topicId"), partition, "partition"),
                                        partition, told);
                               }
                           }
                       }
                       return worst;
                   });
}

}  // namespace

std::vector<StateQuestion> shareQuestions(const ToldState::States& states, const ClusterSnapshot&) {
    std::vector<StateQuestion> questions;
    std::set<std::string> groups;
    for (const auto& [number, state] : states) {
        const auto* replay = dynamic_cast<const ShareStateReplay*>(state.get());
        if (replay == nullptr) {
            continue;
        }
        for (const auto& [key, partition] : replay->partitions()) {
            groups.insert(key.group);
            questions.push_back(shareQuestion(api_key::kReadShareGroupStateSummary, "ReadShareGroupStateSummary", key,
                                              kNoLeaderEpoch, takeSummary));
            // With a greater epoch than its own a coordinator takes the reader for a new leader, and writes that down.
            if (partition.leaderEpoch >= 0) {
                questions.push_back(shareQuestion(api_key::kReadShareGroupState, "ReadShareGroupState", key,
                                                  partition.leaderEpoch, takeShareBatches));
            }
        }
    }
    for (const std::string& group : groups) {
        std::string body = fmt::format(R"({{"groups":[{{"groupId":{},"topics":null}}]}})", quotedText(group));
        RequestTarget target;
        target.kind = TargetKind::GroupCoordinator;
        target.key = group;
        questions.push_back(askedOf(std::move(target), fmt::format("DescribeShareGroupOffsets of {}", group),
                                    api_key::kDescribeShareGroupOffsets, std::move(body), takeOffsets));
    }
    return questions;
}

}  // namespace brokerscope
