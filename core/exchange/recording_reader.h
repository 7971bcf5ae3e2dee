#pragma once

#include "core/base/limits.h"
#include "core/exchange/exchange_summarizer.h"
#include "core/exchange/recording_blocks.h"
#include "core/exchange/recording_migrations.h"
#include "core/exchange/recording_payload.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace brokerscope {

struct RecordingOptions {
    Limits limits;
    std::optional<SchemaChoice> schemas;              // nothing: as each run says
    const RecordingMigrations* migrations = nullptr;  // null: this program's own
};

struct RecordingStatistics {
    std::uint64_t bytes = 0;  // as far as it was read
    std::uint64_t exchanges = 0;
    std::uint64_t lost = 0;           // that the file says it lacks
    std::uint64_t unknownBlocks = 0;  // of kinds or versions that are not known here
    std::uint64_t damagedBytes = 0;
};

// One exchange of the file, for a list.
struct RecordingEntry {
    std::uint64_t offset = 0;  // of its block
    std::uint64_t size = 0;    // of its block
    std::uint32_t run = 0;     // counted from 0
    RecordedFacts facts;
};

// A recording as exchanges, in one pass and with the memory of one. What the live connection concluded from the bytes
// is concluded again, in the order of the file: error codes, throttle time, fetch sessions, topic names and the notes
// on them are as they were where requests did not overlap; a Fetch that was sent before the answer to the one before it
// came may be told of another state of its session. Not thread safe.
class RecordingReader {
public:
    // Connections whose fetch sessions are followed at once; beyond it all of them begin anew.
    static constexpr std::size_t kMostConnections = 10'000;

    // `registry` must outlive it. Errors: as RecordingBlocks::open.
    static Result<RecordingReader> open(const SchemaRegistry& registry, std::shared_ptr<const ByteSource> source,
                                        RecordingOptions options = {});

    // The next exchange; nothing at the present end, where more may follow.
    std::optional<RecordedExchange> next();
    // Of the exchange that next() gave last.
    std::uint32_t run() const { return m_runs.empty() ? 0 : static_cast<std::uint32_t>(m_runs.size() - 1); }
    std::uint64_t offset() const { return m_entry.offset; }
    const RecordingEntry& entry() const { return m_entry; }
    // Nothing more will come: what is left over is told.
    void finish();

    // The exchange of an entry, at any time: concluded from its own bytes alone, so without a fetch session and names
    // of earlier answers. Errors: FileUnreadable, RecordingDamaged.
    Result<RecordedExchange> at(const RecordingEntry& entry) const;

    // The runs that began so far. A file that lacks the head of its first run has an empty one.
    const std::vector<RecordingRun>& runs() const { return m_runs; }
    // What was found since the last call; spans count from the first byte of the file.
    std::vector<Diagnostic> takeDiagnostics();
    RecordingStatistics statistics() const;

private:
    RecordingReader(const SchemaRegistry& registry, RecordingBlocks blocks, RecordingOptions options);

    // The block in its present version; nothing, and told, where it is not known or not what it says.
    std::optional<RecordingBlock> known(RecordingBlock block);
    std::optional<RecordedExchange> exchangeOf(const RecordingBlock& block);
    void beginRun(RecordingRun run);
    void noteLoss(const RecordingBlock& block, const RecordingLoss& loss);
    void noteUnfit(const RecordingBlock& block);
    void conclude(Exchange& exchange, ExchangeSummarizer& summarizer) const;
    ExchangeSummarizer& summarizerOf(ConnectionId connection);
    SchemaChoice choice(std::uint32_t run) const;

    const SchemaRegistry* m_registry;
    RecordingOptions m_options;
    RecordingBlocks m_blocks;
    std::vector<RecordingRun> m_runs;
    std::shared_ptr<TopicNames> m_topicNames;  // of the run
    std::map<ConnectionId, std::unique_ptr<ExchangeSummarizer>> m_summarizers;
    RecordingStatistics m_statistics;
    std::vector<Diagnostic> m_diagnostics;
    RecordingEntry m_entry;  // of the exchange that next() gave last
};

// Every exchange of a recording, found by the heads of its blocks and the first bytes behind them, so that a recording
// of any size has its list soon. Checksums of payloads are looked at when at() reads one.
// Errors: as RecordingBlocks::open.
Result<std::vector<RecordingEntry>> listRecording(std::shared_ptr<const ByteSource> source,
                                                  const RecordingOptions& options = {});

}  // namespace brokerscope
