#pragma once

#include "app/cli/command_context.h"
#include "core/records/batch_iterator.h"

#include <chrono>
#include <cstdint>
#include <string>

namespace brokerscope {

// How far a long reading is, as one line of a terminal's stderr that is written anew and taken away at its end; on
// anything else, and with --quiet, nothing:
//
//   __consumer_offsets: 1200000 records, 120.5 MB of 540.2 MB, 22 %       of files
//   __consumer_offsets: 1200000 records, 120.5 MB, 22 %                   of a broker, by its offsets
//
// Borrows the context. Not thread safe.
class ReadingProgress {
public:
    ReadingProgress(const CommandContext& context, std::string topic);
    ~ReadingProgress();
    ReadingProgress(const ReadingProgress&) = delete;
    ReadingProgress& operator=(const ReadingProgress&) = delete;

    bool isShown() const { return m_isShown; }
    void setWantedBytes(std::uint64_t bytes) { m_wantedBytes = bytes; }
    void setOffsets(std::int64_t done, std::int64_t wanted);
    void take(const BatchEntry& entry);
    std::string text() const;

private:
    int percent() const;
    void show();

    const CommandContext& m_context;
    std::string m_topic;
    bool m_isShown;
    std::uint64_t m_records = 0;
    std::uint64_t m_bytes = 0;
    std::uint64_t m_wantedBytes = 0;
    std::int64_t m_offsets = 0;
    std::int64_t m_wantedOffsets = 0;
    std::chrono::steady_clock::time_point m_next;
    std::size_t m_width = 0;  // of the line that stands there
};

}  // namespace brokerscope
