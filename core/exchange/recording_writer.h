#pragma once

#include "core/base/limits.h"
#include "core/exchange/recording_file.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace brokerscope {

// What may wait to be written. What comes beyond it is lost, and counted in the file.
struct RecordingQueueLimits {
    std::size_t count = 100'000;
    std::uint64_t bytes = 268'435'456;  // of frames; one exchange is taken whatever its size
};

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
                                                         RecordingQueueLimits queue = {});
    ~RecordingWriter();  // as close()
    RecordingWriter(const RecordingWriter&) = delete;
    RecordingWriter& operator=(const RecordingWriter&) = delete;

    void record(std::shared_ptr<const Exchange> exchange);
    RecordingStatus status() const;
    // Writes what waits and the end of the run, and gives what came of it all. What comes later is lost.
    RecordingStatus close();

private:
    using Queue = std::deque<std::shared_ptr<const Exchange>>;

    RecordingWriter(RecordingFile file, const SchemaRegistry& registry, RecordingRun run, const Limits& limits,
                    RecordingQueueLimits queue);

    void run();
    void write(const Exchange& exchange);
    void writeLoss();
    Result<void> append(RecordingKind kind, ByteView payload);
    void failed(const Error& error);

    const SchemaRegistry& m_registry;
    const RecordingRun m_run;
    const Limits m_limits;
    const RecordingQueueLimits m_queueLimits;
    RecordingFile m_file;  // of the thread, once it runs

    mutable std::mutex m_mutex;
    std::condition_variable m_more;
    Queue m_queue;
    std::uint64_t m_queuedBytes = 0;
    std::uint64_t m_untold = 0;  // lost, and not in the file yet
    bool m_isClosing = false;
    RecordingStatus m_status;
    std::mutex m_joining;
    std::thread m_thread;
};

}  // namespace brokerscope
