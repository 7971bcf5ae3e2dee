#include "core/exchange/history_content.h"

namespace brokerscope {
namespace {

// Copies blocks of one run after another, each run's head before the first block that is copied of it.
class HistoryCopy {
public:
    HistoryCopy(const std::function<bool(std::uint64_t)>& isKept, const AppendBlock& append)
        : m_isKept(isKept), m_append(append) {}

    Result<void> take(RecordingBlock block) {
        switch (block.kind) {
            case RecordingKind::RunHead:
                m_head = std::move(block);
                m_hasRun = false;
                return {};
            case RecordingKind::Exchange:
                return m_isKept(block.offset) || !RecordingMigrations::own().knows(block.kind, block.version)
                           ? put(block)
                           : Result<void>();
            case RecordingKind::Lost:
            case RecordingKind::RunEnd:
                return m_hasRun ? m_append(block) : Result<void>();
        }
        return put(block);
    }
    // What is added later belongs to the last run.
    Result<void> finish() { return putHead(); }

private:
    Result<void> putHead() {
        m_hasRun = true;
        return m_head ? m_append(*std::exchange(m_head, std::nullopt)) : Result<void>();
    }
    Result<void> put(const RecordingBlock& block) {
        if (const auto head = putHead(); !head) {
            return head;
        }
        return m_append(block);
    }

    const std::function<bool(std::uint64_t)>& m_isKept;
    const AppendBlock& m_append;
    std::optional<RecordingBlock> m_head;  // not copied yet
    bool m_hasRun = false;                 // something of the run was copied
};

}  // namespace

HistorySummary historySummary(const RecordedExchange& recorded) {
    const Exchange& exchange = recorded.exchange;
    HistorySummary summary;
    summary.wallMs = exchange.times.wallMs;
    summary.broker = exchange.broker;
    summary.brokerId = exchange.brokerId;
    summary.apiKey = exchange.apiKey;
    summary.apiVersion = exchange.apiVersion;
    summary.requestBytes = exchange.requestBytes();
    summary.responseBytes = exchange.responseBytes();
    summary.totalMs = timingOf(exchange.times).totalMs;
    if (!exchange.errors.isEmpty()) {
        summary.error = exchange.errors.findings.front().code;
    }
    if (const auto failed = failureOf(exchange)) {
        summary.failure = failed->error.code();
    }
    summary.noResponseByDesign = exchange.noResponseByDesign;
    summary.isMasked = recorded.isRequestMasked || recorded.isResponseMasked;
    return summary;
}

Result<HistoryContent> readHistory(const SchemaRegistry& registry, std::shared_ptr<const ByteSource> source,
                                   const RecordingOptions& options) {
    auto reader = RecordingReader::open(registry, std::move(source), options);
    if (!reader) {
        return tl::unexpected<Error>(reader.error());
    }
    HistoryContent content;
    while (const auto recorded = reader->next()) {
        content.entries.push_back({historySummary(*recorded), reader->entry()});
    }
    reader->finish();
    content.diagnostics = reader->takeDiagnostics();
    return content;
}

Result<void> copyHistory(std::shared_ptr<const ByteSource> source,
                         const std::function<bool(std::uint64_t offset)>& isKept, const AppendBlock& append) {
    auto blocks = RecordingBlocks::open(std::move(source));
    if (!blocks) {
        return tl::unexpected<Error>(blocks.error());
    }
    HistoryCopy copy(isKept, append);
    while (auto block = blocks->next()) {
        if (const auto taken = copy.take(std::move(*block)); !taken) {
            return taken;
        }
    }
    return copy.finish();
}

}  // namespace brokerscope
