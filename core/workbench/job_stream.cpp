#include "core/workbench/job_stream.h"

#include <utility>

namespace brokerscope {

void JobStream::setNotice(std::function<void()> notice) {
    const std::lock_guard lock(m_noticeMutex);
    m_notice = std::move(notice);
}

void JobStream::begin(std::function<void()> wake) {
    const std::lock_guard lock(m_mutex);
    m_wake = std::move(wake);
}

bool JobStream::isCancelled() const {
    const std::lock_guard lock(m_mutex);
    return m_isCancelled;
}

void JobStream::wakeJob() const {
    if (m_wake) {
        m_wake();
    }
}

void JobStream::tellReader(std::unique_lock<std::mutex>& lock) {
    const bool wasAwaited = std::exchange(m_isAwaited, false);
    m_changed.notify_all();
    lock.unlock();
    const std::lock_guard notice(m_noticeMutex);
    if (wasAwaited && m_notice) {
        m_notice();
    }
}

}  // namespace brokerscope
