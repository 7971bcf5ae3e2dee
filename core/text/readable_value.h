#pragma once

#include "core/schema/schema_registry.h"
#include "core/value/node_ref.h"

#include <string>

namespace brokerscope {

// How values are put into words.
struct ReadableOptions {
    const SchemaRegistry* registry = nullptr;  // names error codes, enums, times; null: plain values
    bool mask = false;                         // secrets (by the overlays) read "***"
    std::size_t longest = 120;                 // characters of a string or digits of bytes before "…"; 0: all
};

// The value of a node as people read it: "orders" in quotes, null, true, UNKNOWN_TOPIC_OR_PARTITION (3),
// 1700000000000 (2023-11-14T22:13:20.000Z), a uuid as Kafka prints it (zero: none (AAAA…)), bytes as hex with their
// number, "3 elements" for arrays, nothing for structures. The number itself is always there.
std::string readableValue(const NodeRef& node, const ReadableOptions& options);

// What is known about the number beside the number itself: "NOT_COORDINATOR", a time, an enum label; empty: nothing.
std::string readableMeaning(const NodeRef& node, const ReadableOptions& options);

}  // namespace brokerscope
