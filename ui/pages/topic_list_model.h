#pragma once

#include "core/topology/cluster_snapshot.h"
#include "core/workbench/file_topics.h"
#include "core/workbench/topic_sizes.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

#include <vector>

namespace brokerscope {

// A topic that can be read: of the cluster, or in files.
struct ListedTopic {
    QString name;
    int partitions = 0;
    std::int64_t bytes = -1;  // -1: not known
    bool isInternal = false;
    std::vector<TopicSegment> segments;  // of a topic in files; empty: of the cluster

    bool isOfFiles() const { return !segments.empty(); }
};

// The topics of the cluster and of files that were opened. GUI thread.
class TopicListModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column : int { NameColumn, PartitionsColumn, SizeColumn, ColumnCount };
    enum Role : int { SortRole = Qt::UserRole + 1 };

    using QAbstractTableModel::QAbstractTableModel;

    // Null: no cluster. Topics of files stay.
    void setCluster(const ClusterSnapshot* snapshot);
    void setSizes(const TopicSizes& sizes);
    // In place of those with the same name and files.
    void addFiles(const std::vector<FileTopic>& topics);
    const ListedTopic* topic(const QModelIndex& index) const;  // null: no such row
    QModelIndex indexOf(const QString& name, bool isOfFiles) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::vector<ListedTopic> m_topics;
};

// By any column; a text that the name has, in any case.
class TopicFilterModel : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit TopicFilterModel(QObject* parent = nullptr);
};

}  // namespace brokerscope
