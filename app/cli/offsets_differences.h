#pragma once

#include "app/cli/live_cluster.h"
#include "app/cli/offsets_state.h"
#include "core/workbench/state_comparison.h"

#include <functional>

namespace brokerscope {

// What the records of an internal topic make, compared with what brokers say now (groups: compareGroup; other topics:
// stateQuestions), and printed.
class OffsetsDifferences {
public:
    // Reads the records into a state; its status.
    using Read = std::function<int(OffsetsState& state)>;

    // The cluster is connected.
    OffsetsDifferences(const CommandContext& context, LiveCluster& cluster, StatePrinting printing)
        : m_context(context), m_cluster(cluster), m_printing(std::move(printing)) {}

    // Looks a second time where something differs: what changed between the two looks is no difference. 1 where there
    // are differences, 3 for want of answers.
    int run(const Read& read);

private:
    struct Look {
        StateComparison found;
        int status = kDone;
    };
    using Told = std::map<std::string, SurveyedGroup>;
    using Offsets = std::map<std::string, GroupOffsets>;

    Look look(const Read& read);
    void lookAtGroups(const OffsetsState& state, Look& look);
    void lookAtOthers(const OffsetsState& state, Look& look);
    // False: nothing could be asked, which is said and in the look's status.
    bool ask(const OffsetsState& state, Told& told, Look& look);
    bool askOffsets(const Told& told, Offsets& offsets, Look& look);
    void compare(const OffsetsState& state, const Told& told, const Offsets& offsets, StateComparison& found) const;
    void print(const StateDifference& difference);

    const CommandContext& m_context;
    LiveCluster& m_cluster;
    StatePrinting m_printing;
};

}  // namespace brokerscope
