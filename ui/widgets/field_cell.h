#pragma once

#include "ui/widgets/status_kind.h"

#include <QRect>
#include <QString>

class QPainter;
class QStyleOptionViewItem;

namespace brokerscope {

// What one cell of a tree of fields shows; pure data. Text holds a value and what is known about it, joined by
// `kPartSeparator`: the parts after the first are muted.
struct FieldCell {
    static constexpr char16_t kPartSeparator = u'\u2003';

    enum class Ground { Plain, Heading, Hovered, Warning, Error };

    QString text;
    Ground ground = Ground::Plain;
    int tint = -1;             // a bar before the text; -1: none
    bool roomForTint = false;  // keeps the place of the bar, so that texts stand in line
    bool muted = false;
    bool disabled = false;
    bool bold = false;
    bool isError = false;  // a Kafka error code: value and name in the colour of errors
    bool monospace = false;
    bool framed = false;  // looks like a field that can be edited
    QString badge;        // after the text
    StatusKind badgeKind = StatusKind::Neutral;
    Qt::Alignment alignment = Qt::AlignLeft;
};

// Of `room` pixels, those for a part that wants `wanted` where another follows that wants `wantedByNext` (0: none). A
// short value, such as a timestamp, is never cut for what is known about it; a long one leaves that some room.
int roomOfFieldPart(int room, int wanted, int wantedByNext);

// Ground and hairline of a whole cell, selection included.
void paintFieldGround(QPainter& painter, const QStyleOptionViewItem& option, const FieldCell& cell);
// Bar, text and badge within `area`.
void paintFieldContents(QPainter& painter, const QRect& area, const QStyleOptionViewItem& option,
                        const FieldCell& cell);

}  // namespace brokerscope
