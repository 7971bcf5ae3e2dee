#pragma once

#include "core/base/limits.h"
#include "core/exchange/exchange.h"
#include "core/schema/schema_registry.h"
#include "core/workbench/replay_identities.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// One thing that two exchanges of the same request say otherwise.
struct ExchangeDifference {
    std::string path;         // "request.topics[0].name", "header.clientId", "response.header.correlationId", "error"
    std::string_view change;  // "changed", "added" (the second alone has it), "removed"
    std::string from;         // JSON; empty: not there
    std::string to;
    std::string volatileWhy;  // why it differs each time; empty: it need not

    bool isVolatile() const { return !volatileWhy.empty(); }
};

struct ExchangeDifferences {
    std::vector<ExchangeDifference> all;
    bool isCut = false;  // there are more

    // Whether some of them is not volatile.
    bool areReal() const;
};

struct ComparisonOptions {
    SchemaChoice schemas;
    Limits limits;
    bool mask = true;         // secrets read "***"
    bool withRequest = true;  // false: the answers alone
    // Set: the second one is of another cluster. What it calls otherwise is no difference, and addresses of its brokers
    // are volatile.
    const ReplayIdentities* identities = nullptr;
    std::size_t most = 1000;
};

// What `after` says otherwise than `before`: header and body of request and answer by path, elements found by their
// keys, and how either failed ("error": the code, or null).
ExchangeDifferences compareExchanges(const SchemaRegistry& registry, const Exchange& before, const Exchange& after,
                                     const ComparisonOptions& options);

}  // namespace brokerscope
