#include "ui/style/flat_primitives.h"

#include "ui/style/metrics.h"
#include "ui/style/palette.h"

#include <QMap>
#include <QPainter>
#include <QStyleOption>
#include <QWidget>

namespace brokerscope {

namespace {

struct Context {
    const QStyleOption& option;
    QPainter& painter;
    const Palette& palette;
    const QWidget* widget;

    bool has(QStyle::StateFlag flag) const { return (option.state & flag) != 0; }
    bool isEnabled() const { return has(QStyle::State_Enabled); }
    // Hover without being pressed or disabled.
    bool isHovered() const { return isEnabled() && has(QStyle::State_MouseOver); }
};

void buttonPanel(const Context& c) {
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(&c.option);
    const bool flat = button != nullptr && (button->features & QStyleOptionButton::Flat) != 0;
    const bool down = c.has(QStyle::State_Sunken) || c.has(QStyle::State_On);
    const Palette& p = c.palette;
    if (button != nullptr && isAccentButton(*button)) {
        const qreal strength = down ? 0.75 : c.isHovered() ? 0.88 : 1.0;
        drawBox(c.painter, c.option.rect, p.blend(p.accent, strength),
                c.has(QStyle::State_HasFocus) ? p.text : QColor(), Metrics::Radius);
        return;
    }
    const QColor fill = down ? p.selection : c.isHovered() ? p.alternate : flat ? QColor() : p.surface;
    const QColor outline = c.has(QStyle::State_HasFocus) ? p.accent
                           : flat                        ? QColor()
                           : c.isEnabled()               ? p.frame
                                                         : p.border;
    drawBox(c.painter, c.option.rect, fill, outline, Metrics::Radius);
}

void toolButtonPanel(const Context& c) {
    const bool down = c.has(QStyle::State_Sunken) || c.has(QStyle::State_On);
    if (down || c.isHovered() || c.has(QStyle::State_HasFocus)) {
        drawBox(c.painter, c.option.rect, down ? c.palette.selection : c.palette.alternate,
                c.has(QStyle::State_HasFocus) ? c.palette.accent : QColor(), Metrics::Radius);
    }
}

void lineEditPanel(const Context& c) {
    // An editor inside of a cell or of another control has no frame of its own.
    const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(&c.option);
    if (frame != nullptr && frame->lineWidth == 0) {
        c.painter.fillRect(c.option.rect, c.option.palette.base());
        return;
    }
    const QColor outline = c.has(QStyle::State_HasFocus) ? c.palette.accent
                           : c.isEnabled()               ? c.palette.frame
                                                         : c.palette.border;
    drawBox(c.painter, c.option.rect, c.isEnabled() ? c.palette.surface : c.palette.window, outline, Metrics::Radius);
}

void nothing(const Context&) {}

void hairlineFrame(const Context& c) {
    drawBox(c.painter, c.option.rect, QColor(), c.palette.border, 0);
}

void panelWithFrame(const Context& c) {
    drawBox(c.painter, c.option.rect, c.palette.surface, c.palette.frame, 0);
}

void tipPanel(const Context& c) {
    drawBox(c.painter, c.option.rect, c.palette.alternate, c.palette.frame, 0);
}

void focusFrame(const Context& c) {
    drawBox(c.painter, c.option.rect, QColor(), c.palette.accent, Metrics::SmallRadius);
}

void itemPanel(const Context& c) {
    const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(&c.option);
    if (item != nullptr && item->backgroundBrush.style() != Qt::NoBrush) {
        c.painter.fillRect(c.option.rect, item->backgroundBrush);
    }
    if (c.has(QStyle::State_Selected)) {
        c.painter.fillRect(c.option.rect, c.palette.selection);
    } else if (c.isHovered()) {
        c.painter.fillRect(c.option.rect, c.palette.alternate);
    }
}

void rowPanel(const Context& c) {
    const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(&c.option);
    if (c.has(QStyle::State_Selected)) {
        c.painter.fillRect(c.option.rect, c.palette.selection);
    } else if (item != nullptr && (item->features & QStyleOptionViewItem::Alternate) != 0) {
        c.painter.fillRect(c.option.rect, c.palette.alternate);
    }
}

void checkBoxIndicator(const Context& c) {
    const bool marked = c.has(QStyle::State_On) || c.has(QStyle::State_NoChange);
    const QColor fill = !c.isEnabled() ? c.palette.window : marked ? c.palette.accent : c.palette.surface;
    const QColor outline = !c.isEnabled()                                   ? c.palette.border
                           : marked                                         ? c.palette.accent
                           : c.isHovered() || c.has(QStyle::State_HasFocus) ? c.palette.accent
                                                                            : c.palette.frame;
    drawBox(c.painter, c.option.rect, fill, outline, Metrics::SmallRadius);
    const QPointF middle = QRectF(c.option.rect).center();
    c.painter.setPen(
        QPen(c.isEnabled() ? c.palette.onAccent : c.palette.disabled, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    if (c.has(QStyle::State_NoChange)) {
        c.painter.drawLine(middle - QPointF(3, 0), middle + QPointF(3, 0));
    } else if (c.has(QStyle::State_On)) {
        c.painter.drawPolyline(
            QPolygonF({middle + QPointF(-3.2, 0.2), middle + QPointF(-0.9, 2.6), middle + QPointF(3.4, -2.6)}));
    }
}

void radioIndicator(const Context& c) {
    const bool marked = c.has(QStyle::State_On);
    const QColor outline = !c.isEnabled()                                             ? c.palette.border
                           : marked || c.isHovered() || c.has(QStyle::State_HasFocus) ? c.palette.accent
                                                                                      : c.palette.frame;
    drawBox(c.painter, c.option.rect, c.palette.surface, outline, c.option.rect.width() / 2.0);
    if (marked) {
        c.painter.setPen(Qt::NoPen);
        c.painter.setBrush(c.isEnabled() ? c.palette.accent : c.palette.disabled);
        c.painter.drawEllipse(QRectF(c.option.rect).center(), 3.5, 3.5);
    }
}

void branch(const Context& c) {
    if (!c.has(QStyle::State_Children)) {
        return;
    }
    const bool open = c.has(QStyle::State_Open);
    const Chevron closedDirection = c.option.direction == Qt::RightToLeft ? Chevron::Left : Chevron::Right;
    drawChevron(c.painter, c.option.rect, open ? Chevron::Down : closedDirection,
                c.isHovered() ? c.palette.text : c.palette.muted);
}

template <Chevron Direction>
void arrow(const Context& c) {
    drawChevron(c.painter, c.option.rect, Direction, c.isEnabled() ? c.palette.muted : c.palette.disabled);
}

void headerArrow(const Context& c) {
    const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(&c.option);
    const bool down = header != nullptr && header->sortIndicator == QStyleOptionHeader::SortDown;
    drawChevron(c.painter, c.option.rect, down ? Chevron::Down : Chevron::Up, c.palette.muted);
}

void tabBarBase(const Context& c) {
    c.painter.fillRect(QRect(c.option.rect.left(), c.option.rect.bottom(), c.option.rect.width(), 1), c.palette.border);
}

void toolBarSeparator(const Context& c) {
    const QRect& r = c.option.rect;
    const bool horizontal = c.has(QStyle::State_Horizontal);
    c.painter.fillRect(horizontal ? QRect(r.center().x(), r.top() + 4, 1, r.height() - 8)
                                  : QRect(r.left() + 4, r.center().y(), r.width() - 8, 1),
                       c.palette.border);
}

using Draw = void (*)(const Context&);

const QMap<QStyle::PrimitiveElement, Draw>& drawings() {
    static const QMap<QStyle::PrimitiveElement, Draw> table = {
        {QStyle::PE_PanelButtonCommand, buttonPanel},
        {QStyle::PE_PanelButtonBevel, buttonPanel},
        {QStyle::PE_FrameDefaultButton, nothing},
        {QStyle::PE_PanelButtonTool, toolButtonPanel},
        {QStyle::PE_PanelLineEdit, lineEditPanel},
        {QStyle::PE_FrameLineEdit, nothing},
        {QStyle::PE_Frame, hairlineFrame},
        {QStyle::PE_FrameGroupBox, hairlineFrame},
        {QStyle::PE_FrameTabWidget, hairlineFrame},
        {QStyle::PE_FrameStatusBarItem, nothing},
        {QStyle::PE_PanelMenu, panelWithFrame},
        {QStyle::PE_FrameMenu, nothing},
        {QStyle::PE_PanelTipLabel, tipPanel},
        {QStyle::PE_FrameFocusRect, focusFrame},
        {QStyle::PE_PanelItemViewItem, itemPanel},
        {QStyle::PE_PanelItemViewRow, rowPanel},
        {QStyle::PE_IndicatorCheckBox, checkBoxIndicator},
        {QStyle::PE_IndicatorItemViewItemCheck, checkBoxIndicator},
        {QStyle::PE_IndicatorRadioButton, radioIndicator},
        {QStyle::PE_IndicatorBranch, branch},
        {QStyle::PE_IndicatorArrowLeft, arrow<Chevron::Left>},
        {QStyle::PE_IndicatorArrowRight, arrow<Chevron::Right>},
        {QStyle::PE_IndicatorArrowUp, arrow<Chevron::Up>},
        {QStyle::PE_IndicatorArrowDown, arrow<Chevron::Down>},
        {QStyle::PE_IndicatorHeaderArrow, headerArrow},
        {QStyle::PE_FrameTabBarBase, tabBarBase},
        {QStyle::PE_IndicatorToolBarSeparator, toolBarSeparator},
    };
    return table;
}

}  // namespace

bool drawFlatPrimitive(QStyle::PrimitiveElement element, const QStyleOption& option, QPainter& painter,
                       const QWidget* widget) {
    const auto found = drawings().constFind(element);
    if (found == drawings().cend()) {
        return false;
    }
    painter.save();
    (*found)({option, painter, Palette::of(option.palette), widget});
    painter.restore();
    return true;
}

bool isAccentButton(const QStyleOptionButton& option) {
    return (option.features & QStyleOptionButton::DefaultButton) != 0 &&
           (option.features & QStyleOptionButton::Flat) == 0 && (option.state & QStyle::State_Enabled) != 0;
}

void drawChevron(QPainter& painter, const QRect& rect, Chevron direction, const QColor& colour) {
    const qreal reach = std::min(4.0, std::min(rect.width(), rect.height()) / 2.0 - 1);
    const qreal depth = reach / 2;
    const QPointF middle = QRectF(rect).center();
    const bool horizontal = direction == Chevron::Left || direction == Chevron::Right;
    const qreal sign = direction == Chevron::Right || direction == Chevron::Down ? 1 : -1;
    const auto at = [&](qreal along, qreal across) {
        return middle + (horizontal ? QPointF(along * sign, across) : QPointF(across, along * sign));
    };
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(QPolygonF({at(-depth, -reach), at(depth, 0), at(-depth, reach)}));
    painter.restore();
}

void drawBox(QPainter& painter, const QRect& rect, const QColor& fill, const QColor& outline, qreal radius) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(outline.isValid() ? QPen(outline, 1) : QPen(Qt::NoPen));
    painter.setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
    const qreal inset = outline.isValid() ? 0.5 : 0;
    const QRectF box = QRectF(rect).adjusted(inset, inset, -inset, -inset);
    if (radius > 0) {
        painter.drawRoundedRect(box, radius, radius);
    } else {
        painter.drawRect(box);
    }
}

}  // namespace brokerscope
