#include "ui/pages/lesson_drawing.h"

#include <algorithm>
#include <cmath>

namespace brokerscope {

namespace {

constexpr qreal kGap = 8;
constexpr qreal kBoxPadding = 5;
constexpr qreal kCellRoom = 8;

QString shown(const std::string& text) {
    return QString::fromStdString(text);
}

// Lines that a text takes when it is wrapped at `width`, word by word.
int wrappedLines(const QString& text, qreal width, bool isSmall, const DrawingMetrics& metrics) {
    if (text.isEmpty()) {
        return 0;
    }
    int lines = 0;
    for (const QString& paragraph : text.split(QLatin1Char('\n'))) {
        QString line;
        ++lines;
        for (const QString& word : paragraph.split(QLatin1Char(' '))) {
            const QString longer = line.isEmpty() ? word : line + QLatin1Char(' ') + word;
            if (!line.isEmpty() && metrics.width(longer, isSmall) > width) {
                ++lines;
                line = word;
            } else {
                line = longer;
            }
        }
    }
    return lines;
}

template <typename Rows>
qreal labelWidth(const Rows& rows, const DrawingMetrics& metrics) {
    qreal widest = 0;
    for (const auto& row : rows) {
        widest = std::max(widest, metrics.width(shown(row.label), true));
    }
    return widest > 0 ? std::ceil(widest) + kGap : 0;
}

void addLabel(LessonDrawing& drawing, const std::string& label, const QRectF& rect) {
    if (!label.empty()) {
        drawing.texts.push_back({rect, shown(label), Qt::AlignLeft | Qt::AlignVCenter, true, true, false});
    }
}

// One row of cells from `left` on; gives its height.
qreal placeStripRow(LessonDrawing& drawing, const StripRow& row, QPointF left, qreal unit,
                    const DrawingMetrics& metrics) {
    const qreal boxHeight = metrics.lineHeight + kBoxPadding;
    qreal x = left.x() + row.indent * unit;
    qreal captionHeight = 0;
    for (const StripCell& cell : row.cells) {
        const QRectF box(x, left.y(), cell.size * unit, boxHeight);
        drawing.boxes.push_back(
            {box.adjusted(0, 0, -1, 0), cell.tint < 0 ? DrawnBox::Look::Plain : DrawnBox::Look::Tinted, cell.tint});
        drawing.texts.push_back({box.adjusted(1, 0, -2, 0), shown(cell.text), Qt::AlignCenter, false, false, true});
        const QString caption = shown(cell.caption);
        const qreal height =
            wrappedLines(caption, box.width() - kCellRoom / 2, true, metrics) * metrics.smallLineHeight;
        captionHeight = std::max(captionHeight, height);
        if (!caption.isEmpty()) {
            drawing.texts.push_back({QRectF(x, box.bottom() + 1, box.width() - 1, height), caption,
                                     Qt::AlignHCenter | Qt::AlignTop, true, true, false});
        }
        x = box.right();
    }
    return boxHeight + (captionHeight > 0 ? captionHeight + 2 : 0);
}

// From the middle of one edge to the middle of another; boxes in one row or column are joined straight.
QPolygonF route(const QRectF& from, const QRectF& to, qreal shift) {
    const QPointF a = from.center();
    const QPointF b = to.center();
    if (std::abs(a.y() - b.y()) < 1) {
        const bool isRight = b.x() > a.x();
        return {QPointF(isRight ? from.right() : from.left(), a.y() + shift),
                QPointF(isRight ? to.left() : to.right(), a.y() + shift)};
    }
    if (std::abs(a.x() - b.x()) < 1) {
        const bool isDown = b.y() > a.y();
        return {QPointF(a.x() + shift, isDown ? from.bottom() : from.top()),
                QPointF(a.x() + shift, isDown ? to.top() : to.bottom())};
    }
    // Sideways first, then up or down into the other.
    const bool isRight = b.x() > a.x();
    const bool isDown = b.y() > a.y();
    return {QPointF(isRight ? from.right() : from.left(), a.y() + shift), QPointF(b.x() + shift, a.y() + shift),
            QPointF(b.x() + shift, isDown ? to.top() : to.bottom())};
}

class FlowPlaces {
public:
    FlowPlaces(const LessonFlow& flow, qreal width, const DrawingMetrics& metrics) : m_flow(flow), m_metrics(metrics) {
        double columns = 1;
        for (const FlowBox& box : flow.boxes) {
            columns = std::max(columns, box.column + 1);
        }
        m_columnWidth = width / columns;
        m_boxWidth = std::min(m_columnWidth - kBetweenColumns, kWidestBox);
    }

    LessonDrawing place() {
        placeBoxes();
        for (const FlowArrow& arrow : m_flow.arrows) {
            placeArrow(arrow);
        }
        return std::move(m_drawing);
    }

private:
    static constexpr qreal kBetweenColumns = 70;
    static constexpr qreal kBetweenRows = 34;
    static constexpr qreal kWidestBox = 210;
    static constexpr qreal kArrowsApart = 6;

    qreal boxHeight() const {
        int lines = 1;
        for (const FlowBox& box : m_flow.boxes) {
            lines = std::max(lines, wrappedLines(shown(box.text), m_boxWidth - 2 * kCellRoom, false, m_metrics));
        }
        return lines * m_metrics.lineHeight + 2 * kBoxPadding;
    }

    void placeBoxes() {
        const qreal height = boxHeight();
        qreal bottom = 0;
        for (const FlowBox& box : m_flow.boxes) {
            const qreal x = box.column * m_columnWidth + (m_columnWidth - m_boxWidth) / 2;
            const QRectF rect(x, box.row * (height + kBetweenRows) + 1, m_boxWidth, height);
            m_drawing.boxes.push_back({rect, lookOf(box.kind), -1});
            m_drawing.texts.push_back({rect.adjusted(kCellRoom / 2, 0, -kCellRoom / 2, 0), shown(box.text),
                                       Qt::AlignCenter, false, false, false});
            bottom = std::max(bottom, rect.bottom());
        }
        m_drawing.size = QSizeF(m_columnWidth * std::round(widestColumn() + 1), bottom + 2);
    }

    double widestColumn() const {
        double most = 0;
        for (const FlowBox& box : m_flow.boxes) {
            most = std::max(most, box.column);
        }
        return most;
    }

    static DrawnBox::Look lookOf(FlowBox::Kind kind) {
        switch (kind) {
            case FlowBox::Kind::Decision:
                return DrawnBox::Look::Decision;
            case FlowBox::Kind::Good:
                return DrawnBox::Look::Good;
            case FlowBox::Kind::Bad:
                return DrawnBox::Look::Bad;
            default:
                return DrawnBox::Look::Plain;
        }
    }

    const QRectF* rectOf(const std::string& name) const {
        const auto found = std::ranges::find(m_flow.boxes, name, &FlowBox::name);
        return found == m_flow.boxes.end()
                   ? nullptr
                   : &m_drawing.boxes[static_cast<std::size_t>(found - m_flow.boxes.begin())].rect;
    }

    void placeArrow(const FlowArrow& arrow) {
        const QRectF* from = rectOf(arrow.from);
        const QRectF* to = rectOf(arrow.to);
        if (from == nullptr || to == nullptr) {
            return;
        }
        const bool isTwoWay = std::ranges::any_of(
            m_flow.arrows, [&](const FlowArrow& other) { return other.from == arrow.to && other.to == arrow.from; });
        const qreal shift = !isTwoWay ? 0 : arrow.from < arrow.to ? -kArrowsApart : kArrowsApart;
        const QPolygonF points = route(*from, *to, shift);
        m_drawing.lines.push_back({points, true, false});
        if (!arrow.text.empty()) {
            m_drawing.texts.push_back(labelOf(shown(arrow.text), points, shift > 0));
        }
    }

    // Beside the first stretch of the arrow: above it, or below for the one that goes back.
    DrawnText labelOf(const QString& text, const QPolygonF& points, bool isBelow) const {
        const QPointF middle = (points[0] + points[1]) / 2;
        const qreal width = m_metrics.width(text, true) + 2;
        const qreal height = m_metrics.smallLineHeight;
        const bool isLevel = std::abs(points[0].y() - points[1].y()) < 1;
        const QRectF rect =
            isLevel ? QRectF(middle.x() - width / 2, isBelow ? middle.y() + 1 : middle.y() - height - 1, width, height)
                    : QRectF(isBelow ? middle.x() + kGap / 2 : middle.x() + kGap / 2, middle.y() - height / 2, width,
                             height);
        return {rect, text, isLevel ? Qt::AlignCenter : Qt::AlignLeft | Qt::AlignVCenter, true, true, false};
    }

    const LessonFlow& m_flow;
    const DrawingMetrics& m_metrics;
    qreal m_columnWidth = 0;
    qreal m_boxWidth = 0;
    LessonDrawing m_drawing;
};

}  // namespace

LessonDrawing placeStrip(const LessonStrip& strip, qreal width, const DrawingMetrics& metrics) {
    LessonDrawing drawing;
    const qreal left = labelWidth(strip.rows, metrics);
    double units = 1;
    for (const StripRow& row : strip.rows) {
        double size = row.indent;
        for (const StripCell& cell : row.cells) {
            size += cell.size;
        }
        units = std::max(units, size);
    }
    const qreal unit = (width - left) / units;
    qreal y = 1;
    for (const StripRow& row : strip.rows) {
        addLabel(drawing, row.label, QRectF(0, y, left, metrics.lineHeight + kBoxPadding));
        y += placeStripRow(drawing, row, QPointF(left, y), unit, metrics) + kGap;
    }
    drawing.size = QSizeF(width, y);
    return drawing;
}

LessonDrawing placeBars(const LessonBars& bars, qreal width, const DrawingMetrics& metrics) {
    LessonDrawing drawing;
    const qreal left = labelWidth(bars.rows, metrics);
    const qreal right = width - kGap * 2;
    const qreal rowHeight = metrics.lineHeight + kBoxPadding;
    const qreal bottom =
        metrics.smallLineHeight + kGap / 2 + (rowHeight + kGap / 2) * static_cast<qreal>(bars.rows.size());
    const auto xOf = [&](double value) { return left + (right - left) * (value - bars.from) / (bars.to - bars.from); };
    for (const auto& [value, text] : bars.ticks) {
        const QString label = shown(text);
        const qreal half = metrics.width(label, true) / 2 + 2;
        drawing.texts.push_back({QRectF(xOf(value) - half, 0, 2 * half, metrics.smallLineHeight), label,
                                 Qt::AlignCenter, true, true, false});
        drawing.lines.push_back(
            {QPolygonF{QPointF(xOf(value), metrics.smallLineHeight), QPointF(xOf(value), bottom)}, false, true});
    }
    qreal y = metrics.smallLineHeight + kGap / 2;
    for (const BarRow& row : bars.rows) {
        addLabel(drawing, row.label, QRectF(0, y, left, rowHeight));
        for (const BarSpan& span : row.spans) {
            const QRectF box(xOf(span.from), y, xOf(span.to) - xOf(span.from), rowHeight);
            drawing.boxes.push_back({box,
                                     span.isGap      ? DrawnBox::Look::Gap
                                     : span.tint < 0 ? DrawnBox::Look::Plain
                                                     : DrawnBox::Look::Tinted,
                                     span.tint});
            drawing.texts.push_back({box.adjusted(2, 0, -2, 0), shown(span.text), Qt::AlignCenter, true, false, false});
        }
        y += rowHeight + kGap / 2;
    }
    drawing.size = QSizeF(width, bottom + 1);
    return drawing;
}

LessonDrawing placeFlow(const LessonFlow& flow, qreal width, const DrawingMetrics& metrics) {
    return FlowPlaces(flow, width, metrics).place();
}

}  // namespace brokerscope
