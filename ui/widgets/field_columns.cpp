#include "ui/widgets/field_columns.h"

#include <QHeaderView>
#include <QTreeView>

namespace brokerscope {

namespace {

constexpr int kNarrow = 430;
constexpr int kFieldShare = 42;  // percent of what the bytes leave
constexpr int kNarrowFieldShare = 58;
constexpr int kTypeShare = 24;
constexpr int kWidestField = 420;
constexpr int kWidestType = 220;

}  // namespace

void fitFieldColumns(QTreeView& view, int bytesWidth) {
    const int width = view.viewport()->width();
    const int rest = std::max(0, width - bytesWidth);
    const bool narrow = width < kNarrow;
    view.setColumnHidden(static_cast<int>(FieldColumnOrder::Type), narrow);
    QHeaderView& header = *view.header();
    header.resizeSection(static_cast<int>(FieldColumnOrder::Bytes), bytesWidth);
    header.resizeSection(static_cast<int>(FieldColumnOrder::Field),
                         std::min(kWidestField, rest * (narrow ? kNarrowFieldShare : kFieldShare) / 100));
    if (!narrow) {
        header.resizeSection(static_cast<int>(FieldColumnOrder::Type), std::min(kWidestType, rest * kTypeShare / 100));
    }
}

}  // namespace brokerscope
