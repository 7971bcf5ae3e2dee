#pragma once

#include "core/cluster/fetch_requests.h"
#include "core/cluster/flow.h"
#include "core/cluster/group_offsets.h"
#include "core/topology/cluster_snapshot.h"

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace brokerscope {

// How far groups have come with what they read:
//
//   FindCoordinator at `home` -> OffsetFetch, of share groups DescribeShareGroupOffsets, at each coordinator
//   -> Metadata of the topics at `home`
//   -> ListOffsets at each leader, once or twice (GroupOffsetsOptions::isReadingCommitted)
//
// One request a broker and step, as far as the versions take several groups. A coordinator that is moving or loading
// (errors 14, 15, 16) is looked for again every 100 ms until `isLate` says so. Whatever fails concerns the groups or
// partitions that were asked about, and is told with them: the flow as a whole has no failure.
class GroupLagFlow : public Flow {
public:
    struct Context {
        const SchemaRegistry& registry;
        SchemaChoice choice;
        Limits limits;
        Endpoint home;
        std::int64_t timeoutMs = 0;  // that brokers are told in ListOffsets
        std::function<bool()> isLate;
    };

    GroupLagFlow(Context context, GroupOffsetsOptions options);

    FlowStep start() override;
    FlowStep prepared(const PreparedResult& result) override;
    FlowStep answered(const AnsweredResult& result) override;
    FlowStep waited() override { return next(); }

    // After Done: each group of the options once, in their order.
    const std::vector<GroupOffsets>& outcome() const { return m_outcome; }

private:
    struct Step;  // one API that is asked
    static const Step* stepOf(std::int16_t apiKey);

    struct Question {
        std::int16_t apiKey = 0;
        Endpoint broker;
        std::vector<std::string> groups;  // of FindCoordinator and of what coordinators are asked
        OffsetsWanted partitions = {};    // of ListOffsets
        IsolationLevel isolation = IsolationLevel::ReadUncommitted;
    };

    FlowStep next();
    void planNext();
    void planTopics();
    void planEnds(const ClusterSnapshot& snapshot);
    void ask(std::int16_t apiKey, const Endpoint& broker, const std::vector<std::string>& groups);
    std::int16_t versionOf(std::int16_t apiKey, const BrokerVersions* versions) const;  // -1: none that both sides know
    // In words; empty: it can be asked in that version.
    std::string whyNotAsked(std::int16_t apiKey, std::int16_t version) const;
    void keepOneGroup();
    Result<ValueDraft> bodyFor(const Question& question, std::int16_t version) const;
    Result<ValueDraft> topicsBody(std::int16_t version) const;
    FlowStep failed(const std::string& why);
    std::string apiNameOf(std::int16_t apiKey) const;

    void coordinatorsAnswered(const Question& question, const Exchange& exchange);
    void offsetsAnswered(const Question& question, std::vector<GroupOffsets> answered);
    void endsAnswered(const Question& question, const Exchange& exchange);
    // The coordinator is looked for again; where it is too late the group ends with that error.
    bool lookAgain(GroupOffsets& group, std::int16_t errorCode);
    void addAlsoPartitions(GroupOffsets& group) const;
    GroupOffsets& group(const std::string& name);
    template <class Tell>
    void tellPartitions(const OffsetsWanted& partitions, Tell tell);

    Context m_context;
    GroupOffsetsOptions m_options;
    std::vector<GroupOffsets> m_outcome;
    std::map<std::string, std::size_t> m_places;  // in m_outcome
    std::deque<Question> m_questions;
    std::map<Endpoint, std::vector<std::string>> m_coordinators;  // found, and not asked yet
    bool m_isPaused = false;                                      // before the next question
    bool m_areTopicsAsked = false;
};

}  // namespace brokerscope
