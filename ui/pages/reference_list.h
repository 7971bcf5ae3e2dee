#pragma once

#include "ui/models/api_list_model.h"
#include "ui/models/reference_list_model.h"

#include <QWidget>

class QTreeView;

namespace brokerscope {

class SearchField;

// The list of all that the Reference page can show, with a filter above it. GUI thread. The registry must outlive it.
class ReferenceList : public QWidget {
    Q_OBJECT

public:
    explicit ReferenceList(const SchemaRegistry& registry, QWidget* parent = nullptr);

    // Selects it and brings it into view; what the filter hides is shown by emptying the filter. Emits nothing.
    void choose(const ReferenceTarget& target);
    void setFilterText(const QString& text);
    void focusFilter();
    ReferenceListModel& model() const { return *m_model; }
    QTreeView& view() const { return *m_view; }
    QSize sizeHint() const override;

Q_SIGNALS:
    void chosen(const brokerscope::ReferenceTarget& target);

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void setUpFilter();
    void setUpView();
    void openSections(bool isFiltered);
    void goToList();
    QModelIndex bestMatch() const;
    void fitNumbers();

    ReferenceListModel* m_model = nullptr;
    ApiFilterModel* m_filtered = nullptr;
    SearchField* m_filter = nullptr;
    QTreeView* m_view = nullptr;
};

}  // namespace brokerscope
