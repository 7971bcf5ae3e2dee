#pragma once

#include "core/topology/broker_versions.h"
#include "ui/models/api_list_model.h"

#include <QWidget>

#include <optional>

class QTreeView;

namespace brokerscope {

class SearchField;

// The list of requests by family, with a filter above it. GUI thread. The registry must outlive it.
class ApiPanel : public QWidget {
    Q_OBJECT

public:
    explicit ApiPanel(const SchemaRegistry& registry, QWidget* parent = nullptr);

    void setVersions(const BrokerVersions* versions);  // null: not connected
    void choose(int apiKey);                           // selects it; nothing where it is not listed. Emits apiChosen.
    std::optional<int> chosen() const;
    void focusFilter();
    QSize sizeHint() const override;  // wide enough for the names of almost all requests

Q_SIGNALS:
    void apiChosen(int apiKey);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void setUpFilter();
    void setUpView();
    void goToList();
    int widthOf(int column) const;
    void fitVersions();
    void showWithHeading(const QModelIndex& index);

    ApiListModel* m_model = nullptr;
    ApiFilterModel* m_filtered = nullptr;
    SearchField* m_filter = nullptr;
    QTreeView* m_view = nullptr;
};

}  // namespace brokerscope
