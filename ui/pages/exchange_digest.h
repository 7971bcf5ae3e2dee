#pragma once

#include "core/exchange/exchange.h"

#include <QString>

namespace brokerscope {

// What an exchange was about, in one line: the topics and groups that the request names, and how many elements the
// lists of the answer have: "orders, payments · Topics: 2"; before that the first warning or error of its decode.
// Frames above 64 KiB are left out; empty: nothing to say. Decodes, so it is work for a thread of the pool.
QString exchangeDigest(const SchemaRegistry& registry, const Exchange& exchange, const Limits& limits);

}  // namespace brokerscope
