#pragma once

#include "core/exchange/exchange_history.h"
#include "core/exchange/exchange_queue.h"

#include <atomic>
#include <cstdint>
#include <memory>

namespace brokerscope {

// Keeps in a history what was sent, without making anybody wait for masking or the disk. What the program sent for
// itself is not kept. What cannot be written is counted, and the history's status says why. All functions may be called
// from any thread.
class HistoryFeed {
public:
    // `history` is not null.
    explicit HistoryFeed(std::shared_ptr<ExchangeHistory> history, const ExchangeQueueLimits& limits = {});

    void record(std::shared_ptr<const Exchange> exchange);
    // Returns when everything is in the history. What comes later is lost.
    void close() { m_queue.close(); }
    // Exchanges that are not in the history: there were too many at once, or writing failed.
    std::uint64_t lost() const { return m_lost.load(std::memory_order_relaxed); }

private:
    std::shared_ptr<ExchangeHistory> m_history;
    std::atomic<std::uint64_t> m_lost = 0;
    ExchangeQueue m_queue;  // the last: its thread uses the others
};

}  // namespace brokerscope
