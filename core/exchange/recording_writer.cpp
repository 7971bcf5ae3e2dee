#include "core/exchange/recording_writer.h"

#include "core/exchange/recording_masking.h"
#include "core/exchange/recording_payload.h"

namespace brokerscope {
namespace {

// Of a block, for all that is not its frames.
constexpr std::uint64_t kRoomForFacts = 16'777'216;

std::uint64_t bytesOf(const Exchange& exchange) {
    return exchange.requestBytes() + exchange.responseBytes();
}

}  // namespace

Result<std::unique_ptr<RecordingWriter>> RecordingWriter::open(const std::string& path, const SchemaRegistry& registry,
                                                               RecordingRun run, const Limits& limits,
                                                               ExchangeQueueLimits queue) {
    auto file = RecordingFile::open(path);
    if (!file) {
        return tl::unexpected<Error>(file.error());
    }
    std::unique_ptr<RecordingWriter> writer(
        new RecordingWriter(std::move(*file), registry, std::move(run), limits, queue));
    if (const auto begun = writer->append(RecordingKind::RunHead, runHeadPayload(writer->m_run)); !begun) {
        return tl::unexpected<Error>(begun.error());
    }
    return writer;
}

RecordingWriter::RecordingWriter(RecordingFile file, const SchemaRegistry& registry, RecordingRun run,
                                 const Limits& limits, ExchangeQueueLimits queue)
    : m_registry(registry)
    , m_run(std::move(run))
    , m_limits(limits)
    , m_file(std::move(file))
    , m_queue(queue, [this](const Exchange& exchange) {
        writeLoss();
        write(exchange);
    }) {}

RecordingWriter::~RecordingWriter() {
    close();
}

void RecordingWriter::record(std::shared_ptr<const Exchange> exchange) {
    if (!status().error && m_queue.put(std::move(exchange))) {
        return;
    }
    const std::lock_guard lock(m_mutex);
    ++m_status.lost;
    ++m_untold;
}

RecordingStatus RecordingWriter::status() const {
    const std::lock_guard lock(m_mutex);
    return m_status;
}

RecordingStatus RecordingWriter::close() {
    m_queue.close();
    const std::lock_guard ending(m_ending);
    if (!std::exchange(m_isEnded, true)) {
        end();
    }
    return status();
}

void RecordingWriter::end() {
    writeLoss();
    const RecordingStatus told = status();
    if (told.error) {
        return;
    }
    if (const auto ended = append(RecordingKind::RunEnd, runEndPayload({told.written, told.lost})); !ended) {
        failed(ended.error());
    } else if (const auto closed = m_file.close(); !closed) {
        failed(closed.error());
    }
}

void RecordingWriter::write(const Exchange& exchange) {
    bool isWritten = !status().error && bytesOf(exchange) < kLargestBlock - kRoomForFacts;
    if (isWritten) {
        const RecordedExchange recorded = m_run.keepsSecrets
                                              ? RecordedExchange{exchange, false, false}
                                              : withoutSecrets(m_registry, exchange, m_run.schemas, m_limits);
        if (const auto appended = append(RecordingKind::Exchange, exchangePayload(recorded)); !appended) {
            failed(appended.error());
            isWritten = false;
        }
    }
    const std::lock_guard lock(m_mutex);
    ++(isWritten ? m_status.written : m_status.lost);
    m_untold += isWritten ? 0 : 1;
}

void RecordingWriter::writeLoss() {
    std::uint64_t untold = 0;
    {
        const std::lock_guard lock(m_mutex);
        untold = m_status.error ? 0 : std::exchange(m_untold, 0);
    }
    if (untold == 0) {
        return;
    }
    if (const auto appended =
            append(RecordingKind::Lost,
                   lossPayload({untold, "they came faster than they could be written, or were too large"}));
        !appended) {
        failed(appended.error());
    }
}

Result<void> RecordingWriter::append(RecordingKind kind, ByteView payload) {
    const auto appended = m_file.append(makeBlock(m_file.marker(), kind, kPayloadVersion, payload));
    const std::lock_guard lock(m_mutex);
    m_status.bytes = m_file.size();
    return appended;
}

void RecordingWriter::failed(const Error& error) {
    const std::lock_guard lock(m_mutex);
    m_status.error = m_status.error ? m_status.error : error;
}

}  // namespace brokerscope
