#pragma once

#include "core/exchange/exchange.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace brokerscope {

// What may wait in a queue.
struct ExchangeQueueLimits {
    std::size_t count = 100'000;
    std::uint64_t bytes = 268'435'456;  // of frames; one exchange is taken whatever its size
};

// Exchanges that a thread of its own works off, one by one in their order, so that whoever hands one over waits for
// nothing. All functions may be called from any thread.
class ExchangeQueue {
public:
    using Work = std::function<void(const Exchange&)>;

    // `work` is called in the queue's thread.
    ExchangeQueue(const ExchangeQueueLimits& limits, Work work);
    ~ExchangeQueue();  // as close()
    ExchangeQueue(const ExchangeQueue&) = delete;
    ExchangeQueue& operator=(const ExchangeQueue&) = delete;

    // False: there is no room, or the queue is closed.
    bool put(std::shared_ptr<const Exchange> exchange);
    // Returns when what waits is worked off. Nothing is taken any more.
    void close();

private:
    void run();

    const ExchangeQueueLimits m_limits;
    const Work m_work;
    std::mutex m_mutex;
    std::condition_variable m_more;
    std::deque<std::shared_ptr<const Exchange>> m_waiting;
    std::uint64_t m_bytes = 0;  // of what waits and what is worked on
    bool m_isClosing = false;
    std::mutex m_joining;
    std::thread m_thread;
};

}  // namespace brokerscope
