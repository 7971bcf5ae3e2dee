#pragma once

#include "app/cli/command_context.h"
#include "core/text/schema_json.h"

#include <map>
#include <vector>

namespace brokerscope {

// Ranges of each broker by API key.
using BrokerRanges = std::map<std::int16_t, std::vector<BrokerRange>>;

// Asks every broker of the cluster for its versions. Says what went wrong and returns its status; 0: `ranges` is
// filled.
int readBrokerRanges(const CommandContext& context, BrokerRanges& ranges);

}  // namespace brokerscope
