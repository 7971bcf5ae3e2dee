#include "core/cluster/fetch_planner.h"

#include "core/cluster/fetch_requests.h"
#include "core/schema/api_keys.h"
#include "core/schema/error_codes.h"
#include "core/topology/node_values.h"
#include "core/topology/own_versions.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr int kFetchSessionsSince = 7;
constexpr int kFetchIsolationSince = 4;
constexpr std::int64_t kMaxWaitMs = 500;
constexpr std::int64_t kClosePatienceMs = 1000;
constexpr std::int64_t kPauseNs = 100'000'000;
// How old the list of partitions may be while a topic is followed.
constexpr std::int64_t kPartitionsAgeNs = 3'000'000'000;
// Brokers may hear of a change one after another: a topic is gone when several answers in a row say so.
constexpr int kUnknownTopicAnswers = 3;
constexpr std::int64_t kNsInMs = 1'000'000;

}  // namespace

FetchPlanner::FetchPlanner(Context context, FetchOptions options)
    : m_context(std::move(context))
    , m_options(std::move(options))
    , m_partitions(m_context.registry, m_context.limits, m_options, m_context.timeoutNs) {}

void FetchPlanner::setNow(std::int64_t nowNs) {
    m_nowNs = nowNs;
    m_partitions.setNow(nowNs);
}

FetchSteps FetchPlanner::start(std::int64_t nowNs) {
    m_startNs = nowNs;
    return wake(nowNs);
}

FetchSteps FetchPlanner::wake(std::int64_t nowNs) {
    setNow(nowNs);
    return advance();
}

// Every advance() wants its wakes anew, so that the earliest one to come is enough: answers come by the thousand.
void FetchPlanner::wakeAt(std::int64_t atNs) {
    if (atNs < m_wakeNs || m_wakeNs <= m_nowNs) {
        m_wakeNs = atNs;
        m_steps.emplace_back(fetch_step::Wake{atNs});
    }
}

FetchSteps FetchPlanner::setRoom(bool hasRoom, std::int64_t nowNs) {
    setNow(nowNs);
    if (hasRoom && !std::exchange(m_hasRoom, hasRoom)) {
        m_partitions.forgetTrouble();
    }
    m_hasRoom = hasRoom;
    return advance();
}

FetchSteps FetchPlanner::stop(std::int64_t nowNs) {
    setNow(nowNs);
    m_isStopped = true;
    m_partitions.finishAll();
    return advance();
}

FetchSteps FetchPlanner::advance() {
    const auto tellPieces = [this] {
        for (FetchPiece& piece : m_partitions.takePieces()) {
            m_steps.emplace_back(fetch_step::Give{std::move(piece)});
        }
    };
    tellPieces();
    if (m_partitions.takeTroubled()) {
        m_metadataNotBeforeNs = m_nowNs + kPauseNs;
    }
    if (!m_isOver && !m_isStopped) {
        wantMetadata();
    }
    if (!m_isOver) {
        for (auto& [broker, link] : m_links) {
            drive(broker, link);
        }
    }
    tellPieces();
    finishIfOver();
    return std::exchange(m_steps, {});
}

void FetchPlanner::finishIfOver() {
    const bool isBusy =
        std::any_of(m_links.begin(), m_links.end(), [](const auto& entry) { return entry.second.isBusy; });
    if (!m_isOver && !isBusy && (m_isStopped || m_partitions.areOver())) {
        m_isOver = true;
        m_steps.emplace_back(fetch_step::Done{});
    }
}

void FetchPlanner::giveUp(const FetchProblem& problem) {
    if (m_partitions.isEmpty() && !m_isOver) {
        m_isOver = true;
        m_steps.emplace_back(fetch_step::Done{problem});
    }
    m_partitions.failAll(problem);
}

bool FetchPlanner::isMetadataWanted() {
    if (m_partitions.isEmpty() || m_partitions.isAny(FetchPhase::Leaderless)) {
        return true;
    }
    if (!m_options.follow || m_options.partition) {
        return false;
    }
    const std::int64_t staleNs = m_partitionsKnownNs + kPartitionsAgeNs;
    if (m_nowNs < staleNs) {
        wakeAt(staleNs);
    }
    return m_nowNs >= staleNs;
}

void FetchPlanner::wantMetadata() {
    if (m_isAskingMetadata || !isMetadataWanted()) {
        return;
    }
    if (m_nowNs < m_metadataNotBeforeNs) {
        wakeAt(m_metadataNotBeforeNs);
        return;
    }
    const Endpoint broker = metadataBroker();
    Link& link = m_links[broker];
    if (ready(broker, link)) {
        const std::int16_t version = versionOf(link, api_key::kMetadata);
        ask({Question::Metadata, broker, version, m_nowNs, {}}, api_key::kMetadata,
            topicMetadataBody(m_context.registry, version, m_context.choice, {m_options.topic}), 0);
    }
}

bool FetchPlanner::ready(const Endpoint& broker, Link& link) {
    if (link.state == LinkState::New && m_nowNs < link.notBeforeNs) {
        wakeAt(link.notBeforeNs);
    } else if (link.state == LinkState::New) {
        link.state = LinkState::Preparing;
        link.preparingSinceNs = m_nowNs;
        m_steps.emplace_back(fetch_step::Prepare{broker});
    }
    return link.state == LinkState::Ready;
}

void FetchPlanner::drive(const Endpoint& broker, Link& link) {
    if (link.isBusy) {
        return;
    }
    if (!m_partitions.isRead(broker)) {
        closeSession(broker, link);
        return;
    }
    if (m_nowNs < link.notBeforeNs) {
        wakeAt(link.notBeforeNs);
    } else if (ready(broker, link)) {
        askOffsets(broker, link, Question::End);
        askOffsets(broker, link, Question::Start);
        askFetch(broker, link);
    }
}

std::int16_t FetchPlanner::versionOf(const Link& link, int apiKey) const {
    std::int16_t version = link.versions != nullptr
                               ? apiUsability(m_context.registry, *link.versions, apiKey, m_context.choice).highest
                               : ownVersions(m_context.registry, apiKey, m_context.choice).latestStable;
    // Without the topic's id it can but be named.
    if (apiKey == api_key::kFetch && version >= kFetchTopicIdSince && m_partitions.topicId().isZero()) {
        version = kFetchTopicIdSince - 1;
    }
    return version;
}

void FetchPlanner::ask(Asked asked, std::int16_t apiKey, Result<ValueDraft> body, std::int64_t patienceMs) {
    if (asked.version < 0) {
        giveUp(otherProblem(
            fmt::format("{} does not serve {}", asked.broker.toString(), m_context.registry.api(apiKey)->name)));
        return;
    }
    if (!body) {
        giveUp(problemFrom(body.error()));
        return;
    }
    const bool isMetadata = asked.question == Question::Metadata;
    m_isAskingMetadata = m_isAskingMetadata || isMetadata;
    Link& link = m_links[asked.broker];
    link.isBusy = link.isBusy || !isMetadata;
    m_steps.emplace_back(fetch_step::Ask{++m_lastId, asked.broker, apiKey, asked.version, std::move(*body),
                                         patienceMs > 0 ? patienceMs : m_context.timeoutNs / kNsInMs,
                                         asked.question != Question::Fetch});
    m_asked.emplace(m_lastId, std::move(asked));
}

void FetchPlanner::askOffsets(const Endpoint& broker, Link& link, Question question) {
    const bool isEnd = question == Question::End;
    std::vector<OffsetWanted> wanted;
    std::vector<std::int32_t> partitions;
    bool isAdded = false;
    for (const FetchPartition* partition :
         m_partitions.at(broker, isEnd ? FetchPhase::EndWanted : FetchPhase::StartWanted)) {
        // One question asks for one timestamp, and those that were added have another.
        isAdded = partitions.empty() ? partition->isAdded : isAdded;
        if (isEnd || partition->isAdded == isAdded) {
            wanted.push_back({partition->index, partition->leaderEpoch});
            partitions.push_back(partition->index);
        }
    }
    if (wanted.empty() || link.isBusy) {
        return;
    }
    const bool isByTime = m_options.from == FetchFrom::Timestamp && !isAdded;
    const std::int64_t start = isByTime ? m_options.value : kEarliestOffset;
    const std::int16_t version = versionOf(link, api_key::kListOffsets);
    ask({question, broker, version, m_nowNs, std::move(partitions)}, api_key::kListOffsets,
        listOffsetsBody(m_context.registry, version, m_context.choice, m_options, wanted, isEnd ? kLatestOffset : start,
                        m_context.timeoutNs / kNsInMs),
        0);
}

void FetchPlanner::askFetch(const Endpoint& broker, Link& link) {
    const std::vector<FetchPartition*> partitions = m_partitions.inTurn(broker);
    if (partitions.empty() || link.isBusy || !m_hasRoom) {
        return;
    }
    const std::int16_t version = versionOf(link, api_key::kFetch);
    if (version < kFetchIsolationSince && m_options.isolation == IsolationLevel::ReadCommitted) {
        giveUp(otherProblem(fmt::format("{} serves Fetch up to v{}, which reads uncommitted records only",
                                        broker.toString(), version)));
        return;
    }
    std::vector<FetchRequestPartition> wanted;
    for (const FetchPartition* partition : partitions) {
        wanted.push_back({partition->index, partition->position, partition->leaderEpoch, partition->maxBytes});
    }
    const OwnFetchSession::Request request = link.session.next(wanted, version >= kFetchSessionsSince);
    // Nothing comes where all that is wanted is to know where the log ends.
    const bool isWorthWaiting = std::any_of(partitions.begin(), partitions.end(),
                                            [](const FetchPartition* partition) { return !partition->isOnlyAsked(); });
    const std::int64_t waitMs = isWorthWaiting ? kMaxWaitMs : 0;
    ask({Question::Fetch, broker, version, m_nowNs, {}}, api_key::kFetch,
        fetchBody(m_context.registry, version, m_context.choice, m_options, m_partitions.topicId(), request, waitMs),
        m_context.timeoutNs / kNsInMs + kMaxWaitMs);
}

void FetchPlanner::closeSession(const Endpoint& broker, Link& link) {
    if (!link.session.isOpen()) {
        return;
    }
    const OwnFetchSession::Request request = link.session.close();
    if (link.state == LinkState::Ready) {
        const std::int16_t version = versionOf(link, api_key::kFetch);
        ask({Question::Close, broker, version, m_nowNs, {}}, api_key::kFetch,
            fetchBody(m_context.registry, version, m_context.choice, m_options, m_partitions.topicId(), request, 0),
            kClosePatienceMs);
    }
}

FetchSteps FetchPlanner::prepared(const Endpoint& broker, const PreparedResult& result, std::int64_t nowNs) {
    setNow(nowNs);
    Link& link = m_links[broker];
    if (result) {
        link.state = LinkState::Ready;
        link.versions = *result;
    } else {
        linkFailed(broker, result.error(), link.preparingSinceNs);
    }
    return advance();
}

FetchSteps FetchPlanner::answered(std::uint64_t id, const AnsweredResult& result, std::int64_t nowNs) {
    setNow(nowNs);
    const auto found = m_asked.find(id);
    if (found == m_asked.end() || m_isOver) {
        return {};
    }
    const Asked asked = std::move(found->second);
    m_asked.erase(found);
    Link& link = m_links[asked.broker];
    const bool isMetadata = asked.question == Question::Metadata;
    m_isAskingMetadata = m_isAskingMetadata && !isMetadata;
    link.isBusy = link.isBusy && isMetadata;
    const auto failed = failureOf(result);
    if (failed && failed->error.id == MessageId::AnswerMalformed) {
        answerIsMalformed(asked, problemFrom(failed->error));
    } else if (failed) {
        linkFailed(asked.broker, *failed, asked.sentNs);
    } else if (isMetadata) {
        metadataAnswered(asked, **result);
    } else if (asked.question == Question::Fetch) {
        fetchAnswered(asked, **result);
    } else if (asked.question != Question::Close) {
        offsetsAnswered(asked, **result);
    }
    return advance();
}

// The next one may decode no better: whoever is asked for metadata changes, and what else was asked about is over.
void FetchPlanner::answerIsMalformed(const Asked& asked, const FetchProblem& problem) {
    switch (asked.question) {
        case Question::Metadata:
            metadataFailed(problem, asked.sentNs);
            break;
        case Question::End:
        case Question::Start: {
            const FetchPhase phase = asked.question == Question::End ? FetchPhase::EndWanted : FetchPhase::StartWanted;
            for (const std::int32_t index : asked.partitions) {
                if (FetchPartition* const partition = m_partitions.find(index, asked.broker, phase)) {
                    m_partitions.fail(*partition, problem);
                }
            }
            break;
        }
        case Question::Fetch:
            m_links[asked.broker].session.lost(false);
            for (FetchPartition* partition : m_partitions.at(asked.broker, FetchPhase::Fetching)) {
                m_partitions.fail(*partition, problem);
            }
            break;
        case Question::Close:
            break;
    }
}

void FetchPlanner::linkFailed(const Endpoint& broker, const TransportError& error, std::int64_t sinceNs) {
    Link& link = m_links[broker];
    link.state = LinkState::New;
    link.notBeforeNs = m_nowNs + kPauseNs;
    link.session.lost(false);
    const FetchProblem problem = problemFrom(error.error);
    for (const FetchPhase phase : {FetchPhase::EndWanted, FetchPhase::StartWanted, FetchPhase::Fetching}) {
        for (FetchPartition* partition : m_partitions.at(broker, phase)) {
            m_partitions.trouble(*partition, problem, sinceNs);
        }
    }
    if (broker == metadataBroker()) {
        metadataFailed(problem, sinceNs);
    }
}

void FetchPlanner::metadataFailed(const FetchProblem& problem, std::int64_t sinceNs) {
    ++m_metadataAt;
    m_metadataNotBeforeNs = m_nowNs + kPauseNs;
    if (m_partitions.isEmpty() && m_nowNs - m_startNs >= m_context.timeoutNs) {
        giveUp(problem);
    }
    m_partitions.troubleAll(FetchPhase::Leaderless, problem, sinceNs);
}

void FetchPlanner::metadataAnswered(const Asked& asked, const Exchange& exchange) {
    const ClusterSnapshot snapshot =
        snapshotFromMetadata(bodyOf(responseTree(m_context.registry, exchange, m_context.choice, m_context.limits)));
    const TopicInfo* topic = snapshot.topic(m_options.topic);
    const std::int16_t code = topic != nullptr ? topic->errorCode : error_code::kUnknownTopicOrPartition;
    if (code == error_code::kUnknownTopicOrPartition) {
        topicUnknown(asked.sentNs);
        return;
    }
    m_unknownTopic = 0;
    if (code == 0) {
        adopt(snapshot, *topic, asked.sentNs);
    } else if (m_partitions.isRetriable(code)) {
        metadataFailed(m_partitions.problemOf(code), asked.sentNs);
    } else {
        giveUp(m_partitions.problemOf(code));
    }
}

void FetchPlanner::topicUnknown(std::int64_t sinceNs) {
    if (m_partitions.isEmpty()) {
        giveUp(m_partitions.problemOf(error_code::kUnknownTopicOrPartition, "there is no such topic"));
    } else if (++m_unknownTopic >= kUnknownTopicAnswers) {
        giveUp(m_partitions.problemOf(error_code::kUnknownTopicOrPartition, "the topic was deleted meanwhile"));
    } else {
        metadataFailed(m_partitions.problemOf(error_code::kUnknownTopicOrPartition), sinceNs);
    }
}

void FetchPlanner::adopt(const ClusterSnapshot& snapshot, const TopicInfo& topic, std::int64_t sinceNs) {
    for (const BrokerInfo& broker : snapshot.brokers) {
        std::vector<Endpoint>& known = m_context.brokers;
        if (std::find(known.begin(), known.end(), broker.endpoint) == known.end()) {
            known.push_back(broker.endpoint);
        }
        m_links.try_emplace(broker.endpoint);
    }
    if (!m_partitions.isEmpty() && !mayBeSameTopic(topic.id, m_partitions.topicId())) {
        giveUp(m_partitions.problemOf(error_code::kUnknownTopicOrPartition,
                                      fmt::format("the topic was deleted and made anew, with id {} instead of {}",
                                                  topic.id.toString(), m_partitions.topicId().toString())));
        return;
    }
    if (m_partitions.isEmpty() && !m_partitions.make(topic)) {
        giveUp(m_partitions.problemOf(error_code::kUnknownTopicOrPartition,
                                      fmt::format("the topic has {} partitions and no partition {}",
                                                  topic.partitions.size(), m_options.partition.value_or(0))));
        return;
    }
    m_partitionsKnownNs = m_nowNs;
    if (m_options.follow) {
        m_partitions.makeAdded(topic);
    }
    m_partitions.adopt(snapshot, topic, sinceNs);
}

void FetchPlanner::offsetsAnswered(const Asked& asked, const Exchange& exchange) {
    const auto listed =
        listedOffsets(m_context.registry, exchange, m_context.choice, m_context.limits, m_options.topic);
    const bool isEnd = asked.question == Question::End;
    for (const std::int32_t index : asked.partitions) {
        FetchPartition* const partition =
            m_partitions.find(index, asked.broker, isEnd ? FetchPhase::EndWanted : FetchPhase::StartWanted);
        const auto told = listed.find(index);
        if (partition == nullptr) {
            continue;
        }
        if (told == listed.end()) {
            m_partitions.fail(*partition, otherProblem("the answer to ListOffsets leaves the partition out"));
        } else if (told->second.errorCode != 0) {
            m_partitions.refuse(*partition, told->second.errorCode, asked.sentNs);
        } else if (isEnd) {
            m_partitions.endTold(*partition, told->second.offset);
        } else {
            m_partitions.startTold(*partition, told->second.offset);
        }
    }
}

void FetchPlanner::fetchAnswered(const Asked& asked, const Exchange& exchange) {
    Link& link = m_links[asked.broker];
    const auto answer =
        readFetchAnswer(m_context.registry, asked.version, *exchange.response, m_context.choice, m_context.limits);
    if (!answer) {
        answerIsMalformed(asked, problemFrom(answer.error()));
        return;
    }
    if (!sessionAnswered(asked, link, *answer)) {
        return;
    }
    bool hasRecords = false;
    for (const FetchedData& data : answer->partitions) {
        const bool isOurs = asked.version >= kFetchTopicIdSince ? data.topicId == m_partitions.topicId()
                                                                : data.topic == m_options.topic;
        FetchPartition* const partition =
            isOurs ? m_partitions.find(data.partition, asked.broker, FetchPhase::Fetching) : nullptr;
        if (partition == nullptr) {
            continue;
        }
        hasRecords = hasRecords || !data.records.empty();
        if (data.errorCode == 0) {
            m_partitions.take(*partition, data, exchange.response);
        } else {
            m_partitions.refuse(*partition, data.errorCode, asked.sentNs);
        }
    }
    m_partitions.answered(asked.broker, hasRecords, asked.sentNs);
}

bool FetchPlanner::sessionAnswered(const Asked& asked, Link& link, const FetchAnswer& answer) {
    if (answer.errorCode == 0) {
        link.sessionsLost = 0;
        if (asked.version >= kFetchSessionsSince) {
            link.session.answered(answer.sessionId);
        }
        return true;
    }
    const bool isAboutEpochs = answer.errorCode == error_code::kFetchSessionIdNotFound ||
                               answer.errorCode == error_code::kInvalidFetchSessionEpoch;
    link.session.lost(answer.errorCode == error_code::kFetchSessionIdNotFound);
    // Brokers forget sessions; another one is asked for at once. One that forgets every session is in trouble.
    if (isAboutEpochs && ++link.sessionsLost == 1) {
        return false;
    }
    for (FetchPartition* partition : m_partitions.at(asked.broker, FetchPhase::Fetching)) {
        m_partitions.refuse(*partition, answer.errorCode, asked.sentNs);
    }
    return false;
}

}  // namespace brokerscope
