#pragma once

#include "core/cluster/fetch_partitions.h"
#include "core/cluster/flow.h"
#include "core/cluster/own_fetch_session.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace brokerscope {

// What a fetch wants done. Several may be under way at once.
namespace fetch_step {
struct Prepare {  // a usable connection and what its broker lists
    Endpoint broker;
};
struct Ask {
    std::uint64_t id = 0;
    Endpoint broker;
    std::int16_t apiKey = 0;
    std::int16_t version = 0;
    ValueDraft body;
    std::int64_t patienceMs = 0;  // how long the answer may take
    bool internal = true;
};
struct Wake {  // wake() is wanted then
    std::int64_t atNs = 0;
};
struct Give {
    FetchPiece piece;
};
struct Done {                             // nothing more is wanted
    std::optional<FetchProblem> problem;  // of the topic as a whole, before any of its partitions was known
};
}  // namespace fetch_step
using FetchStep =
    std::variant<fetch_step::Prepare, fetch_step::Ask, fetch_step::Wake, fetch_step::Give, fetch_step::Done>;
using FetchSteps = std::vector<FetchStep>;

// Reads one topic from the leaders of its partitions, as a state machine without sockets and clocks:
//
//   Metadata -> of each leader: ListOffsets of the end, of the start -> Fetch, Fetch … -> its session is closed
//
// One request a leader is under way at a time (beside Metadata), and none while there is no room for its answer. Only
// leaders are read, preferred replicas are not (KIP-392). Trouble that passes, by the error table or because a broker
// is away, is tried again with new metadata until a partition has been without success for the timeout; offsets out of
// range are told, and only a fetch from the beginning goes on, at the new one. One that follows looks for partitions
// that the topic has got, and reads them from their beginning. Times are steady-clock ns. Not thread safe.
class FetchPlanner {
public:
    struct Context {
        const SchemaRegistry& registry;
        SchemaChoice choice;
        Limits limits;
        std::vector<Endpoint> brokers;  // whom to ask for metadata, in turn; not empty
        std::int64_t timeoutNs = 0;
    };

    FetchPlanner(Context context, FetchOptions options);

    FetchSteps start(std::int64_t nowNs);
    FetchSteps prepared(const Endpoint& broker, const PreparedResult& result, std::int64_t nowNs);
    FetchSteps answered(std::uint64_t id, const AnsweredResult& result, std::int64_t nowNs);
    FetchSteps wake(std::int64_t nowNs);
    // Whether answers may come: false holds Fetch requests back.
    FetchSteps setRoom(bool hasRoom, std::int64_t nowNs);
    // No more records are wanted; Done follows once the sessions are closed.
    FetchSteps stop(std::int64_t nowNs);

    const FetchProgress& progress() const { return m_partitions.progress(); }

private:
    enum class LinkState : std::uint8_t { New, Preparing, Ready };
    struct Link {  // to one broker
        LinkState state = LinkState::New;
        std::shared_ptr<const BrokerVersions> versions;
        OwnFetchSession session;
        bool isBusy = false;
        std::int64_t preparingSinceNs = 0;
        std::int64_t notBeforeNs = 0;
        int sessionsLost = 0;  // in a row
    };
    enum class Question : std::uint8_t { Metadata, End, Start, Fetch, Close };
    struct Asked {
        Question question = Question::Metadata;
        Endpoint broker;
        std::int16_t version = 0;
        std::int64_t sentNs = 0;
        std::vector<std::int32_t> partitions;
    };

    FetchSteps advance();
    bool isMetadataWanted();
    void wantMetadata();
    void drive(const Endpoint& broker, Link& link);
    bool ready(const Endpoint& broker, Link& link);
    void askOffsets(const Endpoint& broker, Link& link, Question question);
    void askFetch(const Endpoint& broker, Link& link);
    void closeSession(const Endpoint& broker, Link& link);
    void finishIfOver();
    void ask(Asked asked, std::int16_t apiKey, Result<ValueDraft> body, std::int64_t patienceMs);
    std::int16_t versionOf(const Link& link, int apiKey) const;  // -1: none that both sides know

    void metadataAnswered(const Asked& asked, const Exchange& exchange);
    void metadataFailed(const FetchProblem& problem, std::int64_t sinceNs);
    void topicUnknown(std::int64_t sinceNs);
    void adopt(const ClusterSnapshot& snapshot, const TopicInfo& topic, std::int64_t sinceNs);
    void offsetsAnswered(const Asked& asked, const Exchange& exchange);
    void answerIsMalformed(const Asked& asked, const FetchProblem& problem);
    void fetchAnswered(const Asked& asked, const Exchange& exchange);
    bool sessionAnswered(const Asked& asked, Link& link, const FetchAnswer& answer);
    void linkFailed(const Endpoint& broker, const TransportError& error, std::int64_t sinceNs);
    void giveUp(const FetchProblem& problem);
    const Endpoint& metadataBroker() const { return m_context.brokers[m_metadataAt % m_context.brokers.size()]; }
    void setNow(std::int64_t nowNs);
    void wakeAt(std::int64_t atNs);

    Context m_context;
    FetchOptions m_options;
    std::int64_t m_nowNs = 0;
    FetchSteps m_steps;
    FetchPartitions m_partitions;
    std::map<Endpoint, Link> m_links;
    std::map<std::uint64_t, Asked> m_asked;
    std::uint64_t m_lastId = 0;
    std::size_t m_metadataAt = 0;  // in m_context.brokers
    std::int64_t m_metadataNotBeforeNs = 0;
    std::int64_t m_partitionsKnownNs = 0;  // when metadata last told them
    std::int64_t m_startNs = 0;
    std::int64_t m_wakeNs = 0;  // of the last Wake
    int m_unknownTopic = 0;     // answers in a row
    bool m_isAskingMetadata = false;
    bool m_hasRoom = true;
    bool m_isStopped = false;
    bool m_isOver = false;
};

}  // namespace brokerscope
