#pragma once

#include "core/value/node_ref.h"

#include <QStringList>
#include <vector>

namespace brokerscope {

// How many remarks a node and all below it have, and the worst of them. Built once for a tree; asking costs a binary
// search.
class DiagnosticCounts {
public:
    struct Summary {
        int problems = 0;  // warnings and errors
        int worst = -1;    // Severity, -1: no remark at all
        void add(const Summary& more);
        bool operator==(const Summary&) const = default;
    };

    DiagnosticCounts() = default;
    explicit DiagnosticCounts(std::shared_ptr<const ValueTree> tree);

    Summary below(const NodeRef& node) const;

private:
    struct Entry {
        std::uint32_t node;
        Severity severity;
    };
    static Summary summarize(const std::vector<Entry>& sorted, std::uint32_t begin, std::uint32_t end);
    static std::vector<Entry> entriesOf(const ValueTree& tree);

    std::shared_ptr<const ValueTree> m_tree;
    std::vector<Entry> m_entries;  // ascending by node
};

// Sentences of the remarks attached to the node itself.
QStringList remarkTexts(const NodeRef& node);

}  // namespace brokerscope
