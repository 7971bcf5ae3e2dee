#include "ui/models/path_remarks.h"

#include <algorithm>

namespace brokerscope {

void PathRemarks::Summary::add(const Summary& more) {
    problems += more.problems;
    worst = std::max(worst, more.worst);
}

PathRemarks::PathRemarks(const std::vector<Diagnostic>& remarks) : m_sorted(remarks) {
    std::ranges::stable_sort(m_sorted, {}, &Diagnostic::path);
    m_before.reserve(m_sorted.size() + 1);
    Counts counts{};
    m_before.push_back(counts);
    for (const Diagnostic& remark : m_sorted) {
        ++counts[static_cast<std::size_t>(remark.severity)];
        m_before.push_back(counts);
    }
}

std::size_t PathRemarks::lowerBound(std::string_view path) const {
    const auto found = std::ranges::lower_bound(m_sorted, path, {},
                                                [](const Diagnostic& remark) { return std::string_view(remark.path); });
    return static_cast<std::size_t>(found - m_sorted.begin());
}

PathRemarks::Summary PathRemarks::summaryOf(std::size_t first, std::size_t last) const {
    Summary summary;
    if (first >= last) {
        return summary;
    }
    for (std::size_t severity = 0; severity < Counts().size(); ++severity) {
        const int count = m_before[last][severity] - m_before[first][severity];
        if (count > 0) {
            summary.worst = static_cast<int>(severity);
            summary.problems += severity == static_cast<std::size_t>(Severity::Note) ? 0 : count;
        }
    }
    return summary;
}

std::vector<Diagnostic> PathRemarks::at(std::string_view path) const {
    std::vector<Diagnostic> found;
    for (std::size_t i = lowerBound(path); i < m_sorted.size() && m_sorted[i].path == path; ++i) {
        found.push_back(m_sorted[i]);
    }
    return found;
}

PathRemarks::Summary PathRemarks::summaryAt(std::string_view path) const {
    // No path has a character below that one.
    return summaryOf(lowerBound(path), lowerBound(std::string(path) + '\x01'));
}

PathRemarks::Summary PathRemarks::ofBody() const {
    const std::string header = "header";
    std::string end = header;
    ++end.back();
    Summary summary = summaryOf(0, lowerBound(header));
    summary.add(summaryOf(lowerBound(end), m_sorted.size()));
    return summary;
}

PathRemarks::Summary PathRemarks::below(std::string_view path) const {
    Summary summary;
    for (const char step : {'.', '['}) {
        const std::string begin = std::string(path) + step;
        const std::string end = std::string(path) + static_cast<char>(step + 1);
        summary.add(summaryOf(lowerBound(begin), lowerBound(end)));
    }
    return summary;
}

}  // namespace brokerscope
