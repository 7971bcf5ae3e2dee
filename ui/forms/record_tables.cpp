#include "ui/forms/record_tables.h"

#include "ui/forms/record_cell_delegate.h"
#include "ui/style/metrics.h"
#include "ui/widgets/plain_table.h"

#include <QHeaderView>

namespace brokerscope {
namespace {}  // namespace

QTableView* makeRecordTable(QAbstractItemModel& model, const QString& accessibleName, QWidget* parent) {
    QTableView* table = makePlainTable(model, accessibleName, parent);
    table->setFrameShape(QFrame::NoFrame);
    table->setItemDelegate(new RecordCellDelegate(table));
    table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                           QAbstractItemView::AnyKeyPressed);
    QObject::connect(table, &QAbstractItemView::activated, table, [table](const QModelIndex& index) {
        if ((index.flags() & Qt::ItemIsEditable) != 0 && !table->isPersistentEditorOpen(index)) {
            table->edit(index);
        }
    });
    return table;
}

void fitColumn(QTableView& table, int column, const QString& usual) {
    const QFontMetrics metrics = table.fontMetrics();
    const QString heading = table.model()->headerData(column, Qt::Horizontal).toString();
    table.setColumnWidth(column, std::max(metrics.horizontalAdvance(usual), metrics.horizontalAdvance(heading)) +
                                     Metrics::CellRoom);
}

}  // namespace brokerscope
