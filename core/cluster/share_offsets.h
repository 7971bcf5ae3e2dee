#pragma once

#include "core/cluster/group_offsets.h"
#include "core/exchange/exchange.h"
#include "core/schema/schema_registry.h"
#include "core/value/value_draft.h"

#include <string>
#include <vector>

namespace brokerscope {

// The start offsets of all partitions of these share groups (KIP-1043). Errors: those of SchemaRegistry::request().
Result<ValueDraft> shareOffsetsBody(const SchemaRegistry& registry, int version, const SchemaChoice& choice,
                                    const std::vector<std::string>& groups);
// What the answer tells of each group. Lags are in it since version 1.
std::vector<GroupOffsets> shareOffsets(const SchemaRegistry& registry, const Exchange& exchange,
                                       const SchemaChoice& choice, const Limits& limits);

}  // namespace brokerscope
