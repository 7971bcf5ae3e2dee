#include "ui/inspector/field_delegate.h"

#include "core/base/diagnostic.h"
#include "ui/models/roles.h"
#include "ui/style/metrics.h"
#include "ui/widgets/remark_row.h"

#include <QHeaderView>
#include <QPainter>
#include <QTreeView>

namespace brokerscope {
namespace {

FieldCell::Ground groundOf(const QModelIndex& row, bool hovered) {
    // Rows above a remark show its count only.
    const int severity = row.data(OwnRemarksRole).toStringList().isEmpty() ? -1 : row.data(SeverityRole).toInt();
    if (severity == static_cast<int>(Severity::Error)) {
        return FieldCell::Ground::Error;
    }
    if (severity == static_cast<int>(Severity::Warning) || row.data(IsErrorRole).toBool()) {
        return FieldCell::Ground::Warning;
    }
    if (hovered) {
        return FieldCell::Ground::Hovered;
    }
    return row.data(RowKindRole).toInt() == static_cast<int>(RowKind::Section) ? FieldCell::Ground::Heading
                                                                               : FieldCell::Ground::Plain;
}

void addBadge(FieldCell& cell, const QModelIndex& row) {
    const int count = row.data(RemarkCountRole).toInt();
    if (count > 0) {
        const bool isError = row.data(SeverityRole).toInt() == static_cast<int>(Severity::Error);
        cell.badge = QString::number(count);
        cell.badgeKind = isError ? StatusKind::Error : StatusKind::Warning;
    }
}

FieldCell cellOf(const QModelIndex& index, bool hovered) {
    const QModelIndex row = index.siblingAtColumn(TreeColumn::Field);
    const auto kind = static_cast<RowKind>(row.data(RowKindRole).toInt());
    FieldCell cell;
    cell.text = index.data().toString();
    cell.ground = groundOf(row, hovered);
    switch (index.column()) {
        case TreeColumn::Field:
            cell.tint = row.data(TintRole).toInt();
            cell.roomForTint = kind != RowKind::Section && kind != RowKind::Range;
            cell.bold = kind == RowKind::Section;
            cell.muted = kind == RowKind::Tags || kind == RowKind::Gap;
            addBadge(cell, row);
            break;
        case TreeColumn::Value:
            cell.isError = row.data(IsErrorRole).toBool();
            cell.muted = row.data(IsNullRole).toBool() || kind == RowKind::Section;
            break;
        default:
            cell.muted = true;
            break;
    }
    return cell;
}

bool isRemark(const QModelIndex& index) {
    return index.data(RowKindRole).toInt() == static_cast<int>(RowKind::Remark);
}

RemarkRow remarkOf(const QModelIndex& index, const QTreeView* view, bool hovered) {
    const auto severity = static_cast<Severity>(index.data(SeverityRole).toInt());
    return {severity == Severity::Error     ? StatusKind::Error
            : severity == Severity::Warning ? StatusKind::Warning
                                            : StatusKind::Info,
            index.siblingAtColumn(TreeColumn::Value).data().toString(),
            index.siblingAtColumn(TreeColumn::Bytes).data().toString(),
            view != nullptr ? view->header()->sectionSize(TreeColumn::Bytes) : 0, groundOf(index, hovered)};
}

}  // namespace

void FieldDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const bool hovered = m_hovered.isValid() && m_hovered == index.siblingAtColumn(0);
    if (isRemark(index)) {
        paintRemarkRow(*painter, option, remarkOf(index, qobject_cast<const QTreeView*>(option.widget), hovered));
        return;
    }
    const FieldCell cell = cellOf(index, hovered);
    paintFieldGround(*painter, option, cell);
    paintFieldContents(*painter, option.rect, option, cell);
}

QSize FieldDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QSize size = QStyledItemDelegate::sizeHint(option, index);
    const auto* view = qobject_cast<const QTreeView*>(option.widget);
    if (view != nullptr && isRemark(index)) {
        const int width = view->header()->length() - view->indentation();
        return {size.width(), remarkOf(index, view, false).height(width, QFontMetrics(option.font))};
    }
    return {size.width() + 20, rowHeight()};
}

}  // namespace brokerscope
