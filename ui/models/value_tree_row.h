#pragma once

#include "ui/models/value_tree_model.h"

#include <memory>
#include <unordered_map>

namespace brokerscope {

// Internal to ValueTreeModel; split off because what its rows say is in a file of its own.

// A row that was asked for. A range row stands for `count` elements of its array from `first` on; the row of opened
// bytes has the rows of what lies in them, after those of the numbers before it.
struct ValueTreeModel::Row {
    NodeRef node;
    const DocumentPart* within = nullptr;  // the part that the node is in
    Row* parent = nullptr;
    std::size_t position = 0;  // among the parent's rows
    bool isRange = false;
    const StructurePrefix* prefix = nullptr;  // the row is that number, `node` the bytes that it is in
    const Diagnostic* remark = nullptr;       // the row is that remark, `node` the whole message
    const DocumentPart* opened = nullptr;     // what lies in the node's bytes
    NodeRef below;                            // whose children the rows below are
    std::size_t prefixes = 0;                 // rows before those
    std::size_t first = 0;
    std::size_t count = 0;             // children of `below` that are below this row, directly or in ranges
    std::size_t step = 1;              // elements a child row stands for
    DiagnosticCounts::Summary nested;  // of parts that were opened below
    std::unordered_map<std::size_t, std::unique_ptr<Row>> children;

    void setExtent(std::size_t begin, std::size_t number) {
        first = begin;
        count = number;
        while (count / step > kRangeSize) {
            step *= kRangeSize;
        }
    }
    std::size_t rows() const { return prefixes + (count + step - 1) / step; }
    // Where rows may still come from.
    bool isPlain() const { return isNode() && parent != nullptr; }
    bool isNode() const { return !isRange && prefix == nullptr && remark == nullptr; }
};

}  // namespace brokerscope
