#pragma once

#include "core/base/bytes.h"
#include "core/schema/schema_registry.h"

namespace brokerscope {

// True for the one request that is never answered: Produce with acks=0. `frame` has its size prefix; false where it is
// too short or its version is unknown. acks stands first in v0-2, after the nullable transactional id from v3 on
// (compact from v9 on).
bool hasNoResponse(const SchemaRegistry& registry, ByteView frame);

}  // namespace brokerscope
