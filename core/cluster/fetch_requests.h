#pragma once

#include "core/base/uuid.h"
#include "core/cluster/fetch_options.h"
#include "core/cluster/own_fetch_session.h"
#include "core/exchange/exchange.h"
#include "core/schema/schema_registry.h"
#include "core/value/value_draft.h"

#include <map>
#include <string>
#include <vector>

namespace brokerscope {

// Versions since when there is what the name says.
inline constexpr int kFetchTopicIdSince = 13;       // KIP-516
inline constexpr int kMetadataNullIsAllSince = 1;   // topics: null asks for all, where an empty list did before
inline constexpr int kMetadataNoCreationSince = 4;  // asking need not create topics
inline constexpr int kListOffsetsIsolationSince = 2;

// Which offsets a ListOffsets asks for: a timestamp in ms since 1970, or one of these.
inline constexpr std::int64_t kLatestOffset = -1;
inline constexpr std::int64_t kEarliestOffset = -2;

struct OffsetWanted {
    std::int32_t partition = 0;
    std::int32_t leaderEpoch = -1;
};
struct ListedOffset {
    std::int16_t errorCode = 0;
    std::int64_t offset = -1;  // -1: no record is that late
};

// Bodies of the requests that read one topic. Fields that the version lacks are left out. Each wants a layout that
// exists: the errors are those of SchemaRegistry::request().

// Metadata of these topics, without creating them; below v4, where naming a topic may create it, of all topics.
Result<ValueDraft> topicMetadataBody(const SchemaRegistry& registry, int version, const SchemaChoice& choice,
                                     const std::vector<std::string>& topics);
Result<ValueDraft> listOffsetsBody(const SchemaRegistry& registry, int version, const SchemaChoice& choice,
                                   const FetchOptions& options, const std::vector<OffsetWanted>& partitions,
                                   std::int64_t timestamp, std::int64_t timeoutMs);
// The same of several topics.
using OffsetsWanted = std::map<std::string, std::vector<OffsetWanted>>;  // by topic
Result<ValueDraft> listOffsetsBody(const SchemaRegistry& registry, int version, const SchemaChoice& choice,
                                   IsolationLevel isolation, const OffsetsWanted& topics, std::int64_t timestamp,
                                   std::int64_t timeoutMs);
Result<ValueDraft> fetchBody(const SchemaRegistry& registry, int version, const SchemaChoice& choice,
                             const FetchOptions& options, const Uuid& topicId, const OwnFetchSession::Request& request,
                             std::int64_t maxWaitMs);

// The answer to a ListOffsets (one that decodes, as failureOf says), by topic and partition. Version 0 knows no
// timestamps but those of segments: the offset is that of the last segment that begins before the time.
std::map<std::string, std::map<std::int32_t, ListedOffset>> listedOffsets(const SchemaRegistry& registry,
                                                                          const Exchange& exchange,
                                                                          const SchemaChoice& choice,
                                                                          const Limits& limits);
// The same of one topic.
std::map<std::int32_t, ListedOffset> listedOffsets(const SchemaRegistry& registry, const Exchange& exchange,
                                                   const SchemaChoice& choice, const Limits& limits,
                                                   const std::string& topic);

}  // namespace brokerscope
