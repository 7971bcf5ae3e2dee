#pragma once

#include "core/exchange/exchange.h"

#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace brokerscope {

struct ExchangeStoreLimits {
    std::size_t count = 100'000;
    std::uint64_t bytes = 268435456;  // of frames, and of what else an exchange may hold much of
};

struct ExchangeStoreStatus {
    std::uint64_t appended = 0;  // since the start; also the highest id
    std::uint64_t kept = 0;
    std::uint64_t keptBytes = 0;  // of frames, fetch sessions, remarks and errors: those beside frames are estimated
    std::uint64_t evicted = 0;    // oldest first, by the limits
    std::uint64_t evictedBytes = 0;
};

// Every finished exchange of this run, oldest first. Append only and bounded: what the limits push out is counted. The
// newest one is always kept, however large. All functions may be called from any thread.
class ExchangeStore {
public:
    explicit ExchangeStore(ExchangeStoreLimits limits = {}) : m_limits(limits) {}

    // Gives it the next id and publishes it.
    std::shared_ptr<const Exchange> append(Exchange exchange);
    // Is given every exchange from now on, in the order of their ids, within append(): it must return soon and not call
    // the store. Empty: nobody is. Once this returns the one before is not called any more.
    void setListener(std::function<void(const std::shared_ptr<const Exchange>&)> listener);

    std::shared_ptr<const Exchange> find(ExchangeId id) const;  // null: unknown or evicted
    // Kept exchanges with an id above `after`, oldest first, at most `most`.
    std::vector<std::shared_ptr<const Exchange>> since(ExchangeId after, std::size_t most = SIZE_MAX) const;
    ExchangeStoreStatus status() const;

private:
    void evict();

    const ExchangeStoreLimits m_limits;
    mutable std::mutex m_mutex;
    std::deque<std::shared_ptr<const Exchange>> m_exchanges;
    ExchangeStoreStatus m_status;
    std::function<void(const std::shared_ptr<const Exchange>&)> m_listener;
};

}  // namespace brokerscope
