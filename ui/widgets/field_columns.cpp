#include "ui/widgets/field_columns.h"

#include "ui/style/metrics.h"

#include <QGuiApplication>
#include <QHeaderView>
#include <QTreeView>

#include <algorithm>

namespace brokerscope {

namespace {

constexpr int kLeastWidth = 260;
constexpr int kLeastSection = 40;
constexpr int kIndentation = 16;
constexpr int kNarrow = 560;
constexpr int kFieldShare = 42;  // percent of what the bytes leave
constexpr int kNarrowFieldShare = 60;
constexpr int kTypeShare = 24;
constexpr int kWidestField = 420;
constexpr int kWidestType = 220;

}  // namespace

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
    const int width = m_view.viewport()->width();
    const int bytes = bytesWidth + Metrics::CellRoom;
    const int rest = std::max(0, width - bytes);
    const bool narrow = width < kNarrow;
    m_view.setColumnHidden(static_cast<int>(FieldColumnOrder::Type), narrow);
    QHeaderView& header = *m_view.header();
    header.resizeSection(static_cast<int>(FieldColumnOrder::Bytes), bytes);
    header.resizeSection(static_cast<int>(FieldColumnOrder::Field),
                         std::min(kWidestField, rest * (narrow ? kNarrowFieldShare : kFieldShare) / 100));
    if (!narrow) {
        header.resizeSection(static_cast<int>(FieldColumnOrder::Type), std::min(kWidestType, rest * kTypeShare / 100));
    }
}

}  // namespace brokerscope
