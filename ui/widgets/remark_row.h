#pragma once

#include "ui/widgets/field_cell.h"
#include "ui/widgets/status_kind.h"

#include <QFontMetrics>
#include <QRect>
#include <QString>

namespace brokerscope {

// A row of a tree of fields that is one sentence, with its sign before it. The sentence goes over all columns up to
// that of the bytes and takes as many lines as it needs, so that none of it is ever cut. Pure data.
struct RemarkRow {
    StatusKind kind = StatusKind::Info;
    QString sentence;
    QString bytes;       // "12+18"; empty: it is about no bytes
    int bytesWidth = 0;  // of their column, at the right end
    FieldCell::Ground ground = FieldCell::Ground::Plain;

    struct Places {
        QRect sign;
        QRect sentence;
        QRect bytes;
    };
    // Within a row at `area`, in pixels.
    Places places(const QRect& area, const QFontMetrics& metrics) const;
    // Never less than that of other rows.
    int height(int width, const QFontMetrics& metrics) const;
};

void paintRemarkRow(QPainter& painter, const QStyleOptionViewItem& option, const RemarkRow& row);

}  // namespace brokerscope
