#pragma once

#include "core/cluster/flow.h"
#include "core/cluster/group_poll_options.h"
#include "core/cluster/group_requests.h"
#include "core/cluster/poll_step.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace brokerscope {

// Asks a cluster about its groups again and again, as a state machine without sockets and clocks:
//
//   Metadata -> of each broker: ListGroups -> Describe… of the groups that it coordinates
//                                          -> DescribeConfigs of those among them whose members' sessions it sets
//
// A broker lists the groups that it coordinates, so that a list tells coordinators too; groups that were named and that
// no list has are looked for with FindCoordinator. One request a broker, API and tick: all groups of a type that are
// due go into one. Trouble (a broker away, NOT_COORDINATOR, a coordinator that loads) is tried again every 100 ms with
// new metadata and lists; what does not decode, is refused or not served at the next regular time. It never ends the
// poll, and whatever cannot be asked is told as Blind: at once, but a coordinator that is not ready, or does not list
// for that reason, once that has lasted for a second. Lists are not missed where groups were named, nor are the
// configurations of groups, which only say how long sessions are. Times are steady-clock ns. Not thread safe.
class GroupPoller {
public:
    struct Context {
        const SchemaRegistry& registry;
        SchemaChoice choice;
        Limits limits;
        std::vector<Endpoint> brokers;  // whom to ask for metadata, in turn; not empty
        std::int64_t timeoutNs = 0;     // of each request
    };

    GroupPoller(Context context, GroupPollOptions options);

    PollSteps start(std::int64_t nowNs) { return wake(nowNs); }
    PollSteps prepared(const Endpoint& broker, const PreparedResult& result, std::int64_t nowNs);
    PollSteps answered(std::uint64_t id, const AnsweredResult& result, std::int64_t nowNs);
    PollSteps wake(std::int64_t nowNs);
    // A source that sees more than describe answers says that something goes on in the group, or no more.
    PollSteps setBusy(const std::string& group, bool isBusy, std::int64_t nowNs);
    // Topics that metadata is asked of, now and then, beside __consumer_offsets.
    PollSteps setTopics(std::vector<std::string> topics, std::int64_t nowNs);

    std::uint64_t requests() const { return m_lastId; }  // since the start

private:
    enum class LinkState : std::uint8_t { New, Preparing, Ready };
    struct Link {
        LinkState state = LinkState::New;
        std::shared_ptr<const BrokerVersions> versions;
        std::set<std::int16_t> asking;  // API keys under way
        std::int64_t notBeforeNs = 0;
        std::int64_t listAtNs = 0;
        bool isInCluster = false;
        bool isListBlind = false;              // told that it does not list its groups
        std::int64_t listTroubleSinceNs = -1;  // it is not ready to list them since then; -1: no such trouble
    };
    struct Group {
        std::optional<ListedGroup> listed;
        std::optional<Endpoint> coordinator;
        std::int64_t dueNs = 0;
        std::int64_t configDueNs = 0;
        bool isAsking = false;
        bool isDescribedBusy = false;
        bool isToldBusy = false;
        bool isBlind = false;
        std::int64_t troubleSinceNs = -1;  // its coordinator is not ready since then; -1: no such trouble
    };
    struct Asked {
        std::int16_t apiKey = 0;
        Endpoint broker;
        std::vector<std::string> groups;
    };

    PollSteps advance();
    void wantMetadata();
    using DueGroups = std::map<Endpoint, std::map<std::int16_t, std::vector<std::string>>>;
    DueGroups dueGroups() const;
    void drive(const Endpoint& broker, Link& link, const DueGroups& due);
    void findCoordinators();
    void askList(const Endpoint& broker, Link& link);
    bool hasSessions(const Group& group) const;
    void askConfigs(const Endpoint& broker, Link& link);
    void askDescribe(const Endpoint& broker, Link& link, std::int16_t apiKey, const std::vector<std::string>& groups);
    // Why it cannot be asked, in words; empty: it is.
    std::string ask(const Endpoint& broker, Link& link, std::int16_t apiKey, std::int16_t version,
                    Result<ValueDraft> body, std::vector<std::string> groups);
    bool ready(const Endpoint& broker, Link& link);
    std::int16_t versionOf(const Link& link, std::int16_t apiKey) const;  // -1: none that both sides know

    void takeAnswer(const Asked& asked, const Exchange& exchange);
    void metadataAnswered(const Exchange& exchange);
    void listAnswered(const Asked& asked, const Exchange& exchange);
    void coordinatorsAnswered(const Asked& asked, const Exchange& exchange);
    void describeAnswered(const Asked& asked, const Exchange& exchange);
    void answerIsMalformed(const Asked& asked, const std::string& why);
    void cannotAskMetadata(const std::string& why);
    void listRefused(Link& link, std::int16_t errorCode);
    void cannotList(Link& link, const std::string& why);
    void tellListBlind(Link& link, const std::string& why);
    // Asks again after the pause; tells of groups that were not blind before.
    void cannotAsk(const std::vector<std::string>& groups, const std::string& why, std::int64_t pauseMs,
                   std::int16_t errorCode = 0);
    std::string notServed(const Endpoint& broker, std::int16_t apiKey) const;
    void linkFailed(const Endpoint& broker, const TransportError& error);
    void askAgainSoon(const Asked& asked, const std::string& why);
    void lookAround();
    void wakeWhenDue();

    Context m_context;
    GroupPollOptions m_options;
    std::int64_t m_nowNs = 0;
    PollSteps m_steps;
    std::map<Endpoint, Link> m_links;
    std::map<std::string, Group> m_groups;
    std::map<std::uint64_t, Asked> m_asked;
    std::vector<std::string> m_topics;
    std::uint64_t m_lastId = 0;
    std::size_t m_metadataAt = 0;
    std::size_t m_metadataRefusals = 0;  // in a row
    std::int64_t m_metadataDueNs = 0;
    std::int64_t m_wakeNs = 0;  // of the last Wake
    bool m_isAskingMetadata = false;
    bool m_isLost = false;      // told that no broker can be reached
    bool m_isUnserved = false;  // told that none gives metadata
};

}  // namespace brokerscope
