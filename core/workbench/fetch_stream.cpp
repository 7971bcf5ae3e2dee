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
    // Under the lock, since finish() takes the function away together with what it calls.
    if (!hadRoom && hasRoomNow() && m_wake) {
        m_wake();
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
    if (m_wake) {
        m_wake();
    }
}

void FetchStream::setNotice(std::function<void()> notice) {
    const std::lock_guard lock(m_mutex);
    m_notice = std::move(notice);
}

void FetchStream::begin(std::function<void()> wake) {
    const std::lock_guard lock(m_mutex);
    m_wake = std::move(wake);
}

void FetchStream::push(FetchPiece piece) {
    std::unique_lock lock(m_mutex);
    if (m_isCancelled) {
        return;
    }
    m_unread += piece.records.size();
    m_pieces.push_back(std::move(piece));
    tell(lock);
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
    m_wake = nullptr;
    tell(lock);
}

void FetchStream::tell(std::unique_lock<std::mutex>& lock) {
    const std::function<void()> notice = m_isAwaited ? m_notice : nullptr;
    m_isAwaited = false;
    m_changed.notify_all();
    lock.unlock();
    if (notice) {
        notice();
    }
}

bool FetchStream::hasRoom() const {
    const std::lock_guard lock(m_mutex);
    return hasRoomNow();
}

bool FetchStream::isCancelled() const {
    const std::lock_guard lock(m_mutex);
    return m_isCancelled;
}

}  // namespace brokerscope
