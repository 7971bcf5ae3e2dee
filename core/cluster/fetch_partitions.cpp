#include "core/cluster/fetch_partitions.h"

#include "core/base/saturated.h"
#include "core/schema/error_codes.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace brokerscope {
namespace {

constexpr std::uint64_t kGreatestMaxBytes = 1U << 30;

// Those of [from, to), which may be empty.
void addOffsets(std::int64_t& total, std::int64_t from, std::int64_t to) {
    total = saturatedSum(total, std::max<std::int64_t>(saturatedDifference(to, from), 0));
}

constexpr std::int16_t kTopicAuthorizationFailed = 29;

}  // namespace

FetchProblem problemFrom(Error error) {
    return {std::move(error), 0, true};
}

FetchProblem otherProblem(std::string sentence) {
    return problemFrom({MessageId::Other, {std::move(sentence)}, std::nullopt, {}});
}

FetchPartitions::FetchPartitions(const SchemaRegistry& registry, const Limits& limits, FetchOptions options,
                                 std::int64_t timeoutNs)
    : m_registry(registry)
    , m_options(std::move(options))
    , m_timeoutNs(timeoutNs)
    , m_greatestMaxBytes(static_cast<std::int32_t>(std::min(limits.frame / 2, kGreatestMaxBytes))) {}

bool FetchPartitions::make(const TopicInfo& topic) {
    m_topicId = topic.id;
    for (const PartitionInfo& info : topic.partitions) {
        if (!m_options.partition || *m_options.partition == info.index) {
            makeOne(info.index, false);
        }
    }
    return !m_all.empty();
}

void FetchPartitions::makeAdded(const TopicInfo& topic) {
    for (const PartitionInfo& info : topic.partitions) {
        if (!m_options.partition && !m_all.contains(info.index)) {
            makeOne(info.index, true);
        }
    }
}

void FetchPartitions::makeOne(std::int32_t index, bool isAdded) {
    FetchPartition& partition = m_all[index];
    partition.index = index;
    partition.maxBytes = m_options.partitionMaxBytes;
    partition.isAdded = isAdded;
    m_progress.partitions = static_cast<std::int32_t>(m_all.size());
}

void FetchPartitions::adopt(const ClusterSnapshot& snapshot, const TopicInfo& topic, std::int64_t sinceNs) {
    for (auto& [index, partition] : m_all) {
        if (partition.phase != FetchPhase::Leaderless) {
            continue;
        }
        const auto info = std::find_if(topic.partitions.begin(), topic.partitions.end(),
                                       [wanted = index](const PartitionInfo& p) { return p.index == wanted; });
        const BrokerInfo* leader = info != topic.partitions.end() ? snapshot.broker(info->leader) : nullptr;
        if (leader == nullptr) {
            trouble(partition, otherProblem("the partition has no leader"), sinceNs);
        } else if (info->leaderEpoch >= 0 && info->leaderEpoch < partition.leaderEpoch) {
            trouble(partition, otherProblem("no broker knows the new leader yet"), sinceNs);
        } else {
            partition.leader = leader->endpoint;
            partition.leaderEpoch = info->leaderEpoch;
            partition.phase = partition.phaseWithLeader();
        }
    }
}

bool FetchPartitions::isAny(FetchPhase phase) const {
    return std::any_of(m_all.begin(), m_all.end(), [phase](const auto& entry) { return entry.second.phase == phase; });
}

bool FetchPartitions::isRead(const Endpoint& broker) const {
    return std::any_of(m_all.begin(), m_all.end(), [&](const auto& entry) {
        const FetchPhase phase = entry.second.phase;
        return phase != FetchPhase::Over && phase != FetchPhase::Leaderless && entry.second.leader == broker;
    });
}

std::vector<FetchPartition*> FetchPartitions::at(const Endpoint& broker, FetchPhase phase) {
    std::vector<FetchPartition*> found;
    for (auto& [_, partition] : m_all) {
        if (partition.phase == phase && partition.leader == broker) {
            found.push_back(&partition);
        }
    }
    return found;
}

std::vector<FetchPartition*> FetchPartitions::inTurn(const Endpoint& broker) {
    std::vector<FetchPartition*> partitions = at(broker, FetchPhase::Fetching);
    std::stable_sort(partitions.begin(), partitions.end(),
                     [](const FetchPartition* a, const FetchPartition* b) { return a->servedAt < b->servedAt; });
    return partitions;
}

FetchPartition* FetchPartitions::find(std::int32_t index, const Endpoint& broker, FetchPhase phase) {
    const auto found = m_all.find(index);
    return found != m_all.end() && found->second.leader == broker && found->second.phase == phase ? &found->second
                                                                                                  : nullptr;
}

void FetchPartitions::endTold(FetchPartition& partition, std::int64_t offset) {
    partition.troubleSinceNs = -1;
    partition.logEnd = std::max<std::int64_t>(offset, 0);
    partition.phase = FetchPhase::StartWanted;
    if (m_options.from == FetchFrom::End && !partition.isAdded) {
        partition.first = partition.logEnd;
        place(partition);
    }
}

void FetchPartitions::startTold(FetchPartition& partition, std::int64_t offset) {
    partition.troubleSinceNs = -1;
    partition.logStart = offset;
    partition.first = offset;
    if (m_options.from == FetchFrom::Offset && !partition.isAdded) {
        partition.first = m_options.value;
    } else if (offset < 0) {
        partition.first = partition.logEnd;
    }
    place(partition);
}

void FetchPartitions::place(FetchPartition& partition) {
    // The last stable offset says nothing of what lies behind it.
    const bool isEndKnown = m_options.isolation == IsolationLevel::ReadUncommitted;
    const bool isOutside = m_options.from == FetchFrom::Offset && !partition.isAdded &&
                           (partition.first < partition.logStart || (isEndKnown && partition.first > partition.logEnd));
    const bool isCutAtItsEnd = partition.lostAt >= 0 && partition.first <= partition.lostAt;
    if (isOutside || isCutAtItsEnd) {
        fail(partition,
             problemOf(error_code::kOffsetOutOfRange, fmt::format("offset {} is not within the log, which has {} to {}",
                                                                  isOutside ? partition.first : partition.lostAt,
                                                                  partition.logStart, partition.logEnd)));
        return;
    }
    if (partition.lostAt >= 0) {
        tellLost(partition);
    } else {
        addOffsets(m_progress.offsetsWanted, partition.first, partition.logEnd);
    }
    partition.position = partition.first;
    partition.stopAt = m_options.follow ? FetchPiece::kNoEnd : partition.logEnd;
    partition.phase = FetchPhase::Fetching;
    // At its last stable offset a committed reader has still to hear whether that is the end of the log.
    if (partition.isOnlyAsked() && isEndKnown) {
        finish(partition);
    }
}

void FetchPartitions::tellLost(FetchPartition& partition) {
    FetchProblem lost =
        problemOf(error_code::kOffsetOutOfRange, fmt::format("offset {} was deleted meanwhile; reading goes on at {}",
                                                             partition.lostAt, partition.first));
    lost.isFinal = false;
    give(partition, std::move(lost));
    addOffsets(m_progress.offsetsDone, partition.lostAt, std::min(partition.first, partition.logEnd));
    partition.lostAt = -1;
}

void FetchPartitions::take(FetchPartition& partition, const FetchedData& data,
                           const std::shared_ptr<const ByteBuffer>& answer) {
    if (data.records.empty() || partition.isOnlyAsked()) {
        tellEnds(partition, data, answer);
        return;
    }
    std::optional<Error> fault;
    const std::int64_t next = offsetAfter(data.records, partition.position, fault);
    if (next == partition.position && !fault) {
        enlarge(partition);
        return;
    }
    partition.highWatermark = data.highWatermark;
    partition.lastStableOffset = data.lastStableOffset;
    m_pieces.push_back({m_options.topic, m_topicId, partition.index, answer, data.records, partition.position,
                        partition.stopAt, data.logStartOffset, data.highWatermark, data.lastStableOffset, data.aborted,
                        std::nullopt, std::min(partition.maxBytes, m_options.maxBytes)});
    addOffsets(m_progress.offsetsDone, partition.position, std::min(next, partition.logEnd));
    m_progress.bytes += data.records.size();
    partition.servedAt = m_progress.answers + 1;
    partition.position = next;
    if (fault) {
        fail(partition, problemFrom(*fault));
    } else if (partition.position >= partition.stopAt) {
        finish(partition);
    }
}

// Where there is nothing to read for a committed reader, there may be something that is not stable yet.
void FetchPartitions::tellEnds(FetchPartition& partition, const FetchedData& data,
                               const std::shared_ptr<const ByteBuffer>& answer) {
    const bool isNews =
        partition.highWatermark != data.highWatermark || partition.lastStableOffset != data.lastStableOffset;
    if (m_options.isolation == IsolationLevel::ReadCommitted && isNews) {
        partition.highWatermark = data.highWatermark;
        partition.lastStableOffset = data.lastStableOffset;
        FetchPiece piece;
        piece.topic = m_options.topic;
        piece.topicId = m_topicId;
        piece.partition = partition.index;
        piece.answer = answer;
        piece.firstOffset = partition.position;
        piece.endOffset = partition.stopAt;
        piece.logStartOffset = data.logStartOffset;
        piece.highWatermark = data.highWatermark;
        piece.lastStableOffset = data.lastStableOffset;
        m_pieces.push_back(std::move(piece));
    }
    if (partition.isOnlyAsked()) {
        finish(partition);
    }
}

// A batch that is larger than was asked for came cut off: brokers below Fetch v3 do so.
void FetchPartitions::enlarge(FetchPartition& partition) {
    if (partition.maxBytes >= m_greatestMaxBytes) {
        fail(partition, problemFrom({MessageId::LimitExceeded,
                                     {"frame", "more than " + std::to_string(partition.maxBytes),
                                      std::to_string(m_greatestMaxBytes)},
                                     std::nullopt,
                                     {}}));
        return;
    }
    partition.maxBytes = std::min(m_greatestMaxBytes / 2, partition.maxBytes) * 2;
}

void FetchPartitions::answered(const Endpoint& broker, bool hasRecords, std::int64_t sinceNs) {
    ++m_progress.answers;
    for (FetchPartition* partition : at(broker, FetchPhase::Fetching)) {
        if (hasRecords || m_options.follow) {
            partition->troubleSinceNs = -1;
            tellOver(*partition);
        } else if (partition->isOnlyAsked()) {
            finish(*partition);  // the answer says nothing of it
        } else if (isPatienceOver(*partition, sinceNs)) {
            fail(*partition, otherProblem(fmt::format("no records came from offset {} on, though the log ended at {}",
                                                      partition->position, partition->logEnd)));
        }
    }
}

void FetchPartitions::refuse(FetchPartition& partition, std::int16_t code, std::int64_t sinceNs) {
    if (code == error_code::kOffsetOutOfRange) {
        outOfRange(partition);
    } else if (isRetriable(code)) {
        trouble(partition, problemOf(code), sinceNs);
    } else {
        fail(partition, problemOf(code));
    }
}

void FetchPartitions::outOfRange(FetchPartition& partition) {
    if (m_options.from == FetchFrom::Beginning && partition.position >= 0) {
        partition.lostAt = partition.position;
        partition.position = -1;
        partition.phase = FetchPhase::StartWanted;
        return;
    }
    fail(partition,
         problemOf(error_code::kOffsetOutOfRange, fmt::format("offset {} is not within the log", partition.position)));
}

bool FetchPartitions::isPatienceOver(FetchPartition& partition, std::int64_t sinceNs) const {
    if (partition.troubleSinceNs < 0) {
        partition.troubleSinceNs = sinceNs;
    }
    return m_nowNs - partition.troubleSinceNs >= m_timeoutNs;
}

void FetchPartitions::trouble(FetchPartition& partition, const FetchProblem& problem, std::int64_t sinceNs) {
    const bool isTooLong = isPatienceOver(partition, sinceNs);
    if (isTooLong && !m_options.isPatient) {
        fail(partition, problem);
        return;
    }
    if (isTooLong && !std::exchange(partition.isTroubleTold, true)) {
        FetchProblem lasting = problem;
        lasting.isFinal = false;
        give(partition, std::move(lasting));
    }
    partition.phase = FetchPhase::Leaderless;
    m_isTroubled = true;
}

void FetchPartitions::tellOver(FetchPartition& partition) {
    if (std::exchange(partition.isTroubleTold, false)) {
        give(partition, std::nullopt);
    }
}

void FetchPartitions::troubleAll(FetchPhase phase, const FetchProblem& problem, std::int64_t sinceNs) {
    for (auto& [_, partition] : m_all) {
        if (partition.phase == phase) {
            trouble(partition, problem, sinceNs);
        }
    }
}

void FetchPartitions::forgetTrouble() {
    for (auto& [_, partition] : m_all) {
        partition.troubleSinceNs = -1;
    }
}

void FetchPartitions::fail(FetchPartition& partition, FetchProblem problem) {
    give(partition, std::move(problem));
    finish(partition);
}

void FetchPartitions::failAll(const FetchProblem& problem) {
    for (auto& [_, partition] : m_all) {
        if (partition.phase != FetchPhase::Over) {
            fail(partition, problem);
        }
    }
}

void FetchPartitions::finish(FetchPartition& partition) {
    m_progress.partitionsOver += partition.phase != FetchPhase::Over ? 1 : 0;
    partition.phase = FetchPhase::Over;
}

void FetchPartitions::finishAll() {
    for (auto& [_, partition] : m_all) {
        finish(partition);
    }
}

void FetchPartitions::give(const FetchPartition& partition, std::optional<FetchProblem> problem) {
    FetchPiece piece;
    piece.topic = m_options.topic;
    piece.topicId = m_topicId;
    piece.partition = partition.index;
    piece.firstOffset = std::max<std::int64_t>(partition.position, 0);
    piece.problem = std::move(problem);
    m_pieces.push_back(std::move(piece));
}

FetchProblem FetchPartitions::problemOf(std::int16_t code, const std::string& detail) const {
    std::string sentence = m_registry.errorName(code);
    sentence += detail.empty() ? std::string() : ": " + detail;
    // What tells where the records are wants DESCRIBE, which READ brings with it.
    if (code == kTopicAuthorizationFailed) {
        sentence += fmt::format(": the operation READ on topic {} is not allowed", m_options.topic);
    }
    FetchProblem problem = otherProblem(std::move(sentence));
    problem.errorCode = code;
    return problem;
}

bool FetchPartitions::isRetriable(std::int16_t code) const {
    const ErrorCodeInfo* info = m_registry.errorCode(code);
    return info != nullptr && info->retriable;
}

}  // namespace brokerscope
