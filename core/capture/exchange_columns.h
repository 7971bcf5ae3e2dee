#pragma once

#include "core/codec/walk_path.h"
#include "core/exchange/exchange.h"
#include "core/query/filter_path.h"
#include "core/schema/schema_registry.h"
#include "core/value/leaf_value.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace brokerscope {

// Gets a value at the path of that position, and where it stands in its message. Both are borrowed for the call.
using TakeExchangeValue = std::function<void(std::size_t path, const LeafValue& value, const WalkPath& at)>;

// Hands out the values at paths of an exchange's messages, those of one path in wire order. No tree is built, and each
// message is walked over once at most. A path without a scope has no values; neither has an exchange whose API is not
// known. Gives for each path whether it ends at a structure or an array, so that only a tree has what stands there.
std::vector<bool> visitExchangeValues(const SchemaRegistry& registry, const Exchange& exchange,
                                      const SchemaChoice& choice, const Limits& limits,
                                      std::span<const FilterPath> paths, const TakeExchangeValue& take);

// Hands out the topics that the request names, in wire order: those that it has an id of by the name that was told for
// that (exchange.topicNames), else by the id.
void visitRequestTopics(const SchemaRegistry& registry, const Exchange& exchange, const SchemaChoice& choice,
                        const Limits& limits, const std::function<void(std::string_view topic)>& take);

}  // namespace brokerscope
