#pragma once

#include "core/exchange/recording_reader.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

// An exchange of a history: ascending from 1 in the order in which they were sent, for as long as the history is open.
enum class HistoryId : std::uint64_t { None = 0 };

// What a list shows of an exchange that is kept. Immutable.
struct HistorySummary {
    HistoryId id = HistoryId::None;
    std::int64_t wallMs = 0;  // when it was sent, ms since 1970
    Endpoint broker;
    std::int32_t brokerId = -1;
    std::optional<std::int16_t> apiKey;
    std::optional<std::int16_t> apiVersion;
    std::uint64_t requestBytes = 0;
    std::uint64_t responseBytes = 0;
    double totalMs = -1;                // from the request to the last byte of the answer; -1: not known
    std::optional<std::int16_t> error;  // the first error code of the answer
    std::string failure;                // code of why there is no answer: "CONNECTION_CLOSED"; empty: there is one
    bool noResponseByDesign = false;
    bool isMasked = false;  // secrets of request or answer are '*'
};

// A summary and where its exchange stands in the file.
struct HistoryEntry {
    HistorySummary summary;
    RecordingEntry place;
};

HistorySummary historySummary(const RecordedExchange& recorded);

// The exchanges of a recording as a history lists them, oldest first, without ids; what is damaged or not known is told
// and passed over, so that a crash costs what was being written.
struct HistoryContent {
    std::vector<HistoryEntry> entries;
    std::vector<Diagnostic> diagnostics;
};
// `registry` must outlive the call. Errors: as RecordingReader::open.
Result<HistoryContent> readHistory(const SchemaRegistry& registry, std::shared_ptr<const ByteSource> source,
                                   const RecordingOptions& options);

// Hands out the blocks that a smaller copy of the file has: exchanges that are kept by their offset, heads of runs that
// have any, and the last run's; and everything that is not known here, which is not ours to throw away. Errors: as
// RecordingBlocks::open, and those of `append`.
using AppendBlock = std::function<Result<void>(const RecordingBlock& block)>;
Result<void> copyHistory(std::shared_ptr<const ByteSource> source,
                         const std::function<bool(std::uint64_t offset)>& isKept, const AppendBlock& append);

}  // namespace brokerscope
