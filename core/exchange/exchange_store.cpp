#include "core/exchange/exchange_store.h"

#include <algorithm>

namespace brokerscope {
namespace {

std::uint64_t heldBytesOf(const Diagnostic& remark) {
    std::uint64_t bytes = sizeof(Diagnostic) + remark.path.size();
    for (const std::string& argument : remark.arguments) {
        bytes += sizeof(std::string) + argument.size();
    }
    return bytes;
}

// An exchange that holds nothing but frames counts as they do.
std::uint64_t heldBytesOf(const Exchange& exchange) {
    std::uint64_t bytes = exchange.requestBytes() + exchange.responseBytes();
    bytes += exchange.fetchSession != nullptr ? exchange.fetchSession->heldBytes() : 0;
    for (const Diagnostic& note : exchange.notes) {
        bytes += heldBytesOf(note);
    }
    for (const ErrorFinding& error : exchange.errors.findings) {
        bytes += sizeof(ErrorFinding) + error.path.size();
    }
    return bytes;
}

}  // namespace

std::shared_ptr<const Exchange> ExchangeStore::append(Exchange exchange) {
    const std::lock_guard lock(m_mutex);
    exchange.id = static_cast<ExchangeId>(++m_status.appended);
    m_status.keptBytes += heldBytesOf(exchange);
    auto stored = std::make_shared<const Exchange>(std::move(exchange));
    m_exchanges.push_back(stored);
    evict();
    m_status.kept = m_exchanges.size();
    if (m_listener) {
        m_listener(stored);
    }
    return stored;
}

void ExchangeStore::setListener(std::function<void(const std::shared_ptr<const Exchange>&)> listener) {
    const std::lock_guard lock(m_mutex);
    m_listener = std::move(listener);
}

void ExchangeStore::evict() {
    while (m_exchanges.size() > 1 && (m_exchanges.size() > m_limits.count || m_status.keptBytes > m_limits.bytes)) {
        const std::uint64_t bytes = heldBytesOf(*m_exchanges.front());
        m_exchanges.pop_front();
        m_status.keptBytes -= bytes;
        m_status.evictedBytes += bytes;
        ++m_status.evicted;
    }
}

std::shared_ptr<const Exchange> ExchangeStore::find(ExchangeId id) const {
    const std::vector<std::shared_ptr<const Exchange>> found =
        since(static_cast<ExchangeId>(static_cast<std::uint64_t>(id) - 1), 1);
    return !found.empty() && found.front()->id == id ? found.front() : nullptr;
}

std::vector<std::shared_ptr<const Exchange>> ExchangeStore::since(ExchangeId after, std::size_t most) const {
    const std::lock_guard lock(m_mutex);
    const auto first = std::upper_bound(m_exchanges.begin(), m_exchanges.end(), after,
                                        [](ExchangeId id, const auto& exchange) { return id < exchange->id; });
    const auto available = static_cast<std::size_t>(m_exchanges.end() - first);
    return {first, first + static_cast<std::ptrdiff_t>(std::min(most, available))};
}

ExchangeStoreStatus ExchangeStore::status() const {
    const std::lock_guard lock(m_mutex);
    return m_status;
}

}  // namespace brokerscope
