#pragma once

#include "core/exchange/exchange.h"

#include <cstdint>
#include <memory>

namespace brokerscope {

// What somebody says that an answer answers, whose request nobody saw.
struct AssumedRequest {
    std::int16_t apiKey = 0;
    std::int16_t version = 0;
    bool operator==(const AssumedRequest&) const = default;
};

// Whether an exchange is such an answer: a frame of Kafka's with nothing that says its API.
bool lacksRequest(const Exchange& exchange);

// The exchange as it is if the answer answers that: its errors and what was left unread are looked at again. Decodes:
// work for a thread of the pool.
std::shared_ptr<const Exchange> withAssumed(const SchemaRegistry& registry, const Exchange& exchange,
                                            const AssumedRequest& request, const Limits& limits);

}  // namespace brokerscope
