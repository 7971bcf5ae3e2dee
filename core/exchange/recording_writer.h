#pragma once

#include "core/base/limits.h"
#include "core/exchange/exchange_queue.h"
#include "core/exchange/recording_file.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace brokerscope {

struct RecordingStatus {
    std::uint64_t written = 0;   // exchanges in the file
    std::uint64_t lost = 0;      // exchanges that are not: the queue was full, or writing failed
    std::uint64_t bytes = 0;     // of the file
    std::optional<Error> error;  // why writing ended; nothing more is written after it
};

// Adds one run to a recording, exchange by exchange, in a thread of its own: whoever hands one over waits neither for
// the disk nor for masking. Each block is one write. The operating system decides when it reaches the disk; close()
// waits for that. A disk that is full ends the recording and nothing else. All functions may be called from any thread.
class RecordingWriter {
public:
    // Makes the file, or adds to one that is a recording. Secrets are masked unless run.keepsSecrets; `registry` tells
    // them and must outlive the writer. Errors: FileUnwritable.
    static Result<std::unique_ptr<RecordingWriter>> open(const std::string& path, const SchemaRegistry& registry,
                                                         RecordingRun run, const Limits& limits = {},
                                                         ExchangeQueueLimits queue = {});
    ~RecordingWriter();  // as close()
    RecordingWriter(const RecordingWriter&) = delete;
    RecordingWriter& operator=(const RecordingWriter&) = delete;

    // What finds no room in the queue is lost, and counted in the file.
    void record(std::shared_ptr<const Exchange> exchange);
    RecordingStatus status() const;
    // Writes what waits and the end of the run, and gives what came of it all. What comes later is lost.
    RecordingStatus close();

private:
    RecordingWriter(RecordingFile file, const SchemaRegistry& registry, RecordingRun run, const Limits& limits,
                    ExchangeQueueLimits queue);

    void write(const Exchange& exchange);
    void end();
    void writeLoss();
    Result<void> append(RecordingKind kind, ByteView payload);
    void failed(const Error& error);

    const SchemaRegistry& m_registry;
    const RecordingRun m_run;
    const Limits m_limits;
    RecordingFile m_file;  // of the queue's thread, until that ends

    mutable std::mutex m_mutex;
    std::uint64_t m_untold = 0;  // lost, and not in the file yet
    RecordingStatus m_status;
    std::mutex m_ending;
    bool m_isEnded = false;
    ExchangeQueue m_queue;  // the last: its thread uses the others
};

}  // namespace brokerscope
