#include "ui/style/metrics.h"

#include "ui/style/fonts.h"

#include <QFontInfo>
#include <QFontMetrics>
#include <QGuiApplication>

#include <algorithm>

namespace brokerscope {

namespace {

int heightAround(int standard, int room) {
    return std::max(standard, QFontMetrics(QGuiApplication::font()).height() + room);
}

}  // namespace

int rowHeight() {
    return heightAround(Metrics::RowHeight, 8);
}

int headerHeight() {
    return rowHeight() + 2;
}

int controlHeight() {
    return heightAround(Metrics::ControlHeight, 10);
}

int headerBarHeight() {
    return controlHeight() + 2 * Metrics::Spacing + 2;
}

int statusLineHeight() {
    return rowHeight() + 2;
}

int railWidth() {
    return scaledToFont(Metrics::RailWidth);
}

int scaledToFont(int pixels) {
    return pixels * std::max(QFontInfo(QGuiApplication::font()).pixelSize(), kStandardFontSize) / kStandardFontSize;
}

}  // namespace brokerscope
