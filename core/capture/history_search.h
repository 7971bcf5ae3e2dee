#pragma once

#include "core/base/cancel_token.h"
#include "core/exchange/exchange_history.h"
#include "core/query/filter.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace brokerscope {

struct HistorySearch {
    std::vector<HistoryId> found;  // in the order of the list
    std::uint64_t looked = 0;      // exchanges that were looked at
    std::uint64_t unreadable = 0;  // of them; they were removed meanwhile, or are damaged
    bool isWhole = true;           // false: it was cancelled
};

// The exchanges of a list that pass a filter of the words of captures (exchangeVocabulary); `frame` is the number of
// the HistoryId. Each is read from the file: work for a thread of its own, which tells `progress` now and then how many
// it has looked at. The newest come last in `found`, and are looked at first, so that a search that is cancelled knows
// them.
HistorySearch searchHistory(const ExchangeHistory& history, const SchemaRegistry& registry, const Filter& filter,
                            const SchemaChoice& schemas, const Limits& limits, const CancelToken& cancel = {},
                            const std::function<void(std::uint64_t looked)>& progress = {});

}  // namespace brokerscope
