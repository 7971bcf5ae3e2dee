#include "core/workbench/fetch_stream.h"

namespace brokerscope {

std::optional<FetchPiece> FetchStream::next(std::chrono::milliseconds patience) {
    std::unique_lock lock(m_mutex);
    m_changed.wait_for(lock, patience, [this] { return !m_pieces.empty() || m_end.has_value(); });
    if (m_pieces.empty()) {
        m_isAwaited = true;
        return std::nullopt;
    }
    FetchPiece piece = std::move(m_pieces.front());
    m_pieces.pop_front();
    const bool hadRoom = hasRoomNow();
    m_unread -= piece.records.size();
    if (!hadRoom && hasRoomNow()) {
        wakeJob();
    }
    return piece;
}

std::optional<FetchStream::End> FetchStream::end() const {
    const std::lock_guard lock(m_mutex);
    return m_pieces.empty() ? m_end : std::nullopt;
}

FetchProgress FetchStream::progress() const {
    const std::lock_guard lock(m_mutex);
    return m_progress;
}

void FetchStream::cancel() {
    const std::lock_guard lock(m_mutex);
    m_isCancelled = true;
    m_pieces.clear();
    m_unread = 0;
    wakeJob();
}

void FetchStream::push(FetchPiece piece) {
    std::unique_lock lock(m_mutex);
    if (m_isCancelled) {
        return;
    }
    m_unread += piece.records.size();
    m_pieces.push_back(std::move(piece));
    tellReader(lock);
}

void FetchStream::setProgress(const FetchProgress& progress) {
    const std::lock_guard lock(m_mutex);
    m_progress = progress;
}

void FetchStream::finish(End end) {
    std::unique_lock lock(m_mutex);
    if (!m_end) {
        m_end = std::move(end);
    }
    forgetJob();
    tellReader(lock);
}

bool FetchStream::hasRoom() const {
    const std::lock_guard lock(m_mutex);
    return hasRoomNow();
}

}  // namespace brokerscope
