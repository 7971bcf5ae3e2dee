#pragma once

#include <QTableView>

namespace brokerscope {

// A table of a record composer, whose cells are edited in place: F2, Return, typing or a double click begins. The model
// is not owned. GUI thread.
QTableView* makeRecordTable(QAbstractItemModel& model, const QString& accessibleName, QWidget* parent);

// As wide as `usual` is, and as its heading.
void fitColumn(QTableView& table, int column, const QString& usual);

}  // namespace brokerscope
