#include "core/workbench/metadata_log_reading.h"

#include "core/records/batch_header.h"
#include "core/records/batch_iterator.h"
#include "core/schema/api_keys.h"
#include "core/schema/error_codes.h"
#include "core/schema/overlays.h"
#include "core/topology/node_values.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr std::int32_t kFirstEpoch = 1;  // of a quorum
constexpr int kMostElections = 5;
constexpr int kMostEmptyAnswers = 20;
constexpr int kMostUnknownEnds = 20;
constexpr std::chrono::milliseconds kPauseForEnd{250};
constexpr int kWaitMs = 500;
constexpr int kFetchBytes = 4 * 1024 * 1024;

tl::unexpected<Error> otherError(std::string sentence) {
    return failure(MessageId::Other, {std::move(sentence)});
}

// The one partition that answers about the quorum's log have.
std::optional<NodeRef> onlyPartition(const NodeRef& body, std::string_view topics) {
    for (const NodeRef& topic : elementsField(body, topics)) {
        for (const NodeRef& partition : elementsField(topic, "partitions")) {
            return partition;
        }
    }
    return std::nullopt;
}

// Every cluster has the same one.
std::string metadataTopicId(const SchemaRegistry& registry) {
    const auto& topics = registry.overlays().internalTopics();
    const auto found = std::ranges::find(topics, kMetadataTopic, &InternalTopicFacts::topic);
    return found == topics.end() ? Uuid().toString() : found->topicId;
}

bool isOtherLeader(std::int64_t errorCode) {
    return errorCode == error_code::kNotLeaderOrFollower || errorCode == error_code::kFencedLeaderEpoch ||
           errorCode == error_code::kUnknownLeaderEpoch;
}

ByteView recordsField(const NodeRef& partition, std::string_view name) {
    const auto field = partition.findField(name);
    return field && !field->isNull() && !field->isUnread() ? field->content() : ByteView();
}

}  // namespace

MetadataLogReading::MetadataLogReading(const SchemaRegistry& registry, Options options)
    : m_registry(registry), m_options(std::move(options)), m_topicId(metadataTopicId(registry)) {}

std::string_view MetadataLogReading::apiOf(Step step) {
    switch (step) {
        case Step::Quorum:
            return "DescribeQuorum";
        case Step::Snapshot:
            return "FetchSnapshot";
        default:
            return "Fetch";
    }
}

SendRequest MetadataLogReading::request(std::int16_t apiKey, std::string body) const {
    SendRequest request;
    request.apiKey = apiKey;
    request.body = JsonBody{std::move(body)};
    if (apiKey == api_key::kDescribeQuorum) {
        request.target.kind = TargetKind::Any;
    } else if (m_address) {
        request.target.kind = TargetKind::Address;
        request.target.address = *m_address;
    } else {
        request.target.kind = TargetKind::Broker;
        request.target.brokerId = m_leader;
    }
    return request;
}

std::string MetadataLogReading::fetchBody() const {
    return fmt::format(
        R"({{"maxWaitMs":{},"minBytes":1,"maxBytes":{},"topics":[{{"topic":"{}","topicId":"{}","partitions":[)"
        R"({{"partition":0,"currentLeaderEpoch":{},"fetchOffset":{},"lastFetchedEpoch":{},"partitionMaxBytes":{}}}]}}],)"
        R"("forgottenTopicsData":[]}})",
        kWaitMs, kFetchBytes, kMetadataTopic, m_topicId, m_leaderEpoch, m_position, m_lastEpoch, kFetchBytes);
}

std::string MetadataLogReading::snapshotBody() const {
    return fmt::format(R"({{"maxBytes":{},"topics":[{{"name":"{}","partitions":[{{"partition":0,)"
                       R"("currentLeaderEpoch":{},"snapshotId":{{"endOffset":{},"epoch":{}}},"position":{}}}]}}]}})",
                       kFetchBytes, kMetadataTopic, m_leaderEpoch, m_snapshotEnd, m_snapshotEpoch, m_snapshot.size());
}

std::optional<SendRequest> MetadataLogReading::next() const {
    switch (m_step) {
        case Step::Quorum:
            return request(api_key::kDescribeQuorum,
                           fmt::format(R"({{"topics":[{{"topicName":"{}","partitions":[{{"partitionIndex":0}}]}}]}})",
                                       kMetadataTopic));
        case Step::Fetch:
            return request(api_key::kFetch, fetchBody());
        case Step::Snapshot:
            return request(api_key::kFetchSnapshot, snapshotBody());
        case Step::Done:
            break;
    }
    return std::nullopt;
}

Result<std::optional<MetadataPiece>> MetadataLogReading::take(const SendResult& result) {
    m_pause = {};
    if (const auto failed = result.exchange != nullptr ? failureOf(*result.exchange) : std::nullopt) {
        return tl::unexpected<Error>(failed->error);
    }
    const NodeRef body = result.response != nullptr ? bodyOf(result.response) : NodeRef();
    if (!body.isValid()) {
        return otherError("the answer cannot be read");
    }
    if (const std::int64_t code = integerField(body, "errorCode", 0); code != 0) {
        return refused(code, apiOf(m_step));
    }
    switch (m_step) {
        case Step::Quorum:
            return takeQuorum(body);
        case Step::Fetch:
            return takeFetched(result, body);
        case Step::Snapshot:
            return takeSnapshot(body);
        case Step::Done:
            break;
    }
    return Taken(std::nullopt);
}

Result<std::optional<MetadataPiece>> MetadataLogReading::refused(std::int64_t errorCode, std::string_view what) {
    if (isOtherLeader(errorCode) && m_elections < kMostElections) {
        ++m_elections;
        m_snapshot.clear();
        m_step = Step::Quorum;
        return Taken(std::nullopt);
    }
    const std::string name = m_registry.errorName(static_cast<int>(errorCode));
    if (errorCode == error_code::kClusterAuthorizationFailed) {
        return otherError(fmt::format("{}: reading {} needs the operation ClusterAction on the cluster; --file reads a "
                                      "copy of its folder",
                                      name, kMetadataTopic));
    }
    return otherError(fmt::format("{} is refused: {}", what, name));
}

void MetadataLogReading::setLeader(const NodeRef& body) {
    m_address.reset();
    for (const NodeRef& node : elementsField(body, "nodes")) {
        const std::vector<NodeRef> listeners = elementsField(node, "listeners");
        if (integerField(node, "nodeId", -1) == m_leader && !listeners.empty()) {
            m_address = Endpoint{textField(listeners.front(), "host").value_or(std::string()),
                                 static_cast<std::uint16_t>(integerField(listeners.front(), "port", 0))};
        }
    }
}

Result<std::optional<MetadataPiece>> MetadataLogReading::takeQuorum(const NodeRef& body) {
    const auto partition = onlyPartition(body, "topics");
    if (!partition) {
        return otherError(fmt::format("DescribeQuorum says nothing of {}", kMetadataTopic));
    }
    if (const std::int64_t code = integerField(*partition, "errorCode", 0); code != 0) {
        return refused(code, "DescribeQuorum");
    }
    m_leader = static_cast<std::int32_t>(integerField(*partition, "leaderId", -1));
    m_leaderEpoch = static_cast<std::int32_t>(integerField(*partition, "leaderEpoch", -1));
    if (m_leader < 0) {
        return otherError("the quorum has no leader now");
    }
    m_end = m_end < 0 ? integerField(*partition, "highWatermark", -1) : m_end;
    if (m_end < 0) {
        return askQuorumAgain();
    }
    setLeader(body);
    m_step = Step::Fetch;
    return Taken(std::nullopt);
}

MetadataLogReading::Taken MetadataLogReading::askQuorumAgain() {
    if (m_unknownEnds++ >= kMostUnknownEnds) {
        return otherError("the leader of the quorum does not know how far its log is committed: read it again");
    }
    m_pause = kPauseForEnd;
    m_step = Step::Quorum;
    return Taken(std::nullopt);
}

// The epoch is that of the record before: a leader tells where it diverges.
Result<std::optional<MetadataPiece>> MetadataLogReading::startAt(std::int64_t offset, std::int32_t epochBefore) {
    m_position = m_begin = offset;
    m_lastEpoch = epochBefore;
    return Taken(std::nullopt);
}

Result<std::optional<MetadataPiece>> MetadataLogReading::takeFetched(const SendResult& result, const NodeRef& body) {
    const auto partition = onlyPartition(body, "responses");
    if (!partition) {
        return otherError(fmt::format("Fetch says nothing of {}", kMetadataTopic));
    }
    if (const std::int64_t code = integerField(*partition, "errorCode", 0); code != 0) {
        return refused(code, "Fetch");
    }
    const auto snapshot = partition->findField("snapshotId");
    const std::int64_t snapshotEnd = snapshot ? integerField(*snapshot, "endOffset", -1) : -1;
    if (snapshotEnd >= 0 && m_options.wholeLog && !std::exchange(m_hasProbed, true)) {
        return startAt(1, kFirstEpoch);
    }
    if (snapshotEnd >= 0) {
        m_position = m_begin = 0;
        m_snapshotEnd = snapshotEnd;
        m_snapshotEpoch = static_cast<std::int32_t>(integerField(*snapshot, "epoch", -1));
        m_snapshot.clear();
        m_step = Step::Snapshot;
        return Taken(std::nullopt);
    }
    const auto diverging = partition->findField("divergingEpoch");
    const bool isDiverging = diverging && integerField(*diverging, "endOffset", -1) >= 0;
    if (isDiverging && m_begin > 0 && m_position == m_begin) {
        return startAt(0, 0);
    }
    if (isDiverging) {
        return otherError(fmt::format("the log was cut off at offset {} meanwhile: read it again",
                                      integerField(*diverging, "endOffset", -1)));
    }
    return logPiece(result, recordsField(*partition, "records"), integerField(*partition, "highWatermark", -1));
}

Result<std::optional<MetadataPiece>> MetadataLogReading::logPiece(const SendResult& result, ByteView records,
                                                                  std::int64_t highWatermark) {
    const std::int64_t before = m_position;
    BatchIterator entries(records);
    for (BatchEntry entry; entries.next(entry) && entry.kind == EntryKind::Batch;) {
        const BatchHeader header = BatchHeader::read(entry.bytes);
        // What is not committed may be cut off again.
        if (header.nextOffset() > m_position && header.nextOffset() <= highWatermark) {
            m_position = header.nextOffset();
            m_lastEpoch = header.partitionLeaderEpoch;
        }
    }
    m_emptyAnswers = m_position == before ? m_emptyAnswers + 1 : 0;
    // It has records, so that it would answer at once.
    m_pause = highWatermark < 0 ? kPauseForEnd : std::chrono::milliseconds(0);
    if (!m_options.follow && m_position >= m_end) {
        m_step = Step::Done;
    } else if (!m_options.follow && m_emptyAnswers > kMostEmptyAnswers) {
        return otherError(fmt::format("the controller hands out nothing from offset {} on, and its log goes on to {}",
                                      m_position, m_end));
    }
    if (m_position == before) {
        return Taken(std::nullopt);
    }
    return Taken(MetadataPiece{result.response->bytes, records, -1, m_position});
}

Result<std::optional<MetadataPiece>> MetadataLogReading::takeSnapshot(const NodeRef& body) {
    const auto partition = onlyPartition(body, "topics");
    if (!partition) {
        return otherError(fmt::format("FetchSnapshot says nothing of {}", kMetadataTopic));
    }
    if (const std::int64_t code = integerField(*partition, "errorCode", 0); code != 0) {
        return refused(code, "FetchSnapshot");
    }
    const ByteView part = recordsField(*partition, "unalignedRecords");
    const std::int64_t size = integerField(*partition, "size", -1);
    if (size < 0 || static_cast<std::uint64_t>(size) > m_options.limits.frame) {
        return failure(MessageId::LimitExceeded,
                       {"frame", std::to_string(size), std::to_string(m_options.limits.frame)});
    }
    m_snapshot.insert(m_snapshot.end(), part.begin(), part.end());
    if (part.empty() && m_snapshot.size() < static_cast<std::size_t>(size)) {
        return otherError(fmt::format("the snapshot ends at byte {} of {}", m_snapshot.size(), size));
    }
    if (m_snapshot.size() < static_cast<std::size_t>(size)) {
        return Taken(std::nullopt);
    }
    m_position = m_snapshotEnd;
    m_lastEpoch = m_snapshotEpoch;
    m_step = !m_options.follow && m_position >= m_end ? Step::Done : Step::Fetch;
    const auto whole = std::make_shared<const ByteBuffer>(std::exchange(m_snapshot, {}));
    return Taken(MetadataPiece{whole, *whole, m_snapshotEnd, m_snapshotEnd});
}

}  // namespace brokerscope
