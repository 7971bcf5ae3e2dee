#include "core/capture/history_search.h"

#include "core/capture/exchange_fields.h"
#include "core/capture/recorded_exchanges.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::uint64_t kToldEvery = 100;

}  // namespace

HistorySearch searchHistory(const ExchangeHistory& history, const SchemaRegistry& registry, const Filter& filter,
                            const SchemaChoice& schemas, const Limits& limits, const CancelToken& cancel,
                            const std::function<void(std::uint64_t looked)>& progress) {
    HistorySearch search;
    const ExchangeHistory::List list = history.list();
    for (auto summary = list->rbegin(); summary != list->rend(); ++summary) {
        if (cancel.isCancelled()) {
            search.isWhole = false;
            break;
        }
        ++search.looked;
        if (progress && search.looked % kToldEvery == 0) {
            progress(search.looked);
        }
        auto recorded = history.load(summary->id);
        if (!recorded) {
            ++search.unreadable;
            continue;
        }
        const ConnectionId connection = recorded->exchange.connection;
        const CapturedExchange captured =
            capturedExchange(std::move(*recorded), connection, static_cast<std::uint64_t>(summary->id));
        if (filter.matches(ExchangeFields(registry, captured, schemas, limits))) {
            search.found.push_back(summary->id);
        }
    }
    std::reverse(search.found.begin(), search.found.end());
    return search;
}

}  // namespace brokerscope
