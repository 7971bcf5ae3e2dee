#include "ui/widgets/remark_row.h"

#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/style/palette.h"

#include <QPainter>
#include <QStyleOptionViewItem>

namespace brokerscope {
namespace {

constexpr int kRoomBeside = 6;
constexpr int kLeastSentence = 40;
constexpr int kRemarkFlags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;

// Above and below one line, so that a sentence of one line has the height of other rows.
int roomAbove(const QFontMetrics& metrics) {
    return std::max(0, (rowHeight() - metrics.height()) / 2);
}

}  // namespace

RemarkRow::Places RemarkRow::places(const QRect& area, const QFontMetrics& metrics) const {
    const int top = area.top() + roomAbove(metrics);
    const int side = Metrics::IconSize;
    const QRect sign(area.left() + kRoomBeside, top + (metrics.height() - side) / 2, side, side);
    const int left = sign.right() + 1 + kRoomBeside;
    const int taken = bytes.isEmpty() ? 0 : bytesWidth;
    const int right = std::max(area.right() + 1 - taken - kRoomBeside, left + kLeastSentence);
    const QRect sentenceAt(left, top, right - left, area.bottom() + 1 - top);
    return {sign, sentenceAt,
            QRect(area.right() + 1 - taken + kRoomBeside, top, taken - kRoomBeside, metrics.height())};
}

int RemarkRow::height(int width, const QFontMetrics& metrics) const {
    const QRect room = places({0, 0, width, rowHeight()}, metrics).sentence;
    const int lines = metrics.boundingRect(QRect(0, 0, room.width(), 0), kRemarkFlags, sentence).height();
    return std::max(rowHeight(), lines + 2 * roomAbove(metrics));
}

void paintRemarkRow(QPainter& painter, const QStyleOptionViewItem& option, const RemarkRow& row) {
    FieldCell ground;
    ground.ground = row.ground;
    paintFieldGround(painter, option, ground);
    const Palette& palette = Palette::of(option.palette);
    const QFontMetrics metrics(option.font);
    const RemarkRow::Places at = row.places(option.rect, metrics);
    icon(statusIconName(row.kind), statusIconRole(row.kind)).paint(&painter, at.sign);
    painter.save();
    painter.setFont(option.font);
    painter.setPen(palette.text);
    painter.drawText(at.sentence, kRemarkFlags, row.sentence);
    if (row.bytesWidth > 0) {
        painter.setPen(palette.muted);
        painter.drawText(at.bytes, Qt::AlignLeft | Qt::AlignVCenter, row.bytes);
    }
    painter.restore();
}

}  // namespace brokerscope
