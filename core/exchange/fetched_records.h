#pragma once

#include "core/exchange/exchange.h"
#include "core/exchange/topic_names.h"

#include <cstdint>
#include <functional>
#include <string_view>

namespace brokerscope {

// Gives the record sets of `topic` that a Fetch answer brought: partition index and the set, which is borrowed within
// the call. Topic ids (from version 13) are resolved by the exchange's names, else by `names`; those without a name are
// no answer about `topic`. Exchanges of other APIs, and those without an answer, give nothing.
void visitFetchedRecords(const SchemaRegistry& registry, const Exchange& exchange, const TopicNames& names,
                         std::string_view topic, const std::function<void(std::int32_t partition, ByteView set)>& take,
                         const SchemaChoice& choice, const Limits& limits);

}  // namespace brokerscope
