#pragma once

#include "core/base/base64.h"
#include "core/codec/encoder.h"
#include "core/value/json_reader.h"
#include "core/workbench/send_request.h"
#include "tests/unit/core/internal_topics/metadata_log.h"
#include "tests/unit/core/workbench/written_topic.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

// What a quorum's leader answers to who reads its log.
namespace brokerscope::testing {

inline constexpr std::string_view kQuorum =
    R"({{"errorCode":0,"errorMessage":null,"topics":[{{"topicName":"__cluster_metadata","partitions":[{{
        "partitionIndex":0,"errorCode":0,"errorMessage":null,"leaderId":3,"leaderEpoch":{},"highWatermark":{},
        "currentVoters":[],"observers":[]}}]}}],"nodes":[{{"nodeId":3,"listeners":[{{"name":"CONTROLLER","host":"c3",
        "port":9093}}]}}]}})";
inline constexpr std::string_view kFetched =
    R"({{"throttleTimeMs":0,"errorCode":0,"sessionId":0,"responses":[{{"topicId":"AAAAAAAAAAAAAAAAAAAAAQ","partitions":[
        {{"partitionIndex":0,"errorCode":{},"highWatermark":{},"lastStableOffset":-1,"logStartOffset":0,
        "abortedTransactions":null,"preferredReadReplica":-1,"records":{}{}}}]}}]}})";
inline constexpr std::string_view kSnapshot =
    R"({{"throttleTimeMs":0,"errorCode":0,"topics":[{{"name":"__cluster_metadata","partitions":[{{"index":0,
        "errorCode":{},"snapshotId":{{"endOffset":{},"epoch":1}},"size":{},"position":{},"unalignedRecords":"{}"}}]}}]}})";

// A batch of one record at an offset.
inline ByteBuffer oneAt(std::int64_t offset) {
    WrittenBatch batch;
    batch.records.push_back(noOp());
    return sealed(batch, offset);
}

inline std::string recordsText(const ByteBuffer& bytes) {
    return '"' + toBase64(bytes) + '"';
}

inline SendResult metadataAnswer(std::string_view api, int version, std::string_view json) {
    SendResult result;
    result.exchange = std::make_shared<Exchange>();
    const auto layout = SchemaRegistry::embedded().layout(std::string(api) + "Response", version).value();
    result.response = encodeMessage(layout, draftFromJson(layout->spec, json).value().draft);
    return result;
}

}  // namespace brokerscope::testing
