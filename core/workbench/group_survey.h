#pragma once

#include "core/groups/group_sources.h"
#include "core/topology/endpoint.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace brokerscope {

class GroupPollStream;
class Workbench;

struct GroupSurveyOptions {
    std::set<std::string> groups;  // empty: all that brokers list
    SchemaChoice choice;           // by whose definitions answers are read
    bool isDescribing = true;      // false: the lists alone
    std::chrono::milliseconds patience{30'000};
    std::function<bool()> isCancelled;  // may be empty
};

enum class SurveyOutcome : std::uint8_t {
    Told,       // it was described, or is only listed
    Refused,    // a broker said why not: errorCode
    Unanswered  // nobody did in time
};

// What one group was found to be. What is nothing, empty or -1 was not told.
struct SurveyedGroup {
    std::string group;
    GroupType type = GroupType::Unknown;
    bool isThere = false;  // a broker listed or described it
    GroupStatus status;
    std::vector<MemberStatus> members;  // ascending by id
    std::int32_t coordinator = -1;
    SurveyOutcome outcome = SurveyOutcome::Told;
    // Of the last answer about it; GROUP_ID_NOT_FOUND too where no broker lists it, or a classic one is described as
    // Dead.
    std::int16_t errorCode = 0;
    std::string problem;  // why nothing more is known; empty: it was told
};

struct GroupSurveyResult {
    std::vector<SurveyedGroup> groups;    // ascending by name; those that were named are all in it
    std::vector<GroupEvent> events;       // of these groups, in the order in which they were told
    std::vector<std::string> unanswered;  // sentences: which brokers did not list their groups, and why
    std::int32_t offsetsPartitions = -1;  // of __consumer_offsets; -1: not known
    std::optional<Error> problem;         // nothing could be asked at all
};

// Asks a cluster once about its groups: waits until every broker has listed, and every group that is wanted was
// described; what was not answered in time is said with the rest. Blocks the calling thread, which must not be the
// network thread. The workbench is called from its own thread, so this is too.
GroupSurveyResult surveyGroups(Workbench& workbench, const SchemaRegistry& registry, GroupSurveyOptions options,
                               const Limits& limits = {});

// The same put together, apart from any connection: what is still missing, and what is known so far.
class GroupSurvey {
public:
    GroupSurvey(const SchemaRegistry& registry, GroupSurveyOptions options, const Limits& limits = {});

    // An answer to a metadata, list or describe request.
    void take(const Exchange& exchange);
    // These groups could not be asked about; empty: none could. The code is a broker's, 0: none.
    void blind(const std::vector<std::string>& groups, const std::string& why, std::int64_t nowMs,
               std::int16_t errorCode = 0);
    bool isComplete() const;
    GroupSurveyResult result() const;

private:
    struct Broker {
        std::int32_t id = -1;
        bool hasListed = false;
        std::string why;  // why not
    };
    struct Found {
        SurveyedGroup as;
        std::map<std::string, MemberStatus> members;
        bool isSettled = false;  // nothing more is to be waited for
    };

    void takeMetadata(const Exchange& exchange);
    void takeList(const Exchange& exchange);
    void takeDescribed(const Exchange& exchange, GroupType type);
    void takeEvents(std::size_t first);
    bool haveAllListed() const;
    std::string sentenceOf(std::int16_t errorCode, GroupType type) const;
    bool isWanted(const std::string& group) const {
        return m_options.groups.empty() || m_options.groups.contains(group);
    }

    const SchemaRegistry& m_registry;
    GroupSurveyOptions m_options;
    Limits m_limits;
    GroupSources m_sources;
    std::map<Endpoint, Broker> m_brokers;
    bool m_hasMetadata = false;
    std::map<std::string, Found> m_found;
    std::vector<GroupEvent> m_events;
    std::string m_lost;  // why no broker can be reached; empty: some can
};

}  // namespace brokerscope
