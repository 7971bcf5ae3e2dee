#pragma once

#include "core/exchange/topic_names.h"
#include "core/schema/schema_registry.h"
#include "core/value/node_ref.h"

#include <string>

namespace brokerscope {

// How values are put into words.
struct ReadableOptions {
    const SchemaRegistry* registry = nullptr;  // names error codes, enums, times; null: plain values
    bool mask = false;                         // what is hidden (isHidden) reads "***"
    std::size_t longest = 120;                 // characters of a string or digits of bytes before "…"; 0: all
    const TopicNames* topicNames = nullptr;    // names shown with topic ids; null: ids alone
};

// The value of a node as people read it: "orders" in quotes, null, true, UNKNOWN_TOPIC_OR_PARTITION (3),
// 1700000000000 (2023-11-14T22:13:20.000Z), a uuid as Kafka prints it (zero: none (AAAA…)), bytes as hex with their
// number, "3 elements" for arrays, nothing for structures; null and arrays without elements with what they say where
// that is known: null (all topics). The number itself is always there.
std::string readableValue(const NodeRef& node, const ReadableOptions& options);

// What is known about the value beside the value itself: "NOT_COORDINATOR", a time, an enum label, "all topics" of a
// null; empty: nothing.
std::string readableMeaning(const NodeRef& node, const ReadableOptions& options);

}  // namespace brokerscope
