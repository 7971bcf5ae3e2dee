#pragma once

#include "core/cluster/fetch_piece.h"
#include "core/workbench/job_stream.h"

#include <chrono>
#include <deque>
#include <memory>
#include <optional>

namespace brokerscope {

// What a running fetch tells: pieces in the order of each partition's offsets, then one end. Shared between the fetch
// and its reader, one a stream, who may be in any thread and calls the functions for readers. While pieces of more than
// kMostUnread bytes wait to be read, nothing is asked of the brokers: what waits and what is on its way is bounded by
// that and one answer of each leader.
class FetchStream : public JobStream {
public:
    static constexpr std::uint64_t kMostUnread = 16 * 1024 * 1024;

    struct End {
        // Why nothing could be fetched, or Cancelled; absent where each partition ended by itself, in whichever way its
        // last piece says.
        std::optional<FetchProblem> problem;
    };

    // For readers.
    // The next piece, waiting for it at most so long. Nothing: none came in time, or the end is there.
    std::optional<FetchPiece> next(std::chrono::milliseconds patience = std::chrono::milliseconds(0));
    // Set once the last piece was read.
    std::optional<End> end() const;
    FetchProgress progress() const;
    // No more is wanted: pieces that wait are dropped, and the end comes when the brokers were told.
    void cancel();

    // For the fetch, which is woken when there is room again or the reader has cancelled.
    void push(FetchPiece piece);
    void setProgress(const FetchProgress& progress);
    void finish(End end);
    bool hasRoom() const;

private:
    bool hasRoomNow() const { return m_unread <= kMostUnread; }

    std::deque<FetchPiece> m_pieces;
    std::uint64_t m_unread = 0;  // bytes of records
    FetchProgress m_progress;
    std::optional<End> m_end;
};

}  // namespace brokerscope
