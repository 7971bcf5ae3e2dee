#pragma once

#include <QObject>

class QTableView;

namespace brokerscope {

// Keeps a table at its end while rows come there, unless the user has scrolled away from it. Belongs to the table,
// whose model must be set already. GUI thread.
class EndFollower : public QObject {
    Q_OBJECT

public:
    explicit EndFollower(QTableView& table);

    void setEnabled(bool enabled) { m_isEnabled = enabled; }

private:
    QTableView& m_table;
    bool m_isEnabled = true;
    bool m_wasAtEnd = true;
};

}  // namespace brokerscope
