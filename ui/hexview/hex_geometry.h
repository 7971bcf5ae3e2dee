#pragma once

#include "ui/hexview/hex_options.h"

#include <QPainterPath>
#include <QPoint>
#include <QRect>

#include <cstdint>
#include <optional>

namespace brokerscope {

// The two columns of a hex view that hold the data.
enum class HexColumn : std::uint8_t { Bytes, Text };

// What the layout depends on, in device-independent pixels.
struct HexCellSizes {
    int digitWidth = 8;  // one hex digit of the offset column
    int byteWidth = 15;  // two hex digits
    int textWidth = 8;   // one character of the text column
    int rowHeight = 20;
    int byteGap = 6;     // between bytes
    int groupGap = 8;    // added between groups of eight bytes
    int columnGap = 16;  // between offset, bytes and text
    int margin = 8;      // left, right, and above the first row

    bool operator==(const HexCellSizes&) const = default;
};

// Where each byte of a buffer is drawn. Pure arithmetic, exact to the pixel; knows no bytes, no fonts, no widget.
//
// Content coordinates: x counts from the left edge of the offset column's margin, y from the top of the *first visible
// row* minus the margin; `firstRow` says which row that is, so that buffers of any size fit into an int.
//
//   margin | offset | columnGap | 00 11 22 .. 77 (groupGap) 88 .. ff | columnGap | text | margin
class HexGeometry {
public:
    HexGeometry() = default;
    // `columns` is 8, 16, 24 or 32; another number is replaced by the next smaller of these, at least 8. Without text
    // the column of it and the gap before it are left out, and its cells are empty.
    HexGeometry(std::uint64_t size, int columns, HexCellSizes sizes, bool hasText = true,
                HexOffsets offsets = HexOffsets::Hex);

    std::uint64_t size() const { return m_size; }
    int columns() const { return m_columns; }
    const HexCellSizes& sizes() const { return m_sizes; }
    bool hasText() const { return m_hasText; }
    // As the last offset needs, at least 4; of hex ones an even number.
    int offsetDigits() const { return m_offsetDigits; }
    HexOffsets offsets() const { return m_offsets; }

    std::uint64_t rowCount() const;  // 0 for an empty buffer
    std::uint64_t rowOf(std::uint64_t offset) const { return offset / static_cast<std::uint64_t>(m_columns); }
    int columnOf(std::uint64_t offset) const {
        return static_cast<int>(offset % static_cast<std::uint64_t>(m_columns));
    }
    std::uint64_t firstOffset(std::uint64_t row) const { return row * static_cast<std::uint64_t>(m_columns); }
    // Rows that fit whole into a viewport of that height; at least 1.
    int wholeRows(int viewportHeight) const;
    // Rows that are at least partly visible, limited to those that exist below `firstRow`.
    int visibleRows(std::uint64_t firstRow, int viewportHeight) const;

    int bytesLeft() const;
    int textLeft() const;
    int contentWidth() const;
    int rowTop(std::uint64_t row, std::uint64_t firstRow) const;

    // The cell of a byte in one of the columns. Rows far outside the viewport are clamped to what an int holds.
    QRect cell(std::uint64_t offset, HexColumn column, std::uint64_t firstRow) const;
    // From the first to the last of a row's columns; byte cells include the gaps between them.
    QRect run(std::uint64_t row, int firstColumn, int lastColumn, HexColumn column, std::uint64_t firstRow) const;
    QRect offsetCell(std::uint64_t row, std::uint64_t firstRow) const;
    // The outline of a run of bytes over any number of rows as one path, limited to the rows `firstRow` to `lastRow`.
    QPainterPath outline(std::uint64_t offset, std::uint64_t length, HexColumn column, std::uint64_t firstRow,
                         std::uint64_t lastRow) const;

    struct Hit {
        std::uint64_t offset = 0;
        HexColumn column = HexColumn::Bytes;
        bool operator==(const Hit&) const = default;
    };
    // The byte under a point; gaps within a row belong to the nearer byte. Nothing over the offset column, outside the
    // columns or past the last byte.
    std::optional<Hit> hitTest(QPoint point, std::uint64_t firstRow) const;
    // The same for dragging: always a byte of the buffer, the nearest one in `column`. Nothing for an empty buffer.
    std::optional<std::uint64_t> nearestByte(QPoint point, HexColumn column, std::uint64_t firstRow) const;

    // The largest allowed number of columns whose content fits into `width`; 8 where none does.
    static int fittingColumns(int width, std::uint64_t size, const HexCellSizes& sizes,
                              HexOffsets offsets = HexOffsets::Hex);

    bool operator==(const HexGeometry&) const = default;

private:
    int byteLeft(int column) const;
    int columnAt(int x, HexColumn column) const;

    std::uint64_t m_size = 0;
    int m_columns = 16;
    int m_offsetDigits = 4;
    HexCellSizes m_sizes;
    bool m_hasText = true;
    HexOffsets m_offsets = HexOffsets::Hex;
};

}  // namespace brokerscope
