#pragma once

#include <QTableView>

namespace brokerscope {

// A table in the manner of the window: rows of the common height, no grid, whole rows selected, the last column takes
// what is left. The model is not owned. GUI thread.
QTableView* makePlainTable(QAbstractItemModel& model, const QString& accessibleName, QWidget* parent);

}  // namespace brokerscope
