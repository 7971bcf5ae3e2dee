#include "ui/hexview/hex_selection.h"

#include <algorithm>

namespace brokerscope {

void HexSelection::moveTo(std::uint64_t offset, bool extend) {
    if (isEmpty()) {
        return;
    }
    m_cursor = std::min(offset, m_size - 1);
    if (!extend) {
        m_anchor = m_cursor;
    }
}

void HexSelection::move(HexMove move, int columns, int pageRows, bool extend) {
    if (isEmpty() || columns <= 0) {
        return;
    }
    moveTo(moved(move, static_cast<std::uint64_t>(columns), static_cast<std::uint64_t>(std::max(1, pageRows))), extend);
}

std::uint64_t HexSelection::moved(HexMove move, std::uint64_t columns, std::uint64_t pageRows) const {
    switch (move) {
        case HexMove::Left:
            return m_cursor == 0 ? 0 : m_cursor - 1;
        case HexMove::Right:
            return m_cursor + 1;
        case HexMove::Up:
            return up(columns, 1);
        case HexMove::Down:
            return down(columns, 1);
        case HexMove::PageUp:
            return up(columns, pageRows);
        case HexMove::PageDown:
            return down(columns, pageRows);
        case HexMove::RowStart:
            return m_cursor - m_cursor % columns;
        case HexMove::RowEnd:
            return m_cursor - m_cursor % columns + columns - 1;
        case HexMove::Start:
            return 0;
        case HexMove::End:
            return m_size - 1;
    }
    return m_cursor;
}

std::uint64_t HexSelection::up(std::uint64_t columns, std::uint64_t rows) const {
    const std::uint64_t row = m_cursor / columns;
    return m_cursor - std::min(row, rows) * columns;
}

std::uint64_t HexSelection::down(std::uint64_t columns, std::uint64_t rows) const {
    const std::uint64_t below = (m_size - 1) / columns - m_cursor / columns;
    return m_cursor + std::min(below, rows) * columns;
}

void HexSelection::selectRange(std::uint64_t first, std::uint64_t length) {
    moveTo(first, false);
    if (!isEmpty() && length > 1) {
        m_cursor = m_anchor + std::min(length - 1, m_size - 1 - m_anchor);
    }
}

void HexSelection::selectAll() {
    selectRange(0, m_size);
}

void HexSelection::resize(std::uint64_t size) {
    const std::uint64_t last = size == 0 ? 0 : size - 1;
    m_size = size;
    m_anchor = std::min(m_anchor, last);
    m_cursor = std::min(m_cursor, last);
}

}  // namespace brokerscope
