#pragma once

#include "core/workbench/workbench.h"
#include "ui/pages/version_matrix_model.h"

#include <QWidget>

class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QSplitter;
class QStackedWidget;
class QStandardItemModel;
class QTableView;

namespace brokerscope {

class BrokerTableModel;
class EmptyPage;
class MessageBar;
class TitledPanel;

// The cluster as it was found: brokers, the story of the connection, features, and which versions each broker lists.
// The field at the top connects. GUI thread. Workbench and registry must outlive it.
class ClusterPage : public QWidget {
    Q_OBJECT

public:
    ClusterPage(Workbench& workbench, const SchemaRegistry& registry, QWidget* parent = nullptr);

    void setState(ClusterState state, const QString& sentence);
    void setCluster(const ClusterView& view);
    void setAddress(const QString& bootstrap);
    void focusAddress();
    void beginConnecting();  // what the store has until now is no part of the next connection's story
    QSplitter& columns() const { return *m_columns; }

Q_SIGNALS:
    void connectRequested(const QString& bootstrap);
    void disconnectRequested();
    void composeWanted(int apiKey);
    void exchangeWanted(const std::shared_ptr<const brokerscope::Exchange>& exchange);

private:
    QWidget* makeAddressBar();
    QWidget* makeFacts();
    QWidget* makeMatrix();
    void askVersions();
    void showMatrix(VersionMatrixModel::Brokers brokers);
    void showStory();
    void showFeatures();
    void fitFacts();

    Workbench& m_workbench;
    const SchemaRegistry& m_registry;
    ClusterView m_view;
    ExchangeId m_storyBegin = ExchangeId::None;
    BrokerTableModel* m_brokers = nullptr;
    VersionMatrixModel* m_matrix = nullptr;
    QSortFilterProxyModel* m_matrixFilter = nullptr;
    QStandardItemModel* m_story = nullptr;
    QStandardItemModel* m_features = nullptr;
    QTableView* m_storyTable = nullptr;
    QTableView* m_featureTable = nullptr;
    QLineEdit* m_address = nullptr;
    QPushButton* m_connect = nullptr;
    QPushButton* m_disconnect = nullptr;
    MessageBar* m_messages = nullptr;
    TitledPanel* m_brokerPanel = nullptr;
    TitledPanel* m_featurePanel = nullptr;
    TitledPanel* m_matrixPanel = nullptr;
    QSplitter* m_columns = nullptr;
    QSplitter* m_facts = nullptr;
    bool m_isFitting = true;  // the facts to what they hold
    EmptyPage* m_empty = nullptr;
    QStackedWidget* m_stack = nullptr;
};

}  // namespace brokerscope
