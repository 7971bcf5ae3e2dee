#include "ui/widgets/end_follower.h"

#include <QScrollBar>
#include <QTableView>

namespace brokerscope {

EndFollower::EndFollower(QTableView& table) : QObject(&table), m_table(table) {
    // Where the view stands is known only before the rows come.
    connect(table.model(), &QAbstractItemModel::rowsAboutToBeInserted, this, [this] {
        const QScrollBar* bar = m_table.verticalScrollBar();
        m_wasAtEnd = bar->value() == bar->maximum();
    });
    connect(table.model(), &QAbstractItemModel::rowsInserted, this, [this] {
        if (m_isEnabled && m_wasAtEnd) {
            m_table.scrollToBottom();
        }
    });
}

}  // namespace brokerscope
