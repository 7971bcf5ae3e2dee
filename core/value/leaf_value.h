#pragma once

#include "core/base/bytes.h"
#include "core/value/node_ref.h"
#include "core/value/value_tree.h"

#include <optional>
#include <string>

namespace brokerscope {

// The value of a field that has no fields of its own, wherever it was found: in a tree, or passing by in a walk.
// Borrows layout and bytes.
struct LeafValue {
    const FieldLayout* field = nullptr;  // of an element: its array's
    NodeKind kind = NodeKind::Scalar;    // Scalar, Uuid, String, Bytes or Records; null also Struct and Array
    bool isNull = false;
    std::int64_t integer = 0;  // of a Scalar but float64; bool as its byte
    double real = 0;           // of float64
    ByteView content;          // of all others, without their length
    int version = 0;           // of the message
};

// Nothing for a node that is no leaf, or that was not read.
std::optional<LeafValue> leafOf(const NodeRef& node);

// As toJson writes it, on one line.
std::string leafJson(const LeafValue& leaf);

}  // namespace brokerscope
