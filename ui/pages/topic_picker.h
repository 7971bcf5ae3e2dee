#pragma once

#include "ui/pages/topic_list_model.h"

#include <QWidget>

class QProgressBar;
class QPushButton;
class QTableView;

namespace brokerscope {

class SearchField;

// The list of topics: which there are, how large, which are internal. GUI thread.
class TopicPicker : public QWidget {
    Q_OBJECT

public:
    explicit TopicPicker(QWidget* parent = nullptr);

    void setCluster(const ClusterSnapshot* snapshot);
    void addFiles(const QString& path, const std::vector<FileTopic>& topics);  // the first of them is chosen
    void addCaptured(const std::vector<SharedCapturedTopic>& topics);
    // A capture is being read: how far, and the button that ends it. Empty: none is.
    void showReading(const QString& name, int percent = 0);
    // False: there is no such topic; a filter that hides it is taken away.
    bool choose(const QString& topic, TopicOrigin origin = TopicOrigin::Cluster, const QString& path = {});
    // Null: none, or it is gone. A filter that hides it leaves it chosen.
    const ListedTopic* chosen() const;
    TopicListModel& model() const { return *m_model; }
    QTableView& table() const { return *m_table; }
    SearchField& filter() const { return *m_filter; }

Q_SIGNALS:
    void chosenChanged();
    void readWanted();  // Return or a double click
    void folderWanted();
    void fileWanted();
    void cancelWanted();  // of what is being read

private:
    QWidget* makeOpening();
    void fitColumns();
    void setFilter(const QString& text);
    void followTable();
    void showRow(const QModelIndex& source);
    QModelIndex indexOfChosen() const;  // in the model

    TopicListModel* m_model = nullptr;
    TopicFilterModel* m_filtered = nullptr;
    SearchField* m_filter = nullptr;
    QTableView* m_table = nullptr;
    QWidget* m_reading = nullptr;  // in place of the button
    QProgressBar* m_progress = nullptr;
    QPushButton* m_open = nullptr;
    QString m_chosen;
    TopicOrigin m_origin = TopicOrigin::Cluster;
    QString m_path;
    bool m_isFiltering = false;
};

}  // namespace brokerscope
