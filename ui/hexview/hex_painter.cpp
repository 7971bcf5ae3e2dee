#include "ui/hexview/hex_painter.h"

#include "ui/hexview/hex_glyphs.h"
#include "ui/hexview/hex_run_painter.h"
#include "ui/style/metrics.h"
#include "ui/style/palette.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace brokerscope {

namespace {

constexpr float kVeil = 0.10F;
constexpr qreal kFlag = 6;  // pixels
constexpr std::uint64_t kDecimal = 10;
constexpr std::uint64_t kHexadecimal = 16;

std::uint64_t firstByte(const HexScene& scene) {
    return scene.geometry.firstOffset(scene.firstRow);
}

// One past the last visible byte.
std::uint64_t lastByte(const HexScene& scene) {
    return std::min(scene.geometry.size(),
                    scene.geometry.firstOffset(scene.firstRow + static_cast<unsigned>(scene.rows)));
}

QPainterPath outlineOf(const HexScene& scene, std::uint64_t offset, std::uint64_t length, HexColumn column) {
    const std::uint64_t lastRow = scene.firstRow + static_cast<unsigned>(scene.rows) - 1;
    return scene.geometry.outline(offset, length, column, scene.firstRow, lastRow);
}

void paintSelection(QPainter& painter, const HexScene& scene) {
    const HexSelection& selection = scene.selection;
    // Without the focus a single byte is only where the cursor would be.
    if (selection.isEmpty() || (selection.length() == 1 && !scene.hasFocus)) {
        return;
    }
    for (const HexColumn column : {HexColumn::Bytes, HexColumn::Text}) {
        const QPainterPath range = outlineOf(scene, selection.first(), selection.length(), column);
        painter.fillPath(range, scene.palette.blend(scene.palette.accent, scene.palette.isDark ? 0.45 : 0.30));
    }
}

void paintCursor(QPainter& painter, const HexScene& scene) {
    if (scene.selection.isEmpty() || !scene.hasFocus) {
        return;
    }
    const std::uint64_t cursor = scene.selection.cursor();
    if (cursor < firstByte(scene) || cursor >= lastByte(scene)) {
        return;
    }
    QRect cell = scene.geometry.cell(cursor, scene.column, scene.firstRow);
    QRect bar(cell.left() - (scene.column == HexColumn::Bytes ? 1 : 0), cell.bottom() - 2, cell.width() + 1, 2);
    if (scene.isEditing && scene.column == HexColumn::Bytes) {
        const int half = cell.width() / 2;
        bar = QRect(cell.left() + (scene.lowDigitNext ? half : 0), cell.bottom() - 2, half, 2);
    }
    painter.fillRect(bar, scene.palette.accent);
}

void paintFrame(QPainter& painter, const HexScene& scene, ByteSpan span, const QPen& pen) {
    if (span.length == 0) {
        return;
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(pen);
    for (const HexColumn column : {HexColumn::Bytes, HexColumn::Text}) {
        painter.drawPath(outlineOf(scene, span.offset, span.length, column));
    }
}

// A veil over the runs, so that what is covered is seen as one piece, whatever fields it has.
void paintCovered(QPainter& painter, const HexScene& scene) {
    if (scene.covered.length == 0) {
        return;
    }
    QColor veil = scene.palette.accent;
    veil.setAlphaF(kVeil);
    for (const HexColumn column : {HexColumn::Bytes, HexColumn::Text}) {
        painter.fillPath(outlineOf(scene, scene.covered.offset, scene.covered.length, column), veil);
    }
}

void paintFrames(QPainter& painter, const HexScene& scene) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(0.0, 0.5);
    QPen dotted(scene.palette.accent, 1.6, Qt::CustomDashLine, Qt::FlatCap, Qt::RoundJoin);
    dotted.setDashPattern({1.0, 1.6});
    paintFrame(painter, scene, scene.covered, dotted);
    if (scene.hovered != scene.framed) {
        paintFrame(painter, scene, scene.hovered,
                   QPen(scene.palette.muted, 1, Qt::SolidLine, Qt::SquareCap, Qt::RoundJoin));
    }
    paintFrame(painter, scene, scene.framed,
               QPen(scene.palette.accent, 1.6, Qt::SolidLine, Qt::SquareCap, Qt::RoundJoin));
    painter.translate(0.0, -0.5);
}

// A flag before the byte, and one before its row, so that it is found while one scrolls.
void paintBookmarks(QPainter& painter, const HexScene& scene) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(scene.palette.accent);
    const auto first = std::ranges::lower_bound(scene.bookmarks, firstByte(scene));
    for (auto at = first; at != scene.bookmarks.end() && *at < lastByte(scene); ++at) {
        const std::uint64_t row = scene.geometry.rowOf(*at);
        const QRect offset = scene.geometry.offsetCell(row, scene.firstRow);
        painter.drawRect(QRectF(1, offset.top() + 3, 3, offset.height() - 6));
        const QRectF cell(scene.geometry.cell(*at, HexColumn::Bytes, scene.firstRow));
        const QPointF corner = cell.topLeft() + QPointF(-2, 1);
        painter.drawPolygon(QPolygonF{corner, corner + QPointF(kFlag, 0), corner + QPointF(0, kFlag)});
    }
}

// Gaps mean nothing that is known: their digits step back, unless they are selected.
bool isQuiet(const HexScene& scene, const HexHighlight* run, std::uint64_t offset) {
    const bool hasMeaning = run == nullptr || run->kind != HexKind::Gap;
    return !hasMeaning && !(scene.selection.contains(offset) && scene.selection.length() > 1);
}

void collectByte(HexGlyphs& glyphs, const HexScene& scene, std::uint64_t at, bool quiet) {
    const HexGeometry& geometry = scene.geometry;
    const bool isHidden = scene.highlights.hides(at);
    const QRect cell = geometry.cell(at, HexColumn::Bytes, scene.firstRow);
    isHidden ? glyphs.addHidden(cell, 2) : glyphs.addByte(cell, scene.bytes[at], quiet);
    if (geometry.hasText()) {
        const QRect character = geometry.cell(at, HexColumn::Text, scene.firstRow);
        isHidden ? glyphs.addHidden(character, 1) : glyphs.addCharacter(character, scene.bytes[at]);
    }
}

void collectRow(HexGlyphs& glyphs, const HexScene& scene, std::uint64_t row) {
    const HexGeometry& geometry = scene.geometry;
    const std::uint64_t from = geometry.firstOffset(row);
    const std::uint64_t to = std::min(geometry.size(), from + static_cast<unsigned>(geometry.columns()));
    glyphs.addOffset(geometry.offsetCell(row, scene.firstRow), from, geometry.offsetDigits(),
                     geometry.offsets() == HexOffsets::Decimal ? kDecimal : kHexadecimal);
    auto runs = scene.highlights.runsIn(from, to - from);
    for (std::uint64_t at = from; at < to; ++at) {
        while (!runs.empty() && runs.front().end() <= at) {
            runs = runs.subspan(1);
        }
        const HexHighlight* run = runs.empty() || runs.front().offset > at ? nullptr : &runs.front();
        collectByte(glyphs, scene, at, isQuiet(scene, run, at));
    }
}

}  // namespace

HexCellSizes hexCellSizes(const QFont& font) {
    const QFontMetrics metrics(font);
    HexCellSizes sizes;
    sizes.digitWidth = metrics.horizontalAdvance(u'0');
    sizes.byteWidth = 2 * sizes.digitWidth;
    sizes.textWidth = sizes.digitWidth;
    sizes.rowHeight = metrics.height() + 6;
    sizes.byteGap = std::max(6, sizes.digitWidth - 1);
    sizes.groupGap = sizes.digitWidth + 1;
    sizes.columnGap = 2 * sizes.digitWidth + 2;
    sizes.margin = Metrics::Spacing;
    return sizes;
}

void paintHex(QPainter& painter, const HexScene& scene) {
    if (scene.rows == 0) {
        return;
    }
    paintHexRuns(painter, scene);
    paintCovered(painter, scene);
    paintSelection(painter, scene);
    paintHexDecorations(painter, scene);
    HexGlyphs glyphs(scene.font);
    for (int row = 0; row < scene.rows; ++row) {
        collectRow(glyphs, scene, scene.firstRow + static_cast<unsigned>(row));
    }
    glyphs.paint(painter, scene.palette.text, scene.palette.muted);
    paintCursor(painter, scene);
    paintFrames(painter, scene);
    paintBookmarks(painter, scene);
}

}  // namespace brokerscope
