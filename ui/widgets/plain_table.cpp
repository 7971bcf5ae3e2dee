#include "ui/widgets/plain_table.h"

#include "ui/style/metrics.h"
#include "ui/widgets/font_follower.h"

#include <QHeaderView>

namespace brokerscope {

QTableView* makePlainTable(QAbstractItemModel& model, const QString& accessibleName, QWidget* parent) {
    auto* table = new QTableView(parent);
    table->setModel(&model);
    table->setAccessibleName(accessibleName);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setTabKeyNavigation(false);
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setStretchLastSection(true);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    followFont(*table, [table] {
        table->verticalHeader()->setMinimumSectionSize(rowHeight());
        table->verticalHeader()->setDefaultSectionSize(rowHeight());
        table->horizontalHeader()->setFixedHeight(headerHeight());
    });
    return table;
}

}  // namespace brokerscope
