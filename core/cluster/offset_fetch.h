#pragma once

#include "core/cluster/group_offsets.h"
#include "core/exchange/exchange.h"
#include "core/schema/schema_registry.h"
#include "core/value/value_draft.h"

#include <string>
#include <vector>

namespace brokerscope {

// The last version that names topics; newer ones have their ids alone (KIP-848).
inline constexpr std::int16_t kOffsetFetchNamesUntil = 9;
// The first version that gives all offsets of a group that are there.
inline constexpr std::int16_t kOffsetFetchAllSince = 2;

// Below version 8 a request asks about one group: the first.
bool asksForManyGroups(int version);
// All committed offsets of these groups, those of open transactions not waited for. Errors: those of
// SchemaRegistry::request().
Result<ValueDraft> offsetFetchBody(const SchemaRegistry& registry, int version, const SchemaChoice& choice,
                                   const std::vector<std::string>& groups);
// What the answer tells of each group. Of versions below 8 the group is not in the answer: empty.
std::vector<GroupOffsets> fetchedOffsets(const SchemaRegistry& registry, const Exchange& exchange,
                                         const SchemaChoice& choice, const Limits& limits);

}  // namespace brokerscope
