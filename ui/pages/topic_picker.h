#pragma once

#include "ui/pages/topic_list_model.h"

#include <QWidget>

class QTableView;

namespace brokerscope {

class SearchField;

// The list of topics: which there are, how large, which are internal. GUI thread.
class TopicPicker : public QWidget {
    Q_OBJECT

public:
    explicit TopicPicker(QWidget* parent = nullptr);

    void setCluster(const ClusterSnapshot* snapshot);
    void addFiles(const std::vector<FileTopic>& topics);  // the first of them is chosen
    // False: there is no such topic; a filter that hides it is taken away.
    bool choose(const QString& topic, bool isOfFiles = false);
    const ListedTopic* chosen() const;  // null: none
    TopicListModel& model() const { return *m_model; }
    QTableView& table() const { return *m_table; }
    SearchField& filter() const { return *m_filter; }

Q_SIGNALS:
    void chosenChanged();
    void readWanted();  // Return or a double click
    void filesWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void fitColumns();

    TopicListModel* m_model = nullptr;
    TopicFilterModel* m_filtered = nullptr;
    SearchField* m_filter = nullptr;
    QTableView* m_table = nullptr;
    QString m_chosen;
    bool m_isOfFiles = false;
};

}  // namespace brokerscope
