#include "ui/widgets/plain_table.h"

#include "ui/style/metrics.h"
#include "ui/widgets/font_follower.h"

#include <QHeaderView>
#include <QScrollBar>

namespace brokerscope {

namespace {

// At its end a QTableView shows the last row whole and cuts the first. Here a row begins at the top wherever one is.
class WholeRowTable : public QTableView {
public:
    using QTableView::QTableView;

protected:
    void scrollContentsBy(int dx, int dy) override {
        QTableView::scrollContentsBy(dx, dy);
        alignRows();
    }
    void updateGeometries() override {
        QTableView::updateGeometries();
        alignRows();
    }

private:
    void alignRows() {
        const int before = verticalHeader()->offset();
        verticalHeader()->setOffsetToSectionPosition(verticalScrollBar()->value());
        if (verticalHeader()->offset() != before) {
            viewport()->update();
        }
    }
};

}  // namespace

QTableView* makePlainTable(QAbstractItemModel& model, const QString& accessibleName, QWidget* parent) {
    auto* table = new WholeRowTable(parent);
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
