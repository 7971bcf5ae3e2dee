#pragma once

#include "core/workbench/workbench.h"

#include <QWidget>

class QToolButton;

namespace brokerscope {

class Actions;
class Chip;
class ElidedLabel;
class QuickGo;

// The top line: which cluster, where to go, read-only or not. GUI thread.
class ConnectionBar : public QWidget {
    Q_OBJECT

public:
    ConnectionBar(const Actions& actions, QuickGo& quickGo, QWidget* parent = nullptr);

    void setState(ClusterState state, const QString& sentence);
    // "localhost:9092" and "3 brokers · Kafka 4.4".
    void setCluster(const QString& address, const QString& facts);
    void setReadOnly(bool readOnly);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void setUpChip();
    void updateDot();

    const Actions& m_actions;
    ClusterState m_state = ClusterState::Disconnected;
    Chip* m_chip = nullptr;
    ElidedLabel* m_facts = nullptr;
    QToolButton* m_lock = nullptr;
    QToolButton* m_menu = nullptr;
};

}  // namespace brokerscope
