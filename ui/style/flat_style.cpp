#include "ui/style/flat_style.h"

#include "ui/style/flat_controls.h"
#include "ui/style/flat_primitives.h"
#include "ui/style/metrics.h"
#include "ui/style/palette.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QMap>
#include <QStyleFactory>
#include <QStyleOption>

namespace brokerscope {

namespace {

constexpr int kCellPadding = 6;  // left and right of the text of cells and their headers

const QMap<QStyle::PixelMetric, int>& pixelMetrics() {
    static const QMap<QStyle::PixelMetric, int> table = {
        {QStyle::PM_DefaultFrameWidth, 1},
        {QStyle::PM_ButtonIconSize, Metrics::IconSize},
        {QStyle::PM_SmallIconSize, Metrics::IconSize},
        {QStyle::PM_ListViewIconSize, Metrics::IconSize},
        {QStyle::PM_ToolBarIconSize, Metrics::IconSize},
        {QStyle::PM_TabBarIconSize, Metrics::IconSize},
        {QStyle::PM_IndicatorWidth, 14},
        {QStyle::PM_IndicatorHeight, 14},
        {QStyle::PM_ExclusiveIndicatorWidth, 14},
        {QStyle::PM_ExclusiveIndicatorHeight, 14},
        {QStyle::PM_CheckBoxLabelSpacing, 6},
        {QStyle::PM_ScrollBarExtent, 11},
        {QStyle::PM_ScrollBarSliderMin, 28},
        {QStyle::PM_ScrollView_ScrollBarSpacing, 0},
        {QStyle::PM_ScrollView_ScrollBarOverlap, 0},
        {QStyle::PM_SplitterWidth, 7},
        {QStyle::PM_HeaderMargin, kCellPadding},
        {QStyle::PM_FocusFrameHMargin, kCellPadding - 1},  // item views add one pixel
        {QStyle::PM_HeaderMarkSize, 9},
        {QStyle::PM_TreeViewIndentation, 16},
        {QStyle::PM_ButtonMargin, 14},
        {QStyle::PM_ButtonDefaultIndicator, 0},
        {QStyle::PM_ButtonShiftHorizontal, 0},
        {QStyle::PM_ButtonShiftVertical, 0},
        {QStyle::PM_MenuPanelWidth, 1},
        {QStyle::PM_MenuVMargin, 3},
        {QStyle::PM_MenuHMargin, 0},
        {QStyle::PM_LayoutLeftMargin, Metrics::Margin},
        {QStyle::PM_LayoutTopMargin, Metrics::Margin},
        {QStyle::PM_LayoutRightMargin, Metrics::Margin},
        {QStyle::PM_LayoutBottomMargin, Metrics::Margin},
        {QStyle::PM_LayoutHorizontalSpacing, Metrics::Spacing},
        {QStyle::PM_LayoutVerticalSpacing, 6},
        {QStyle::PM_SliderThickness, 18},
        {QStyle::PM_SliderLength, 14},
        {QStyle::PM_SliderControlThickness, 14},
        {QStyle::PM_TabBarTabHSpace, 20},
        {QStyle::PM_TabBarTabVSpace, 8},
        {QStyle::PM_TabBarTabShiftVertical, 0},
        {QStyle::PM_TabBarBaseOverlap, 0},
    };
    return table;
}

const QMap<QStyle::StyleHint, int>& styleHints() {
    static const QMap<QStyle::StyleHint, int> table = {
        {QStyle::SH_EtchDisabledText, 0},
        {QStyle::SH_DitherDisabledText, 0},
        {QStyle::SH_Widget_Animation_Duration, 0},
        {QStyle::SH_ItemView_ShowDecorationSelected, 1},
        {QStyle::SH_ItemView_PaintAlternatingRowColorsForEmptyArea, 0},
        {QStyle::SH_ScrollView_FrameOnlyAroundContents, 0},
        {QStyle::SH_ScrollBar_LeftClickAbsolutePosition, 1},
        {QStyle::SH_ComboBox_Popup, 0},
        {QStyle::SH_TabBar_Alignment, Qt::AlignLeft},
        {QStyle::SH_Header_ArrowAlignment, Qt::AlignRight | Qt::AlignVCenter},
    };
    return table;
}

int heightFor(QStyle::ContentsType type) {
    switch (type) {
        case QStyle::CT_ItemViewItem:
            return rowHeight();
        case QStyle::CT_HeaderSection:
            return headerHeight();
        case QStyle::CT_LineEdit:
        case QStyle::CT_ComboBox:
        case QStyle::CT_SpinBox:
        case QStyle::CT_PushButton:
        case QStyle::CT_ToolButton:
            return controlHeight();
        default:
            return 0;
    }
}

}  // namespace

FlatStyle::FlatStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

int FlatStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    const auto found = pixelMetrics().constFind(metric);
    return found != pixelMetrics().cend() ? *found : QProxyStyle::pixelMetric(metric, option, widget);
}

int FlatStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                         QStyleHintReturn* result) const {
    if (hint == SH_Table_GridLineColor && option != nullptr) {
        return static_cast<int>(Palette::of(option->palette).alternate.rgba());
    }
    const auto found = styleHints().constFind(hint);
    return found != styleHints().cend() ? *found : QProxyStyle::styleHint(hint, option, widget, result);
}

QSize FlatStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                  const QWidget* widget) const {
    QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
    const int height = heightFor(type);
    if (height == 0) {
        return result;
    }
    // Controls are as high as each other; rows may be higher than their text where a delegate asks for it.
    const bool isRow = type == CT_ItemViewItem || type == CT_HeaderSection;
    result.setHeight(isRow || type == CT_ToolButton ? std::max(height, size.height()) : height);
    return result;
}

QRect FlatStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                                const QWidget* widget) const {
    if (control == CC_ScrollBar) {
        if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option)) {
            return flatScrollBarPart(*bar, part, pixelMetric(PM_ScrollBarSliderMin, option, widget));
        }
    }
    return QProxyStyle::subControlRect(control, option, part, widget);
}

QRect FlatStyle::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const {
    // Fusion keeps two pixels for a bevel that is not drawn here.
    if (element == SE_LineEditContents) {
        return option->rect.adjusted(4, 0, -4, 0);
    }
    // The margin of headers is meant for their sides; above and below it would cut descenders.
    if (element == SE_HeaderLabel) {
        return option->rect.adjusted(kCellPadding, 0, -kCellPadding, 0);
    }
    return QProxyStyle::subElementRect(element, option, widget);
}

void FlatStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                              const QWidget* widget) const {
    if (!drawFlatPrimitive(element, *option, *painter, widget)) {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void FlatStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                            const QWidget* widget) const {
    if (drawFlatControl(element, *option, *painter)) {
        return;
    }
    if (element == CE_HeaderLabel) {
        if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option)) {
            QStyleOptionHeaderV2 quiet;
            static_cast<QStyleOptionHeader&>(quiet) = *header;
            quiet.palette.setColor(QPalette::ButtonText, Palette::of(option->palette).muted);
            quiet.state &= ~State_On;  // Fusion prints the header of a selected column in bold, which shifts the text
            QProxyStyle::drawControl(element, &quiet, painter, widget);
            return;
        }
    }
    if (element == CE_PushButtonLabel) {
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
            QStyleOptionButton label(*button);
            if (isAccentButton(*button)) {
                label.palette.setColor(QPalette::ButtonText, Palette::of(option->palette).onAccent);
            }
            QProxyStyle::drawControl(element, &label, painter, widget);
            return;
        }
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void FlatStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                   const QWidget* widget) const {
    // A button that only opens a menu says so by its icon; Fusion's arrow would lie over its corner.
    if (const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
        control == CC_ToolButton && button != nullptr && button->features.testFlag(QStyleOptionToolButton::HasMenu) &&
        !button->features.testFlag(QStyleOptionToolButton::MenuButtonPopup)) {
        QStyleOptionToolButton plain(*button);
        plain.features.setFlag(QStyleOptionToolButton::HasMenu, false);
        QProxyStyle::drawComplexControl(control, &plain, painter, widget);
        return;
    }
    if (!drawFlatComplexControl(control, *option, *painter, *this, widget)) {
        QProxyStyle::drawComplexControl(control, option, painter, widget);
    }
}

void FlatStyle::polish(QWidget* widget) {
    QProxyStyle::polish(widget);
    // Hover is shown by these, so they need its events.
    if (auto* view = qobject_cast<QAbstractItemView*>(widget)) {
        view->viewport()->setAttribute(Qt::WA_Hover);
    }
}

}  // namespace brokerscope
