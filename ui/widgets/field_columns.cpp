#include "ui/widgets/field_columns.h"

#include "ui/style/metrics.h"

#include <QGuiApplication>
#include <QHeaderView>
#include <QTreeView>

#include <algorithm>
#include <utility>

namespace brokerscope {

namespace {

constexpr int kLeastWidth = 260;
constexpr int kLeastSection = 40;
constexpr int kIndentation = 16;
// Letters below which a column is of little use.
constexpr int kLeastFieldLetters = 18;
constexpr int kLeastValueLetters = 15;
constexpr int kLeastTypeLetters = 13;  // "compact string"
constexpr int kFieldShare = 43;        // percent of what the bytes leave
constexpr int kFieldShareAlone = 58;   // where there are no types
constexpr int kTypeShare = 24;
constexpr int kWidestFieldLetters = 60;
constexpr int kWidestTypeLetters = 32;

}  // namespace

FieldColumnWidths FieldColumnWidths::share(int width, int bytes, int letter) {
    const int least = (kLeastFieldLetters + kLeastValueLetters) * letter;
    const int leastType = kLeastTypeLetters * letter;
    const bool hasBytes = width - bytes >= least;
    const bool hasTypes = width - bytes >= least + leastType;
    const int rest = std::max(0, hasBytes ? width - bytes : width);
    const int type = hasTypes ? std::clamp(rest * kTypeShare / 100, leastType, kWidestTypeLetters * letter) : 0;
    const int field = std::min(rest * (hasTypes ? kFieldShare : kFieldShareAlone) / 100, kWidestFieldLetters * letter);
    return {field, type, hasBytes ? bytes : 0, rest - field - type};
}

FieldColumns::FieldColumns(QTreeView& view) : QObject(&view), m_view(view) {
    view.setFrameShape(QFrame::NoFrame);
    view.setUniformRowHeights(true);
    view.setIndentation(kIndentation);
    view.setAllColumnsShowFocus(true);
    view.setMouseTracking(true);
    view.setMinimumWidth(kLeastWidth);
    QHeaderView& header = *view.header();
    header.setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header.setMinimumSectionSize(kLeastSection);
    header.setStretchLastSection(false);
    header.setSectionResizeMode(static_cast<int>(FieldColumnOrder::Value), QHeaderView::Stretch);
    connect(&header, &QHeaderView::sectionResized, this,
            [this] { m_sizedByHand = m_sizedByHand || QGuiApplication::mouseButtons() != Qt::NoButton; });
}

void FieldColumns::fit(int bytesWidth) {
    if (m_sizedByHand) {
        return;
    }
    const int bytes = bytesWidth + Metrics::CellRoom;
    const FieldColumnWidths widths =
        FieldColumnWidths::share(m_view.viewport()->width(), bytes, m_view.fontMetrics().averageCharWidth());
    for (const auto& [column, size] :
         {std::pair(FieldColumnOrder::Field, widths.field), std::pair(FieldColumnOrder::Type, widths.type),
          std::pair(FieldColumnOrder::Bytes, widths.bytes)}) {
        m_view.setColumnHidden(static_cast<int>(column), size == 0);
        if (size > 0) {
            m_view.header()->resizeSection(static_cast<int>(column), size);
        }
    }
}

}  // namespace brokerscope
