#pragma once

#include <QWidget>

#include <string>

class QTreeView;

namespace brokerscope {

class GroupFilterModel;
class GroupListModel;
class SearchField;

// The list of groups, under headings by their type, and a filter over it. GUI thread.
class GroupPicker : public QWidget {
    Q_OBJECT

public:
    explicit GroupPicker(QWidget* parent = nullptr);

    // False: the list does not have it.
    bool choose(const QString& group);
    void expand();
    void focusFilter();
    GroupListModel& model() const { return *m_model; }
    QTreeView& list() const { return *m_list; }

Q_SIGNALS:
    // Never empty: a filter or a list that lacks the chosen group leaves it as it is.
    void chosen(const QString& group);

private:
    void setUpList();

    GroupListModel* m_model = nullptr;
    GroupFilterModel* m_filtered = nullptr;
    SearchField* m_filter = nullptr;
    QTreeView* m_list = nullptr;
};

}  // namespace brokerscope
