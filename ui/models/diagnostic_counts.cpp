#include "ui/models/diagnostic_counts.h"

#include <algorithm>

namespace brokerscope {

DiagnosticCounts::DiagnosticCounts(std::shared_ptr<const ValueTree> tree) : m_tree(std::move(tree)) {
    if (m_tree != nullptr) {
        m_entries = entriesOf(*m_tree);
    }
}

std::vector<DiagnosticCounts::Entry> DiagnosticCounts::entriesOf(const ValueTree& tree) {
    std::vector<Entry> entries;
    entries.reserve(tree.diagnostics.size());
    for (const NodeDiagnostic& remark : tree.diagnostics) {
        entries.push_back({remark.node, remark.diagnostic.severity});
    }
    std::ranges::sort(entries, {}, &Entry::node);
    return entries;
}

void DiagnosticCounts::Summary::add(const Summary& more) {
    problems += more.problems;
    worst = std::max(worst, more.worst);
}

DiagnosticCounts::Summary DiagnosticCounts::summarize(const std::vector<Entry>& sorted, std::uint32_t begin,
                                                      std::uint32_t end) {
    Summary summary;
    for (auto at = std::ranges::lower_bound(sorted, begin, {}, &Entry::node); at != sorted.end() && at->node < end;
         ++at) {
        summary.worst = std::max(summary.worst, static_cast<int>(at->severity));
        summary.problems += at->severity == Severity::Note ? 0 : 1;
    }
    return summary;
}

DiagnosticCounts::Summary DiagnosticCounts::below(const NodeRef& node) const {
    if (!node.isValid() || (node.elementIndex() >= 0 && node.tree().nodes[node.index()].kind == NodeKind::Array &&
                            node.kind() != NodeKind::Array)) {
        return {};  // a number of an array has no remarks of its own
    }
    const std::uint32_t begin = node.index();
    const std::uint32_t end = node.tree().nodes[begin].subtreeEnd;
    if (&node.tree() == m_tree.get()) {
        return summarize(m_entries, begin, end);
    }
    // Elements that were made on demand stand in a small tree of their own.
    return node.tree().diagnostics.empty() ? Summary{} : summarize(entriesOf(node.tree()), begin, end);
}

QStringList remarkTexts(const NodeRef& node) {
    QStringList texts;
    if (node.isValid()) {
        for (const Diagnostic* remark : node.diagnostics()) {
            texts.append(QString::fromStdString(remark->text()));
        }
    }
    return texts;
}

}  // namespace brokerscope
