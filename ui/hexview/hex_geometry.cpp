#include "ui/hexview/hex_geometry.h"

#include <algorithm>
#include <array>

namespace brokerscope {

namespace {

constexpr std::array<int, 4> AllowedColumns = {32, 24, 16, 8};
constexpr int GroupSize = 8;
constexpr int MinimumOffsetDigits = 4;
// Far outside of any viewport, and small enough that pixels of such a row still fit into an int.
constexpr std::int64_t RowLimit = 1'000'000;

int allowedColumns(int wanted) {
    const auto* found = std::find_if(AllowedColumns.begin(), AllowedColumns.end(), [&](int n) { return n <= wanted; });
    return found == AllowedColumns.end() ? AllowedColumns.back() : *found;
}

int digitsFor(std::uint64_t size, HexOffsets offsets) {
    const std::uint64_t base = offsets == HexOffsets::Decimal ? 10 : 16;
    int digits = 0;
    for (std::uint64_t last = size == 0 ? 0 : size - 1; last != 0; last /= base) {
        ++digits;
    }
    digits += offsets == HexOffsets::Hex ? digits % 2 : 0;
    return std::max(digits, MinimumOffsetDigits);
}

}  // namespace

HexGeometry::HexGeometry(std::uint64_t size, int columns, HexCellSizes sizes, bool hasText, HexOffsets offsets)
    : m_size(size)
    , m_columns(allowedColumns(columns))
    , m_offsetDigits(digitsFor(size, offsets))
    , m_sizes(sizes)
    , m_hasText(hasText)
    , m_offsets(offsets) {}

std::uint64_t HexGeometry::rowCount() const {
    return m_size == 0 ? 0 : rowOf(m_size - 1) + 1;
}

int HexGeometry::wholeRows(int viewportHeight) const {
    return std::max(1, (viewportHeight - m_sizes.margin) / m_sizes.rowHeight);
}

int HexGeometry::visibleRows(std::uint64_t firstRow, int viewportHeight) const {
    const std::uint64_t count = rowCount();
    const int height = viewportHeight - m_sizes.margin;
    if (firstRow >= count || height <= 0) {
        return 0;
    }
    const auto shown = static_cast<std::uint64_t>((height + m_sizes.rowHeight - 1) / m_sizes.rowHeight);
    return static_cast<int>(std::min(shown, count - firstRow));
}

int HexGeometry::bytesLeft() const {
    return m_sizes.margin + m_offsetDigits * m_sizes.digitWidth + m_sizes.columnGap;
}

int HexGeometry::byteLeft(int column) const {
    return bytesLeft() + column * (m_sizes.byteWidth + m_sizes.byteGap) + column / GroupSize * m_sizes.groupGap;
}

int HexGeometry::textLeft() const {
    return byteLeft(m_columns - 1) + m_sizes.byteWidth + m_sizes.columnGap;
}

int HexGeometry::contentWidth() const {
    const int right =
        m_hasText ? textLeft() + m_columns * m_sizes.textWidth : byteLeft(m_columns - 1) + m_sizes.byteWidth;
    return right + m_sizes.margin;
}

int HexGeometry::rowTop(std::uint64_t row, std::uint64_t firstRow) const {
    // The difference of two's complement numbers is right even where a row lies above the first one.
    const auto distance = static_cast<std::int64_t>(row - firstRow);
    return m_sizes.margin + static_cast<int>(std::clamp(distance, -RowLimit, RowLimit)) * m_sizes.rowHeight;
}

QRect HexGeometry::cell(std::uint64_t offset, HexColumn column, std::uint64_t firstRow) const {
    const int at = columnOf(offset);
    return run(rowOf(offset), at, at, column, firstRow);
}

QRect HexGeometry::run(std::uint64_t row, int firstColumn, int lastColumn, HexColumn column,
                       std::uint64_t firstRow) const {
    const int top = rowTop(row, firstRow);
    if (column == HexColumn::Text) {
        if (!m_hasText) {
            return {};
        }
        return {textLeft() + firstColumn * m_sizes.textWidth, top, (lastColumn - firstColumn + 1) * m_sizes.textWidth,
                m_sizes.rowHeight};
    }
    const int left = byteLeft(firstColumn);
    return {left, top, byteLeft(lastColumn) + m_sizes.byteWidth - left, m_sizes.rowHeight};
}

QRect HexGeometry::offsetCell(std::uint64_t row, std::uint64_t firstRow) const {
    return {m_sizes.margin, rowTop(row, firstRow), m_offsetDigits * m_sizes.digitWidth, m_sizes.rowHeight};
}

QPainterPath HexGeometry::outline(std::uint64_t offset, std::uint64_t length, HexColumn column, std::uint64_t firstRow,
                                  std::uint64_t lastRow) const {
    QPainterPath path;
    if (length == 0 || offset >= m_size || (column == HexColumn::Text && !m_hasText)) {
        return path;
    }
    const std::uint64_t last = offset + std::min(length, m_size - offset) - 1;
    const std::uint64_t top = std::max(rowOf(offset), firstRow);
    const std::uint64_t bottom = std::min(rowOf(last), lastRow);
    if (top > bottom) {
        return path;
    }
    const int left = top == rowOf(offset) ? columnOf(offset) : 0;
    const int right = bottom == rowOf(last) ? columnOf(last) : m_columns - 1;
    // Half the gap less a pixel, so that frames of neighbours stay apart.
    const int room = column == HexColumn::Bytes ? std::max(0, m_sizes.byteGap / 2 - 1) : 0;
    const QRect firstCells = run(top, left, top == bottom ? right : m_columns - 1, column, firstRow);
    const QRect lastCells = run(bottom, top == bottom ? left : 0, right, column, firstRow);
    // A pixel above and below stays free.
    const QRectF head = QRectF(firstCells).adjusted(-room, 1, room, top == bottom ? -1 : 0);
    const QRectF tail = QRectF(lastCells).adjusted(-room, top == bottom ? 1 : 0, room, -1);
    if (top == bottom) {
        path.addRect(head);
    } else if (bottom - top == 1 && tail.right() <= head.left()) {
        path.addRect(head);
        path.addRect(tail);
    } else {
        path.addPolygon(QPolygonF({head.topLeft(),
                                   head.topRight(),
                                   {head.right(), tail.top()},
                                   tail.topRight(),
                                   tail.bottomRight(),
                                   tail.bottomLeft(),
                                   {tail.left(), head.bottom()},
                                   head.bottomLeft()}));
        path.closeSubpath();
    }
    return path;
}

int HexGeometry::columnAt(int x, HexColumn column) const {
    if (column == HexColumn::Text) {
        return std::clamp((x - textLeft()) / m_sizes.textWidth, 0, m_columns - 1);
    }
    int at = 0;
    while (at + 1 < m_columns && x >= (byteLeft(at) + m_sizes.byteWidth + byteLeft(at + 1)) / 2) {
        ++at;
    }
    return at;
}

std::optional<HexGeometry::Hit> HexGeometry::hitTest(QPoint point, std::uint64_t firstRow) const {
    const int y = point.y() - m_sizes.margin;
    if (y < 0) {
        return std::nullopt;
    }
    const int margin = m_sizes.byteGap / 2;
    const int bytesRight = byteLeft(m_columns - 1) + m_sizes.byteWidth;
    const bool inBytes = point.x() >= bytesLeft() - margin && point.x() < bytesRight + margin;
    const bool inText = m_hasText && point.x() >= textLeft() && point.x() < textLeft() + m_columns * m_sizes.textWidth;
    if (!inBytes && !inText) {
        return std::nullopt;
    }
    const HexColumn column = inBytes ? HexColumn::Bytes : HexColumn::Text;
    const std::uint64_t row = firstRow + static_cast<std::uint64_t>(y / m_sizes.rowHeight);
    const std::uint64_t offset = firstOffset(row) + static_cast<std::uint64_t>(columnAt(point.x(), column));
    if (offset >= m_size) {
        return std::nullopt;
    }
    return Hit{offset, column};
}

std::optional<std::uint64_t> HexGeometry::nearestByte(QPoint point, HexColumn column, std::uint64_t firstRow) const {
    if (m_size == 0) {
        return std::nullopt;
    }
    const int y = point.y() - m_sizes.margin;
    const std::int64_t below = (y < 0 ? y - m_sizes.rowHeight + 1 : y) / m_sizes.rowHeight;
    const std::int64_t row = std::clamp(static_cast<std::int64_t>(firstRow) + below, std::int64_t{0},
                                        static_cast<std::int64_t>(rowCount() - 1));
    const std::uint64_t offset =
        firstOffset(static_cast<std::uint64_t>(row)) + static_cast<std::uint64_t>(columnAt(point.x(), column));
    return std::min(offset, m_size - 1);
}

int HexGeometry::fittingColumns(int width, std::uint64_t size, const HexCellSizes& sizes, HexOffsets offsets) {
    for (const int columns : AllowedColumns) {
        if (HexGeometry(size, columns, sizes, true, offsets).contentWidth() <= width) {
            return columns;
        }
    }
    return AllowedColumns.back();
}

}  // namespace brokerscope
