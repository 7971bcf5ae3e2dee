#include "ui/widgets/rail_button.h"

#include "ui/style/fonts.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/style/palette.h"

#include <QFontMetrics>
#include <QPainter>

namespace brokerscope {

namespace {

constexpr int TopRoom = 9;
constexpr int BetweenIconAndText = 3;
constexpr int BottomRoom = 8;
constexpr int kRailBarWidth = 3;

}  // namespace

RailButton::RailButton(const QString& iconName, const QString& title, QWidget* parent)
    : QAbstractButton(parent), m_iconName(iconName) {
    setText(title);
    setAccessibleName(title);
    setCheckable(true);
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize RailButton::sizeHint() const {
    const int textHeight = QFontMetrics(smallFont()).height();
    return {railWidth(), TopRoom + Metrics::RailIconSize + BetweenIconAndText + textHeight + BottomRoom};
}

void RailButton::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    const Palette& palette = Palette::of(this->palette());
    painter.fillRect(rect(), isChecked() || isDown() || underMouse() ? palette.alternate : palette.surface);
    if (isChecked()) {
        painter.fillRect(QRect(0, 0, kRailBarWidth, height()), palette.accent);
    }
    const IconRole role = isChecked() ? IconRole::Accent : underMouse() ? IconRole::Text : IconRole::Muted;
    const QRect iconRect((width() - Metrics::RailIconSize) / 2, TopRoom, Metrics::RailIconSize, Metrics::RailIconSize);
    brokerscope::icon(m_iconName, role)
        .paint(&painter, iconRect, Qt::AlignCenter, isEnabled() ? QIcon::Normal : QIcon::Disabled);

    const QFont font = smallFont();
    painter.setFont(font);
    painter.setPen(!isEnabled()   ? palette.disabled
                   : isChecked()  ? palette.accent
                   : underMouse() ? palette.text
                                  : palette.muted);
    const int textTop = iconRect.bottom() + 1 + BetweenIconAndText;
    const QRect textRect(kRailBarWidth, textTop, width() - 2 * kRailBarWidth, QFontMetrics(font).height());
    painter.drawText(textRect, Qt::AlignHCenter | Qt::AlignTop,
                     QFontMetrics(font).elidedText(text(), Qt::ElideRight, textRect.width()));
    if (hasFocus()) {
        painter.setPen(palette.accent);
        painter.drawRect(rect().adjusted(kRailBarWidth + 1, 1, -3, -2));
    }
}

}  // namespace brokerscope
