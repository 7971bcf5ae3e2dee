#include "ui/hexview/hex_run_painter.h"

#include "ui/hexview/hex_painter.h"
#include "ui/style/metrics.h"
#include "ui/style/palette.h"

#include <QPaintDevice>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace brokerscope {

namespace {

constexpr qreal kChangedStrength = 0.30;

// A run, or several joined ones, cut to one row.
struct RowPiece {
    HexHighlight look;        // of its first run
    QRect rect;               // in the byte column, with room around the digits
    bool opensLeft = false;   // goes on in the row above
    bool opensRight = false;  // goes on in the row below
};

bool isFilled(HexKind kind) {
    return kind == HexKind::Value || kind == HexKind::LengthPrefix || kind == HexKind::Count || kind == HexKind::Tags;
}

bool joins(const HexHighlight& left, const HexHighlight& right) {
    return left.field == right.field && left.tint == right.tint && left.end() == right.offset && isFilled(left.kind) &&
           isFilled(right.kind);
}

QRect rectOf(const HexScene& scene, std::uint64_t row, std::uint64_t from, std::uint64_t to) {
    const HexGeometry& geometry = scene.geometry;
    const int room = geometry.sizes().byteGap / 2 - 1;
    return geometry.run(row, geometry.columnOf(from), geometry.columnOf(to - 1), HexColumn::Bytes, scene.firstRow)
        .adjusted(-room, 2, room, -2);
}

// The pieces of one row; `joined` makes one piece of neighbours that belong together.
template <typename Visit>
void forEachPiece(const HexScene& scene, std::uint64_t row, bool joined, Visit visit) {
    const HexGeometry& geometry = scene.geometry;
    const std::uint64_t rowFrom = geometry.firstOffset(row);
    const std::uint64_t rowTo = std::min(geometry.size(), rowFrom + static_cast<unsigned>(geometry.columns()));
    const auto runs = scene.highlights.runsIn(rowFrom > 0 ? rowFrom - 1 : 0, rowTo - rowFrom + 2);
    for (std::size_t first = 0; first < runs.size();) {
        std::size_t last = first;
        while (joined && last + 1 < runs.size() && joins(runs[last], runs[last + 1])) {
            ++last;
        }
        const std::uint64_t from = std::max(rowFrom, runs[first].offset);
        const std::uint64_t to = std::min(rowTo, runs[last].end());
        if (from < to) {
            visit(RowPiece{runs[first], rectOf(scene, row, from, to),
                           runs[first].offset<rowFrom, runs[last].end()> rowTo});
        }
        first = last + 1;
    }
}

template <typename Visit>
void forEachPiece(const HexScene& scene, bool joined, Visit visit) {
    for (int row = 0; row < scene.rows; ++row) {
        forEachPiece(scene, scene.firstRow + static_cast<unsigned>(row), joined, visit);
    }
}

// Fills rectangles whose corners are round where the run really ends, and square where it goes on in another row. In
// strips one device pixel high: filling antialiased paths would take most of a frame's time.
class RunFiller {
public:
    explicit RunFiller(QPainter& painter) : m_painter(painter), m_step(1.0 / painter.device()->devicePixelRatioF()) {
        const qreal radius = Metrics::SmallRadius;
        for (qreal y = m_step / 2; y < radius; y += m_step) {
            const qreal inset = radius - std::sqrt(radius * radius - (radius - y) * (radius - y));
            const qreal rounded = std::round(inset / m_step) * m_step;
            if (rounded <= 0) {
                break;
            }
            m_insets.append(rounded);
        }
    }

    void fill(const RowPiece& piece, const QBrush& brush) const {
        const QRectF rect(piece.rect);
        const qreal corner = m_step * static_cast<qreal>(m_insets.size());
        m_painter.fillRect(rect.adjusted(0, corner, 0, -corner), brush);
        for (qsizetype strip = 0; strip < m_insets.size(); ++strip) {
            const qreal left = rect.left() + (piece.opensLeft ? 0 : m_insets[strip]);
            const qreal right = rect.right() - (piece.opensRight ? 0 : m_insets[strip]);
            const qreal depth = m_step * static_cast<qreal>(strip);
            m_painter.fillRect(QRectF(left, rect.top() + depth, right - left, m_step), brush);
            m_painter.fillRect(QRectF(left, rect.bottom() - depth - m_step, right - left, m_step), brush);
        }
    }

private:
    QPainter& m_painter;
    qreal m_step;
    QList<qreal> m_insets;
};

// The outline without the open ends.
void drawOutline(QPainter& painter, const RowPiece& piece, const QPen& pen) {
    const QRectF r = QRectF(piece.rect).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    if (!piece.opensLeft && !piece.opensRight) {
        painter.drawRoundedRect(r, Metrics::SmallRadius, Metrics::SmallRadius);
        return;
    }
    painter.drawLine(r.topLeft(), r.topRight());
    painter.drawLine(r.bottomLeft(), r.bottomRight());
    if (!piece.opensLeft) {
        painter.drawLine(r.topLeft(), r.bottomLeft());
    }
    if (!piece.opensRight) {
        painter.drawLine(r.topRight(), r.bottomRight());
    }
}

void paintBackground(const RunFiller& filler, const Palette& palette, const RowPiece& piece) {
    if (isFilled(piece.look.kind)) {
        RowPiece inner = piece;
        if (palette.isHighContrast) {
            // A border in the full colour: what is left of a larger block around this one.
            filler.fill(piece, palette.tintFor(piece.look.tint));
            inner.rect.adjust(piece.opensLeft ? 0 : 1, 1, piece.opensRight ? 0 : -1, -1);
        }
        filler.fill(inner, palette.tintFill(piece.look.tint));
    } else if (piece.look.kind == HexKind::Gap) {
        filler.fill(piece, QBrush(palette.blend(palette.muted, 0.5), Qt::BDiagPattern));
    }
}

void paintUnderline(QPainter& painter, const RowPiece& piece, const QColor& colour, const QList<qreal>& dashes) {
    QPen pen(colour, 1.4, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern(dashes);
    painter.setPen(pen);
    const qreal y = piece.rect.bottom() - 0.5;
    painter.drawLine(QPointF(piece.rect.left() + 2, y), QPointF(piece.rect.right() - 1, y));
}

void paintOverline(QPainter& painter, const RowPiece& piece, const QColor& colour) {
    painter.setPen(QPen(colour, 1.4, Qt::SolidLine, Qt::FlatCap));
    const qreal y = piece.rect.top() + 0.7;
    painter.drawLine(QPointF(piece.rect.left() + 2, y), QPointF(piece.rect.right() - 1, y));
}

void paintDecoration(QPainter& painter, const HexScene& scene, const RowPiece& piece) {
    const Palette& palette = scene.palette;
    switch (piece.look.kind) {
        case HexKind::LengthPrefix:
            paintUnderline(painter, piece, palette.text, {1.0, 1.2});
            break;
        case HexKind::Count:
            paintUnderline(painter, piece, palette.text, {3.0, 1.6});
            break;
        case HexKind::Tags:
            paintOverline(painter, piece, palette.muted);
            break;
        case HexKind::Null:
            // Not in the tint: a blue one would look like the frame of what is selected.
            drawOutline(painter, piece, QPen(palette.muted, 1.2));
            break;
        case HexKind::SizePrefix: {
            QPen pen(palette.muted, 1, Qt::CustomDashLine, Qt::FlatCap);
            pen.setDashPattern({3.0, 2.0});
            drawOutline(painter, piece, pen);
            break;
        }
        case HexKind::Value:
        case HexKind::Gap:
            break;
    }
}

QColor markColour(const Palette& palette, HexMark::Severity severity) {
    switch (severity) {
        case HexMark::Severity::Note:
            return palette.accent;
        case HexMark::Severity::Warning:
        case HexMark::Severity::Changed:
            return palette.warning;
        case HexMark::Severity::Error:
            break;
    }
    return palette.error;
}

// Like a marker pen's, on a firm line: in the place of the field's tint, which would make another colour of it.
void paintChanged(QPainter& painter, const QRect& rect, const Palette& palette) {
    painter.fillRect(rect, palette.blend(palette.warning, kChangedStrength));
    painter.fillRect(QRectF(rect.left(), rect.bottom() - 0.5, rect.width(), 2.5), palette.warning);
}

// A zigzag under the bytes: the common sign for something wrong, and unlike every underline of a kind.
void paintMark(QPainter& painter, const HexScene& scene, const HexMark& mark) {
    const HexGeometry& geometry = scene.geometry;
    for (int n = 0; n < scene.rows; ++n) {
        const std::uint64_t row = scene.firstRow + static_cast<unsigned>(n);
        const std::uint64_t from = std::max(mark.offset, geometry.firstOffset(row));
        const std::uint64_t to = std::min({mark.offset + mark.size, geometry.firstOffset(row + 1), geometry.size()});
        if (from >= to) {
            continue;
        }
        const QRect rect = rectOf(scene, row, from, to);
        if (mark.severity == HexMark::Severity::Changed) {
            paintChanged(painter, rect, scene.palette);
            continue;
        }
        QPolygonF zigzag;
        for (int x = rect.left(), n2 = 0; x <= rect.right() + 1; x += 2, ++n2) {
            zigzag << QPointF(x, rect.bottom() + (n2 % 2 == 0 ? 1.5 : -0.5));
        }
        painter.setPen(QPen(markColour(scene.palette, mark.severity), 1.2));
        painter.drawPolyline(zigzag);
    }
}

}  // namespace

void paintHexRuns(QPainter& painter, const HexScene& scene) {
    painter.setRenderHint(QPainter::Antialiasing, false);
    const RunFiller filler(painter);
    forEachPiece(scene, true, [&](const RowPiece& piece) { paintBackground(filler, scene.palette, piece); });
}

void paintHexDecorations(QPainter& painter, const HexScene& scene) {
    painter.setRenderHint(QPainter::Antialiasing);
    forEachPiece(scene, false, [&](const RowPiece& piece) { paintDecoration(painter, scene, piece); });
    const HexGeometry& geometry = scene.geometry;
    const std::uint64_t from = geometry.firstOffset(scene.firstRow);
    for (const HexMark& mark : scene.highlights.marksIn(
             from, geometry.firstOffset(scene.firstRow + static_cast<unsigned>(scene.rows)) - from)) {
        paintMark(painter, scene, mark);
    }
}

}  // namespace brokerscope
