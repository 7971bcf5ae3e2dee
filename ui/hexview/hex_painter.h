#pragma once

#include "core/base/bytes.h"
#include "ui/hexview/hex_geometry.h"
#include "ui/hexview/hex_highlights.h"
#include "ui/hexview/hex_selection.h"

#include <QFont>

#include <cstdint>
#include <span>

class QPainter;

namespace brokerscope {

struct Palette;

// All that a picture of the visible rows depends on. Borrowed things live as long as the painting.
struct HexScene {
    ByteView bytes;  // the whole buffer
    const HexGeometry& geometry;
    const HexHighlights& highlights;  // of the visible rows at least
    const Palette& palette;
    QFont font;
    std::uint64_t firstRow = 0;
    int rows = 0;

    HexSelection selection;
    HexColumn column = HexColumn::Bytes;  // where the cursor is
    bool hasFocus = false;
    bool isEditing = false;
    bool lowDigitNext = false;  // half a byte has been typed
    ByteSpan framed;
    ByteSpan hovered;
    ByteSpan covered;
    std::span<const std::uint64_t> bookmarks;  // ascending
};

// Sizes of the cells for a fixed-pitch font.
HexCellSizes hexCellSizes(const QFont& font);

// Paints the rows [firstRow, firstRow + rows) in content coordinates of the geometry, on the surface that is already
// there.
void paintHex(QPainter& painter, const HexScene& scene);

}  // namespace brokerscope
