#pragma once

#include <atomic>
#include <memory>

namespace brokerscope {

// Tells long work that its result is no longer wanted. Owned by the requester; copies share one flag. Safe across
// threads.
class CancelToken {
public:
    CancelToken() : m_cancelled(std::make_shared<std::atomic<bool>>(false)) {}

    void cancel() { m_cancelled->store(true, std::memory_order_relaxed); }
    bool isCancelled() const { return m_cancelled->load(std::memory_order_relaxed); }

private:
    std::shared_ptr<std::atomic<bool>> m_cancelled;
};

}  // namespace brokerscope
