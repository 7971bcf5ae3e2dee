#include "ui/style/metrics.h"

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

}  // namespace brokerscope
