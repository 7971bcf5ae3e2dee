#include "ui/style/flat_controls.h"

#include "ui/style/flat_primitives.h"
#include "ui/style/metrics.h"
#include "ui/style/palette.h"

#include <QPainter>
#include <QStyleOption>

namespace brokerscope {

namespace {

bool isEnabled(const QStyleOption& option) {
    return (option.state & QStyle::State_Enabled) != 0;
}

void headerSection(const QStyleOption& option, QPainter& painter, const Palette& palette) {
    const QRect& r = option.rect;
    painter.fillRect(r, palette.surface);
    const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(&option);
    const bool vertical = header != nullptr && header->orientation == Qt::Vertical;
    if (vertical) {
        painter.fillRect(QRect(r.right(), r.top(), 1, r.height()), palette.border);
        return;
    }
    painter.fillRect(QRect(r.left(), r.bottom(), r.width(), 1), palette.border);
    if (header != nullptr && header->position != QStyleOptionHeader::End &&
        header->position != QStyleOptionHeader::OnlyOneSection) {
        painter.fillRect(QRect(r.right(), r.top() + 5, 1, r.height() - 10), palette.border);
    }
}

void tabShape(const QStyleOption& option, QPainter& painter, const Palette& palette) {
    const QRect& r = option.rect;
    const bool selected = (option.state & QStyle::State_Selected) != 0;
    if (!selected && isEnabled(option) && (option.state & QStyle::State_MouseOver) != 0) {
        painter.fillRect(r, palette.alternate);
    }
    if (selected) {
        painter.fillRect(QRect(r.left(), r.bottom() - 1, r.width(), 2), palette.accent);
    }
}

void splitter(const QStyleOption& option, QPainter& painter, const Palette& palette) {
    const bool horizontal = (option.state & QStyle::State_Horizontal) != 0;
    const bool hovered = (option.state & QStyle::State_MouseOver) != 0;
    const QPoint middle = option.rect.center();
    // Short grip: the panels on both sides have borders of their own.
    const QSize grip =
        horizontal ? QSize(2, std::min(28, option.rect.height())) : QSize(std::min(28, option.rect.width()), 2);
    painter.fillRect(QRect(middle - QPoint(grip.width() / 2, grip.height() / 2), grip),
                     hovered ? palette.accent : palette.border);
}

void progressGroove(const QStyleOption& option, QPainter& painter, const Palette& palette) {
    painter.save();
    drawBox(painter, option.rect, palette.alternate, palette.border, Metrics::SmallRadius);
    painter.restore();
}

void progressContents(const QStyleOption& option, QPainter& painter, const Palette& palette) {
    const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(&option);
    if (bar == nullptr) {
        return;
    }
    const qreal range = static_cast<qreal>(bar->maximum) - bar->minimum;
    // An unknown end is a full bar in the weaker colour; nothing moves.
    const qreal share = range > 0 ? (static_cast<qreal>(bar->progress) - bar->minimum) / range : 1.0;
    QRect filled = option.rect.adjusted(1, 1, -1, -1);
    filled.setWidth(static_cast<int>(filled.width() * std::clamp(share, 0.0, 1.0)));
    painter.save();
    drawBox(painter, filled, palette.blend(palette.accent, range > 0 ? 0.45 : 0.2), QColor(), Metrics::SmallRadius - 1);
    painter.restore();
}

void scrollBar(const QStyleOptionSlider& option, QPainter& painter, const QStyle& style, const QWidget* widget) {
    const Palette& palette = Palette::of(option.palette);
    painter.fillRect(option.rect, palette.surface);
    if (option.maximum <= option.minimum) {
        return;
    }
    const QRect handle = style.subControlRect(QStyle::CC_ScrollBar, &option, QStyle::SC_ScrollBarSlider, widget);
    const bool held = (option.activeSubControls & QStyle::SC_ScrollBarSlider) != 0 &&
                      (option.state & (QStyle::State_Sunken | QStyle::State_MouseOver)) != 0;
    const QRect thin =
        option.orientation == Qt::Horizontal ? handle.adjusted(1, 3, -1, -2) : handle.adjusted(3, 1, -2, -1);
    painter.save();
    drawBox(painter, thin, held ? palette.muted : palette.frame, QColor(), std::min(thin.width(), thin.height()) / 2.0);
    painter.restore();
}

void fieldPanel(const QStyleOptionComplex& option, QPainter& painter, bool framed) {
    const Palette& palette = Palette::of(option.palette);
    const bool hovered = isEnabled(option) && (option.state & QStyle::State_MouseOver) != 0;
    const QColor outline = (option.state & QStyle::State_HasFocus) != 0 ? palette.accent
                           : isEnabled(option)                          ? (hovered ? palette.muted : palette.frame)
                                                                        : palette.border;
    drawBox(painter, option.rect, isEnabled(option) ? palette.surface : palette.window, framed ? outline : QColor(),
            framed ? Metrics::Radius : 0);
}

void comboBox(const QStyleOptionComboBox& option, QPainter& painter, const QStyle& style, const QWidget* widget) {
    const Palette& palette = Palette::of(option.palette);
    painter.save();
    fieldPanel(option, painter, option.frame);
    painter.restore();
    const QRect button = style.subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxArrow, widget);
    drawChevron(painter, button, Chevron::Down, isEnabled(option) ? palette.muted : palette.disabled);
}

void spinBox(const QStyleOptionSpinBox& option, QPainter& painter, const QStyle& style, const QWidget* widget) {
    const Palette& palette = Palette::of(option.palette);
    painter.save();
    fieldPanel(option, painter, option.frame);
    painter.restore();
    if (option.buttonSymbols == QAbstractSpinBox::NoButtons) {
        return;
    }
    const auto step = [&](QStyle::SubControl part, QAbstractSpinBox::StepEnabledFlag flag, Chevron direction) {
        const QRect button = style.subControlRect(QStyle::CC_SpinBox, &option, part, widget);
        const bool usable = isEnabled(option) && (option.stepEnabled & flag) != 0;
        const bool active = usable && option.activeSubControls == part && (option.state & QStyle::State_MouseOver) != 0;
        drawChevron(painter, button, direction, active ? palette.accent : usable ? palette.muted : palette.disabled);
    };
    step(QStyle::SC_SpinBoxUp, QAbstractSpinBox::StepUpEnabled, Chevron::Up);
    step(QStyle::SC_SpinBoxDown, QAbstractSpinBox::StepDownEnabled, Chevron::Down);
}

}  // namespace

bool drawFlatControl(QStyle::ControlElement element, const QStyleOption& option, QPainter& painter) {
    const Palette& palette = Palette::of(option.palette);
    switch (element) {
        case QStyle::CE_HeaderSection:
        case QStyle::CE_HeaderEmptyArea:
            headerSection(option, painter, palette);
            return true;
        case QStyle::CE_TabBarTabShape:
            tabShape(option, painter, palette);
            return true;
        case QStyle::CE_Splitter:
            splitter(option, painter, palette);
            return true;
        case QStyle::CE_ProgressBarGroove:
            progressGroove(option, painter, palette);
            return true;
        case QStyle::CE_ProgressBarContents:
            progressContents(option, painter, palette);
            return true;
        default:
            return false;
    }
}

bool drawFlatComplexControl(QStyle::ComplexControl control, const QStyleOptionComplex& option, QPainter& painter,
                            const QStyle& style, const QWidget* widget) {
    if (control == QStyle::CC_ScrollBar) {
        if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(&option)) {
            scrollBar(*bar, painter, style, widget);
            return true;
        }
    }
    if (control == QStyle::CC_ComboBox) {
        if (const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(&option)) {
            comboBox(*box, painter, style, widget);
            return true;
        }
    }
    if (control == QStyle::CC_SpinBox) {
        if (const auto* box = qstyleoption_cast<const QStyleOptionSpinBox*>(&option)) {
            spinBox(*box, painter, style, widget);
            return true;
        }
    }
    return false;
}

QRect flatScrollBarPart(const QStyleOptionSlider& option, QStyle::SubControl part, int minimumLength) {
    const bool horizontal = option.orientation == Qt::Horizontal;
    const QRect& whole = option.rect;
    const int room = horizontal ? whole.width() : whole.height();
    const qint64 range = static_cast<qint64>(option.maximum) - option.minimum;
    int length = room;
    if (range > 0) {
        length = static_cast<int>(static_cast<qint64>(option.pageStep) * room / (range + option.pageStep));
        length = std::min(room, std::max(length, minimumLength));
    }
    const int start = QStyle::sliderPositionFromValue(option.minimum, option.maximum, option.sliderPosition,
                                                      room - length, option.upsideDown);
    const auto along = [&](int from, int extent) {
        const QRect rect = horizontal ? QRect(whole.left() + from, whole.top(), extent, whole.height())
                                      : QRect(whole.left(), whole.top() + from, whole.width(), extent);
        return QStyle::visualRect(option.direction, whole, rect);
    };
    switch (part) {
        case QStyle::SC_ScrollBarSlider:
            return along(start, length);
        case QStyle::SC_ScrollBarGroove:
            return whole;
        case QStyle::SC_ScrollBarSubPage:
            return along(0, start);
        case QStyle::SC_ScrollBarAddPage:
            return along(start + length, room - start - length);
        default:
            return {};
    }
}

}  // namespace brokerscope
