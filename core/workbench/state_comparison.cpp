#include "core/workbench/state_comparison.h"

#include "core/schema/error_codes.h"
#include "core/text/assignment_text.h"

#include <fmt/format.h>
#include <map>
#include <utility>

namespace brokerscope {
namespace {

constexpr const char* kThere = "there";

std::string numberOrNone(std::int64_t number) {
    return number < 0 ? std::string() : std::to_string(number);
}

// What a member holds, given up or not.
Assignment held(const SharedAssignment& assigned, const SharedAssignment& pending) {
    Assignment all = assigned == nullptr ? Assignment() : *assigned;
    if (pending != nullptr) {
        all.insert(all.end(), pending->begin(), pending->end());
    }
    return normalized(std::move(all));
}

bool isSame(const Assignment& left, const Assignment& right) {
    return partitionCount(left) == partitionCount(right) && assignmentMinus(left, right).empty();
}

std::string shown(const Assignment& assignment) {
    return assignmentText(std::make_shared<const Assignment>(assignment));
}

class GroupComparing {
public:
    GroupComparing(const GroupStateReplay& replay, const GroupState& logged, const SurveyedGroup& told,
                   StateComparison& result)
        : m_replay(replay), m_logged(logged), m_told(told), m_result(result) {}

    void group() {
        // Coordinators that load offsets alone make a classic group of them.
        const GroupType type = m_logged.type == GroupType::Unknown ? GroupType::Classic : m_logged.type;
        text("type", groupTypeName(type), {}, groupTypeName(m_told.type), "ListGroups");
        if (type == GroupType::Classic) {
            classic();
        } else {
            modern();
        }
    }

    void offsets(const GroupOffsets& told) {
        std::map<std::pair<std::string, std::int32_t>, std::pair<const CommittedOffset*, const PartitionOffsets*>> all;
        for (const auto& [key, commit] : m_logged.offsets) {
            all[{std::string(m_replay.topicName(key.topic)), key.partition}].first = &commit;
        }
        for (const PartitionOffsets& partition : told.partitions) {
            if (partition.committed != -1) {
                all[{partition.topic, partition.partition}].second = &partition;
            }
        }
        for (const PartitionOffsets& partition : told.partitions) {
            if (partition.errorCode != 0) {
                all.erase({partition.topic, partition.partition});
                m_result.unanswered.push_back(fmt::format("offset of {}-{} of group {}: error code {}", partition.topic,
                                                          partition.partition, m_logged.id, partition.errorCode));
            }
        }
        for (const auto& [place, sides] : all) {
            offset(fmt::format("offsets[{}-{}]", place.first, place.second), sides.first, sides.second);
        }
    }

private:
    RecordPlace placeOf(const CommittedOffset& commit) const { return {m_replay.partition(), commit.record, -1}; }

    void text(std::string fact, std::string_view logged, const RecordPlace& from, std::string_view told,
              const char* source) {
        ++m_result.facts;
        if (logged != told) {
            m_result.differences.push_back({{StateObjectKind::Group, m_logged.id},
                                            std::move(fact),
                                            std::string(logged),
                                            from,
                                            std::string(told),
                                            source});
        }
    }

    void offset(const std::string& fact, const CommittedOffset* logged, const PartitionOffsets* told) {
        const RecordPlace from = logged == nullptr ? RecordPlace() : placeOf(*logged);
        text(fact + ".offset", logged == nullptr ? "" : std::to_string(logged->offset), from,
             told == nullptr ? "" : std::to_string(told->committed), "OffsetFetch");
        if (logged != nullptr && told != nullptr) {
            text(fact + ".leaderEpoch", std::to_string(logged->leaderEpoch), from,
                 std::to_string(told->committedLeaderEpoch), "OffsetFetch");
            text(fact + ".metadata", logged->metadata, from, told->metadata, "OffsetFetch");
        }
    }

    void classic() {
        if (m_logged.classic == nullptr || (m_told.status.state != "Stable" && m_told.status.state != "Empty")) {
            return;
        }
        const ClassicGroupFact& fact = *m_logged.classic;
        const char* source = "DescribeGroups";
        text("protocolType", fact.protocolType, fact.record, m_told.status.protocolType, source);
        if (m_told.status.state == "Stable") {
            text("protocol", fact.protocol.value_or(""), fact.record, m_told.status.assignor, source);
        }
        std::map<std::string, std::pair<const ClassicMemberFact*, const MemberStatus*>> all;
        for (const auto& member : fact.members) {
            all[member->memberId].first = member.get();
        }
        for (const MemberStatus& member : m_told.members) {
            all[member.memberId].second = &member;
        }
        for (const auto& [id, sides] : all) {
            const std::string path = fmt::format("members[{}]", id);
            text(path, sides.first == nullptr ? "" : kThere, fact.record, sides.second == nullptr ? "" : kThere,
                 source);
            if (sides.first != nullptr && sides.second != nullptr) {
                text(path + ".clientId", sides.first->clientId, fact.record, sides.second->clientId, source);
                text(path + ".clientHost", sides.first->clientHost, fact.record, sides.second->host, source);
                text(path + ".instanceId", sides.first->instanceId.value_or(""), fact.record,
                     sides.second->instanceId.value_or(""), source);
            }
        }
    }

    const char* describeApi() const {
        switch (m_logged.type) {
            case GroupType::Share:
                return "ShareGroupDescribe";
            case GroupType::Streams:
                return "StreamsGroupDescribe";
            default:
                return "ConsumerGroupDescribe";
        }
    }

    void modern() {
        const char* source = describeApi();
        if (m_logged.epoch != nullptr) {
            text("epoch", std::to_string(m_logged.epoch->epoch), m_logged.epoch->record,
                 numberOrNone(m_told.status.epoch), source);
        }
        if (m_logged.targetEpoch != nullptr) {
            text("assignmentEpoch", std::to_string(m_logged.targetEpoch->assignmentEpoch), m_logged.targetEpoch->record,
                 numberOrNone(m_told.status.assignmentEpoch), source);
        }
        std::map<std::string, std::pair<const MemberFacts*, const MemberStatus*>> all;
        for (const auto& [id, member] : m_logged.members) {
            all[id].first = &member;
        }
        for (const MemberStatus& member : m_told.members) {
            all[member.memberId].second = &member;
        }
        for (const auto& [id, sides] : all) {
            const std::string path = fmt::format("members[{}]", id);
            text(path, sides.first == nullptr ? "" : kThere, {}, sides.second == nullptr ? "" : kThere, source);
            if (sides.first != nullptr && sides.second != nullptr) {
                member(path, *sides.first, *sides.second, source);
            }
        }
    }

    void member(const std::string& path, const MemberFacts& logged, const MemberStatus& told, const char* source) {
        if (logged.metadata != nullptr) {
            const MemberMetadataFact& fact = *logged.metadata;
            text(path + ".metadata.clientId", fact.clientId, fact.record, told.clientId, source);
            text(path + ".metadata.clientHost", fact.clientHost, fact.record, told.host, source);
            text(path + ".metadata.instanceId", fact.instanceId.value_or(""), fact.record, told.instanceId.value_or(""),
                 source);
        }
        if (logged.current != nullptr) {
            const MemberCurrentFact& fact = *logged.current;
            const bool isAway = told.isAway.value_or(false);
            text(path + ".current.memberEpoch", std::to_string(fact.memberEpoch), fact.record,
                 isAway ? std::to_string(kStaticLeaveEpoch) : numberOrNone(told.epoch), source);
            assignment(path + ".current.assigned", held(fact.assigned, fact.pendingRevocation), fact.record,
                       held(told.assigned, told.pendingRevocation), source);
        }
        if (logged.target != nullptr && told.target != nullptr) {
            assignment(path + ".target", logged.target->target == nullptr ? Assignment() : *logged.target->target,
                       logged.target->record, *told.target, source);
        }
    }

    void assignment(std::string fact, const Assignment& logged, const RecordPlace& from, const Assignment& told,
                    const char* source) {
        ++m_result.facts;
        if (!isSame(logged, told)) {
            m_result.differences.push_back(
                {{StateObjectKind::Group, m_logged.id}, std::move(fact), shown(logged), from, shown(told), source});
        }
    }

    const GroupStateReplay& m_replay;
    const GroupState& m_logged;
    const SurveyedGroup& m_told;
    StateComparison& m_result;
};

}  // namespace

void compareGroup(const GroupStateReplay& replay, const GroupState* logged, const SurveyedGroup& told,
                  const GroupOffsets* offsets, StateComparison& comparison) {
    // Of a group with nothing in force records may all the same tell: commits that wait for their marker, or were
    // aborted. Coordinators have such a group in memory; 3.9.2 deletes it at its next look for expired ones.
    const bool isNamed = logged != nullptr && !logged->isGone;
    const bool isLogged = isNamed && !logged->isEmpty();
    if (!told.problem.empty() && told.errorCode != error_code::kGroupIdNotFound) {
        comparison.unanswered.push_back(fmt::format("group {}: {}", told.group, told.problem));
        return;
    }
    ++comparison.facts;
    if (told.isThere ? !isNamed : isLogged) {
        comparison.differences.push_back({{StateObjectKind::Group, told.group},
                                          {},
                                          isLogged ? kThere : "",
                                          {},
                                          told.isThere ? kThere : "",
                                          "ListGroups"});
    }
    if (!isNamed || !told.isThere) {
        return;
    }
    GroupComparing comparing(replay, *logged, told, comparison);
    comparing.group();
    if (offsets == nullptr) {
        return;
    }
    if (!offsets->problem.empty() || offsets->errorCode != 0) {
        comparison.unanswered.push_back(fmt::format("offsets of group {}: {}", told.group, offsets->problem));
        return;
    }
    comparing.offsets(*offsets);
}

}  // namespace brokerscope
