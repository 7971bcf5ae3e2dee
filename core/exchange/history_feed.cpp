#include "core/exchange/history_feed.h"

namespace brokerscope {

HistoryFeed::HistoryFeed(std::shared_ptr<ExchangeHistory> history, const ExchangeQueueLimits& limits)
    : m_history(std::move(history)), m_queue(limits, [this](const Exchange& exchange) {
        if (!m_history->add(exchange)) {
            m_lost.fetch_add(1, std::memory_order_relaxed);
        }
    }) {}

void HistoryFeed::record(std::shared_ptr<const Exchange> exchange) {
    if (!exchange->internal && !m_queue.put(std::move(exchange))) {
        m_lost.fetch_add(1, std::memory_order_relaxed);
    }
}

}  // namespace brokerscope
