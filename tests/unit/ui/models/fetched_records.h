#pragma once

#include "core/base/base64.h"
#include "core/records/batch_composer.h"
#include "core/records/record_formats.h"
#include "core/value/json_reader.h"
#include "tests/support/decoding.h"
#include "tests/unit/core/records/case_bytes.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QEventLoop>
#include <functional>
#include <memory>

namespace brokerscope::testing {

// A Fetch answer v4 for one partition, with record batches given as hex.
inline std::shared_ptr<const ValueTree> fetched(std::string_view topic, std::string_view records) {
    const auto number = [](std::size_t value) {
        return toHex(ByteBuffer{0, 0, static_cast<std::uint8_t>(value / 256), static_cast<std::uint8_t>(value % 256)});
    };
    std::string hex = "0000000000000001";
    hex += number(topic.size()).substr(4) + toHex(asBytes(topic));
    hex += "00000001000000000000000000000000000100000000000000010000";
    hex += "0000" + number(records.size() / 2);
    hex += records;
    return decodeBody("FetchResponse", 4, hex);
}

constexpr const char* kRecordsPath = "responses[0].partitions[0].records";

// C103: two tombstones of the offsets topic, types 1 and 2.
constexpr std::string_view kTombstones = "00000000000000000000005000000000024f7d491a0000000000010000018bcfe568000000018"
                                         "bcfe56800ffffffffffffffffffffffffffff000000"
                                         "0224000000180001000167000174000000030100160000020a00020001670100";

// A batch of the metadata log whose one record has the SCRAM credentials of user u: salt aaab, stored key bb, server
// key cc.
inline std::string credentialsBatch(int compression = 0) {
    constexpr std::string_view kRecord = "010b00027501"
                                         "03aaab"
                                         "02bb"
                                         "02cc"
                                         "0000100000";
    const auto draft = draftFromJson(RecordFormats::embedded().batch()->spec,
                                     "{\"attributes\":" + std::to_string(compression) + ",\"records\":[{\"value\":\"" +
                                         toBase64(fromHex(kRecord).value()) + "\"}]}");
    return toHex(*composeBatch(draft.value().draft)->bytes);
}
constexpr const char* kMetadataTopic = "__cluster_metadata";

// Results of the pool come by the event loop.
inline void needEventLoop() {
    static int count = 1;
    static char name[] = "test";
    static char* arguments[] = {name, nullptr};
    // The program may have one of its own.
    static const std::unique_ptr<QCoreApplication> application =
        QCoreApplication::instance() == nullptr ? std::make_unique<QCoreApplication>(count, arguments) : nullptr;
}

// Runs the event loop until the condition holds; false after five seconds.
inline bool waitFor(const std::function<bool()>& condition) {
    needEventLoop();
    const QDeadlineTimer deadline(5000);
    while (!condition() && !deadline.hasExpired()) {
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    }
    return condition();
}

}  // namespace brokerscope::testing
