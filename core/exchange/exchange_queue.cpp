#include "core/exchange/exchange_queue.h"

namespace brokerscope {
namespace {

std::uint64_t frameBytes(const Exchange& exchange) {
    return exchange.requestBytes() + exchange.responseBytes();
}

}  // namespace

ExchangeQueue::ExchangeQueue(const ExchangeQueueLimits& limits, Work work)
    : m_limits(limits), m_work(std::move(work)), m_thread([this] { run(); }) {}

ExchangeQueue::~ExchangeQueue() {
    close();
}

bool ExchangeQueue::put(std::shared_ptr<const Exchange> exchange) {
    const std::uint64_t bytes = frameBytes(*exchange);
    const std::lock_guard lock(m_mutex);
    const bool isFull = m_waiting.size() >= m_limits.count || m_bytes + bytes > m_limits.bytes;
    if (m_isClosing || (isFull && !m_waiting.empty())) {
        return false;
    }
    m_bytes += bytes;
    m_waiting.push_back(std::move(exchange));
    m_more.notify_one();
    return true;
}

void ExchangeQueue::close() {
    {
        const std::lock_guard lock(m_mutex);
        m_isClosing = true;
    }
    m_more.notify_one();
    const std::lock_guard joining(m_joining);
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

void ExchangeQueue::run() {
    for (;;) {
        std::shared_ptr<const Exchange> exchange;
        {
            std::unique_lock lock(m_mutex);
            m_more.wait(lock, [this] { return m_isClosing || !m_waiting.empty(); });
            if (m_waiting.empty()) {
                return;
            }
            exchange = std::move(m_waiting.front());
            m_waiting.pop_front();
        }
        m_work(*exchange);
        // Counted until then: what is being worked on takes memory too.
        const std::lock_guard lock(m_mutex);
        m_bytes -= frameBytes(*exchange);
    }
}

}  // namespace brokerscope
