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
                                                               RecordingQueueLimits queue) {
    auto file = RecordingFile::open(path);
    if (!file) {
        return tl::unexpected<Error>(file.error());
    }
    std::unique_ptr<RecordingWriter> writer(
        new RecordingWriter(std::move(*file), registry, std::move(run), limits, queue));
    if (const auto begun = writer->append(RecordingKind::RunHead, runHeadPayload(writer->m_run)); !begun) {
        return tl::unexpected<Error>(begun.error());
    }
    writer->m_thread = std::thread([self = writer.get()] { self->run(); });
    return writer;
}

RecordingWriter::RecordingWriter(RecordingFile file, const SchemaRegistry& registry, RecordingRun run,
                                 const Limits& limits, RecordingQueueLimits queue)
    : m_registry(registry), m_run(std::move(run)), m_limits(limits), m_queueLimits(queue), m_file(std::move(file)) {}

RecordingWriter::~RecordingWriter() {
    close();
}

void RecordingWriter::record(std::shared_ptr<const Exchange> exchange) {
    const std::uint64_t bytes = bytesOf(*exchange);
    const std::lock_guard lock(m_mutex);
    const bool isFull = m_queue.size() >= m_queueLimits.count || m_queuedBytes + bytes > m_queueLimits.bytes;
    if (m_isClosing || m_status.error || (isFull && !m_queue.empty())) {
        ++m_status.lost;
        ++m_untold;
        return;
    }
    m_queuedBytes += bytes;
    m_queue.push_back(std::move(exchange));
    m_more.notify_one();
}

RecordingStatus RecordingWriter::status() const {
    const std::lock_guard lock(m_mutex);
    return m_status;
}

RecordingStatus RecordingWriter::close() {
    {
        const std::lock_guard lock(m_mutex);
        m_isClosing = true;
    }
    m_more.notify_one();
    {
        const std::lock_guard joining(m_joining);
        if (m_thread.joinable()) {
            m_thread.join();
        }
    }
    return status();
}

void RecordingWriter::run() {
    for (;;) {
        std::shared_ptr<const Exchange> exchange;
        {
            std::unique_lock lock(m_mutex);
            m_more.wait(lock, [this] { return m_isClosing || !m_queue.empty(); });
            if (m_queue.empty()) {
                break;
            }
            exchange = std::move(m_queue.front());
            m_queue.pop_front();
        }
        writeLoss();
        write(*exchange);
        // Counted until it is written: what is being written takes memory too.
        const std::lock_guard lock(m_mutex);
        m_queuedBytes -= bytesOf(*exchange);
    }
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
