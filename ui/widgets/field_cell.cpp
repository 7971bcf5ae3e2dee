#include "ui/widgets/field_cell.h"

#include "ui/style/fonts.h"
#include "ui/style/metrics.h"
#include "ui/style/palette.h"
#include "ui/widgets/badge.h"

#include <QPainter>
#include <QStyleOptionViewItem>

namespace brokerscope {
namespace {

constexpr int kBarWidth = 4;
constexpr int kBarHeight = 14;
constexpr int kBarGap = 7;
constexpr int kPadding = 6;
constexpr int kPartGap = 8;
constexpr int kFewestLetters = 4;  // of what is known about a value

QColor groundColour(const Palette& palette, const QStyleOptionViewItem& option, FieldCell::Ground ground) {
    if ((option.state & QStyle::State_Selected) != 0) {
        return palette.selection;
    }
    switch (ground) {
        case FieldCell::Ground::Heading:
        case FieldCell::Ground::Hovered:
            return palette.alternate;
        case FieldCell::Ground::Warning:
            return palette.blend(palette.warning, 0.10);
        case FieldCell::Ground::Error:
            return palette.blend(palette.error, 0.10);
        case FieldCell::Ground::Plain:
            break;
    }
    return palette.surface;
}

void paintBar(QPainter& painter, const QRect& area, const Palette& palette, int tint) {
    const QRectF bar(area.left(), area.center().y() + 1 - kBarHeight / 2.0, kBarWidth, kBarHeight);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette.tintFor(tint));
    painter.drawRoundedRect(bar, 2, 2);
}

QColor partColour(const Palette& palette, const FieldCell& cell, qsizetype part) {
    if (cell.disabled) {
        return palette.disabled;
    }
    if (cell.isError && part < 2) {
        return palette.error;
    }
    return part > 0 || cell.muted ? palette.muted : palette.text;
}

// Draws the parts one after the other, as far as there is room; gives the first free x.
int paintParts(QPainter& painter, QRect area, const Palette& palette, const QFont& base, const FieldCell& cell) {
    const QStringList parts = cell.text.split(QChar(FieldCell::kPartSeparator));
    for (qsizetype i = 0; i < parts.size() && area.width() > 0; ++i) {
        QFont font = base;
        font.setBold(cell.bold || (cell.isError && i == 1));
        const QFontMetrics metrics(font);
        const int wanted = i + 1 < parts.size() ? metrics.horizontalAdvance(parts[i + 1]) + kPartGap : 0;
        const int room = roomOfFieldPart(area.width(), metrics.horizontalAdvance(parts[i]), wanted);
        if (i > 0 && room < kFewestLetters * metrics.averageCharWidth() && room < metrics.horizontalAdvance(parts[i])) {
            break;  // an ellipsis alone says nothing
        }
        const QString shown = metrics.elidedText(parts[i], Qt::ElideRight, room);
        painter.setFont(font);
        painter.setPen(partColour(palette, cell, i));
        painter.drawText(area, static_cast<int>(Qt::AlignVCenter | cell.alignment) | Qt::TextSingleLine, shown);
        area.setLeft(area.left() + metrics.horizontalAdvance(shown) + kPartGap);
    }
    return area.left();
}

}  // namespace

int roomOfFieldPart(int room, int wanted, int wantedByNext) {
    const bool isShort = wanted <= room * 3 / 4;
    return isShort ? room : room - std::min(wantedByNext, room * 2 / 5);
}

void paintFieldGround(QPainter& painter, const QStyleOptionViewItem& option, const FieldCell& cell) {
    const Palette& palette = Palette::of(option.palette);
    painter.fillRect(option.rect, groundColour(palette, option, cell.ground));
    painter.setPen(palette.alternate);
    painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
}

void paintFieldContents(QPainter& painter, const QRect& area, const QStyleOptionViewItem& option,
                        const FieldCell& cell) {
    const Palette& palette = Palette::of(option.palette);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QRect rest = area.adjusted(cell.roomForTint ? 2 : kPadding, 0, -kPadding, 0);
    if (cell.roomForTint) {
        if (cell.tint >= 0) {
            paintBar(painter, rest, palette, cell.tint);
        }
        rest.setLeft(rest.left() + kBarWidth + kBarGap);
    }
    const QFont font = cell.monospace ? monospaceFont() : option.font;
    if (cell.framed) {
        const QRectF frame = QRectF(area).adjusted(1.5, 1.5, -4.5, -2.5);
        painter.setPen(palette.border);
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(frame, Metrics::SmallRadius, Metrics::SmallRadius);
    }
    const int badgeRoom = cell.badge.isEmpty() ? 0 : QFontMetrics(smallFont()).horizontalAdvance(cell.badge) + 20;
    const int end = paintParts(painter, rest.adjusted(0, 0, -badgeRoom, 0), palette, font, cell);
    if (!cell.badge.isEmpty()) {
        rest.setLeft(end);
        Badge::paint(painter, rest, cell.badge, cell.badgeKind, palette);
    }
    painter.restore();
}

}  // namespace brokerscope
