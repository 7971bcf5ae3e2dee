#include "ui/hexview/hex_highlights.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

namespace brokerscope {

namespace {

// Cuts nested runs into a flat sequence: a sweep over the sorted runs with a stack of those that are open.
class Flattener {
public:
    void add(const HexHighlight& run) {
        closeUpTo(run.offset);
        writeInnermost(run.offset);
        // What is open and ends before this one overlaps without nesting: it ends here.
        while (!m_open.empty() && m_open.back().end() < run.end()) {
            m_open.pop_back();
        }
        m_open.push_back(run);
        m_position = run.offset;
    }
    std::vector<HexHighlight> finish() {
        closeUpTo(std::numeric_limits<std::uint64_t>::max());
        return std::move(m_flat);
    }

private:
    void closeUpTo(std::uint64_t offset) {
        while (!m_open.empty() && m_open.back().end() <= offset) {
            writeInnermost(m_open.back().end());
            m_open.pop_back();
        }
    }
    void writeInnermost(std::uint64_t end) {
        if (m_open.empty() || end <= m_position) {
            return;
        }
        HexHighlight piece = m_open.back();
        piece.offset = m_position;
        piece.size = end - m_position;
        m_flat.push_back(piece);
        m_position = end;
    }

    std::vector<HexHighlight> m_open;
    std::vector<HexHighlight> m_flat;
    std::uint64_t m_position = 0;
};

// Drops empty entries and shortens those that would reach past the last number.
template <typename Entry>
void tidy(std::vector<Entry>& entries) {
    std::erase_if(entries, [](const Entry& entry) { return entry.size == 0; });
    for (Entry& entry : entries) {
        entry.size = std::min(entry.size, std::numeric_limits<std::uint64_t>::max() - entry.offset);
    }
}

std::uint64_t endOf(std::uint64_t offset, std::uint64_t length) {
    return offset + std::min(length, std::numeric_limits<std::uint64_t>::max() - offset);
}

}  // namespace

HexHighlights::HexHighlights(std::vector<HexHighlight> runs, std::vector<HexMark> marks, std::vector<ByteSpan> hidden)
    : m_marks(std::move(marks)), m_hidden(std::move(hidden)) {
    tidy(runs);
    tidy(m_marks);
    std::stable_sort(runs.begin(), runs.end(), [](const HexHighlight& a, const HexHighlight& b) {
        return a.offset != b.offset ? a.offset < b.offset : a.size > b.size;
    });
    Flattener flattener;
    for (const HexHighlight& run : runs) {
        flattener.add(run);
    }
    m_runs = flattener.finish();

    std::stable_sort(m_marks.begin(), m_marks.end(),
                     [](const HexMark& a, const HexMark& b) { return a.offset < b.offset; });
    std::ranges::sort(m_hidden, {}, &ByteSpan::offset);
    std::uint64_t reach = 0;
    for (const HexMark& mark : m_marks) {
        reach = std::max(reach, mark.offset + mark.size);
        m_markReaches.push_back(reach);
    }
}

std::span<const HexHighlight> HexHighlights::runsIn(std::uint64_t offset, std::uint64_t length) const {
    const std::uint64_t end = endOf(offset, length);
    const auto first = std::partition_point(m_runs.begin(), m_runs.end(),
                                            [&](const HexHighlight& run) { return run.end() <= offset; });
    const auto last =
        std::partition_point(first, m_runs.end(), [&](const HexHighlight& run) { return run.offset < end; });
    return {first, last};
}

std::vector<HexMark> HexHighlights::marksIn(std::uint64_t offset, std::uint64_t length) const {
    const std::uint64_t end = endOf(offset, length);
    const auto reaching = std::partition_point(m_markReaches.begin(), m_markReaches.end(),
                                               [&](std::uint64_t reach) { return reach <= offset; });
    std::vector<HexMark> found;
    for (auto mark = m_marks.begin() + (reaching - m_markReaches.begin()); mark != m_marks.end(); ++mark) {
        if (mark->offset >= end) {
            break;
        }
        if (mark->offset + mark->size > offset) {
            found.push_back(*mark);
        }
    }
    return found;
}

bool HexHighlights::hides(std::uint64_t offset) const {
    const auto after = std::ranges::upper_bound(m_hidden, offset, {}, &ByteSpan::offset);
    return after != m_hidden.begin() && std::prev(after)->end() > offset;
}

const HexHighlight* HexHighlights::at(std::uint64_t offset) const {
    const std::span<const HexHighlight> found = runsIn(offset, 1);
    return found.empty() ? nullptr : found.data();
}

}  // namespace brokerscope
