#pragma once

#include "core/base/cancel_token.h"
#include "core/document/group_facts.h"
#include "core/exchange/exchange_store.h"

namespace brokerscope {

// What earlier exchanges told of groups, where a message of this one may need it to tell what its bytes are: SyncGroup
// before version 5 does not say the protocol type, JoinGroup did. Looks back through the store, at a few hundred
// exchanges at most, and decodes those that tell; work for a thread of the pool. Cancelled: what was learnt so far.
GroupFacts groupsBefore(const SchemaRegistry& registry, const ExchangeStore& store, const Exchange& exchange,
                        const Limits& limits, const CancelToken& cancel = {});

}  // namespace brokerscope
