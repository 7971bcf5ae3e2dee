#include "core/exchange/recording_reader.h"

#include <fmt/format.h>

namespace brokerscope {
namespace {

// Room for two frames and all that stands beside them.
std::uint64_t largestBlock(const Limits& limits) {
    constexpr std::uint64_t kBeside = 16'777'216;
    return std::min(kLargestBlock, 2 * std::min(limits.frame, kLargestBlock) + kBeside);
}

const RecordingMigrations& migrationsOf(const RecordingOptions& options) {
    return options.migrations != nullptr ? *options.migrations : RecordingMigrations::own();
}

}  // namespace

Result<RecordingReader> RecordingReader::open(const SchemaRegistry& registry, std::shared_ptr<const ByteSource> source,
                                              RecordingOptions options) {
    auto blocks = RecordingBlocks::open(std::move(source), largestBlock(options.limits));
    if (!blocks) {
        return tl::unexpected<Error>(blocks.error());
    }
    return RecordingReader(registry, std::move(*blocks), std::move(options));
}

RecordingReader::RecordingReader(const SchemaRegistry& registry, RecordingBlocks blocks, RecordingOptions options)
    : m_registry(&registry), m_options(std::move(options)), m_blocks(std::move(blocks)) {}

std::optional<RecordedExchange> RecordingReader::next() {
    while (auto found = m_blocks.next()) {
        const auto block = known(std::move(*found));
        if (!block) {
            continue;
        }
        if (block->kind == RecordingKind::Exchange) {
            if (auto recorded = exchangeOf(*block)) {
                return recorded;
            }
        } else if (block->kind == RecordingKind::RunHead) {
            if (auto run = readRunHead(block->payload)) {
                beginRun(std::move(*run));
            } else {
                noteUnfit(*block);
            }
        } else if (block->kind == RecordingKind::Lost) {
            if (const auto loss = readLoss(block->payload)) {
                noteLoss(*block, *loss);
            } else {
                noteUnfit(*block);
            }
        }
    }
    return std::nullopt;
}

std::optional<RecordingBlock> RecordingReader::known(RecordingBlock block) {
    const RecordingMigrations& migrations = migrationsOf(m_options);
    if (!migrations.knows(block.kind, block.version)) {
        ++m_statistics.unknownBlocks;
        m_diagnostics.push_back({Severity::Warning,
                                 MessageId::RecordingBlockUnknown,
                                 {std::to_string(static_cast<int>(block.kind)), std::to_string(block.version)},
                                 {BufferId::Main, block.offset, block.size},
                                 {}});
        return std::nullopt;
    }
    const RecordingBlock place{block.offset, block.size, block.kind, block.version, {}};
    auto present = migrations.toPresent(std::move(block));
    if (!present) {
        noteUnfit(place);
    }
    return present;
}

void RecordingReader::noteUnfit(const RecordingBlock& block) {
    m_statistics.damagedBytes += block.size;
    m_diagnostics.push_back(
        {Severity::Error,
         MessageId::RecordingDamaged,
         {std::to_string(block.size), "a block whose fields do not fit its length", "it is skipped"},
         {BufferId::Main, block.offset, block.size},
         {}});
}

void RecordingReader::noteLoss(const RecordingBlock& block, const RecordingLoss& loss) {
    m_statistics.lost += loss.count;
    m_diagnostics.push_back({Severity::Warning,
                             MessageId::RecordingLost,
                             {std::to_string(loss.count), loss.why},
                             {BufferId::Main, block.offset, block.size},
                             {}});
}

void RecordingReader::beginRun(RecordingRun run) {
    m_runs.push_back(std::move(run));
    m_summarizers.clear();
    m_topicNames = std::make_shared<TopicNames>();
}

std::optional<RecordedExchange> RecordingReader::exchangeOf(const RecordingBlock& block) {
    auto recorded = readExchange(block.payload);
    if (!recorded) {
        noteUnfit(block);
        return std::nullopt;
    }
    if (m_runs.empty()) {
        beginRun({});
    }
    ++m_statistics.exchanges;
    const Exchange& exchange = recorded->exchange;
    m_entry = {block.offset,
               block.size,
               run(),
               {exchange.times.wallMs, exchange.connection, exchange.apiKey, exchange.apiVersion}};
    conclude(recorded->exchange, summarizerOf(recorded->exchange.connection));
    return recorded;
}

ExchangeSummarizer& RecordingReader::summarizerOf(ConnectionId connection) {
    if (m_summarizers.size() >= kMostConnections && !m_summarizers.contains(connection)) {
        m_summarizers.clear();
    }
    auto& summarizer = m_summarizers[connection];
    if (summarizer == nullptr) {
        summarizer = std::make_unique<ExchangeSummarizer>(*m_registry, choice(run()), m_options.limits, m_topicNames);
    }
    return *summarizer;
}

// As ConnectionDecoder asks for them.
void RecordingReader::conclude(Exchange& exchange, ExchangeSummarizer& summarizer) const {
    if (exchange.request && !exchange.saslMechanism) {
        summarizer.request(exchange);
    }
    if (isSummarized(exchange)) {
        summarizer.answer(exchange);
    }
}

SchemaChoice RecordingReader::choice(std::uint32_t run) const {
    return m_options.schemas ? *m_options.schemas : run < m_runs.size() ? m_runs[run].schemas : SchemaChoice();
}

Result<RecordedExchange> RecordingReader::at(const RecordingEntry& entry) const {
    auto found = m_blocks.at(entry.offset);
    if (!found) {
        return tl::unexpected<Error>(found.error());
    }
    const RecordingMigrations& migrations = migrationsOf(m_options);
    const bool isExchange = found->kind == RecordingKind::Exchange && migrations.knows(found->kind, found->version);
    const auto block = isExchange ? migrations.toPresent(std::move(*found)) : std::nullopt;
    auto recorded = block ? readExchange(block->payload) : std::nullopt;
    if (!recorded) {
        return failure(MessageId::RecordingDamaged, {std::to_string(entry.size), "no exchange is there",
                                                     fmt::format("it began at byte {}", entry.offset)});
    }
    ExchangeSummarizer summarizer(*m_registry, choice(entry.run), m_options.limits, nullptr);
    conclude(recorded->exchange, summarizer);
    return std::move(*recorded);
}

void RecordingReader::finish() {
    m_blocks.finish();
}

std::vector<Diagnostic> RecordingReader::takeDiagnostics() {
    std::vector<Diagnostic> all = m_blocks.takeDiagnostics();
    for (Diagnostic& diagnostic : std::exchange(m_diagnostics, {})) {
        all.push_back(std::move(diagnostic));
    }
    return all;
}

RecordingStatistics RecordingReader::statistics() const {
    RecordingStatistics statistics = m_statistics;
    statistics.bytes = m_blocks.position();
    statistics.damagedBytes += m_blocks.damagedBytes();
    return statistics;
}

Result<std::vector<RecordingEntry>> listRecording(std::shared_ptr<const ByteSource> source,
                                                  const RecordingOptions& options) {
    auto blocks = RecordingBlocks::open(std::move(source), largestBlock(options.limits));
    if (!blocks) {
        return tl::unexpected<Error>(blocks.error());
    }
    std::vector<RecordingEntry> entries;
    std::uint32_t runs = 0;
    while (const auto block = blocks->next(RecordingBlocks::Reading::Beginning)) {
        runs += block->kind == RecordingKind::RunHead ? 1 : 0;
        const bool isExchange =
            block->kind == RecordingKind::Exchange && migrationsOf(options).knows(block->kind, block->version);
        if (!isExchange) {
            continue;
        }
        // The beginning of an earlier version is that of another layout.
        const bool isPresent = block->version == kPayloadVersion;
        const auto facts = isPresent ? readFacts(block->payload) : RecordedFacts();
        entries.push_back({block->offset, block->size, runs == 0 ? 0 : runs - 1, facts.value_or(RecordedFacts())});
    }
    return entries;
}

}  // namespace brokerscope
