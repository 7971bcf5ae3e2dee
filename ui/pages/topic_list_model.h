#pragma once

#include "core/topology/cluster_snapshot.h"
#include "core/workbench/captured_topics.h"
#include "core/workbench/file_topics.h"
#include "core/workbench/topic_sizes.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

#include <vector>

namespace brokerscope {

enum class TopicOrigin : std::uint8_t { Cluster, Files, Capture };

// A topic that can be read: of the cluster, in files, or as exchanges of a capture carried it.
struct ListedTopic {
    QString name;
    int partitions = 0;
    std::int64_t bytes = -1;  // -1: not known
    bool isInternal = false;
    std::vector<TopicSegment> segments = {};  // of a topic in files
    QString opened = {};                      // the folder or file that they were listed of
    SharedCapturedTopic captured = nullptr;   // of one in a capture

    TopicOrigin origin() const {
        return captured != nullptr ? TopicOrigin::Capture
               : segments.empty()  ? TopicOrigin::Cluster
                                   : TopicOrigin::Files;
    }
    bool isOfCluster() const { return origin() == TopicOrigin::Cluster; }
    // What was opened: folder, segment, capture; empty: of the cluster. Origin, path and name are what it is told by.
    QString path() const;
    // Ascending; of files and captures there may be some of the topic's partitions only.
    std::vector<int> partitionNumbers() const;
};

// The topics of the cluster, and of files and captures that were opened. GUI thread.
class TopicListModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column : int { NameColumn, PartitionsColumn, SizeColumn, ColumnCount };
    enum Role : int { SortRole = Qt::UserRole + 1 };

    using QAbstractTableModel::QAbstractTableModel;

    // Null: no cluster. Topics of files and captures stay.
    void setCluster(const ClusterSnapshot* snapshot);
    void setSizes(const TopicSizes& sizes);
    // In place of those of the same path, which was opened.
    void addFiles(const QString& path, const std::vector<FileTopic>& topics);
    // In place of those of the same capture.
    void addCaptured(const std::vector<SharedCapturedTopic>& topics);
    const ListedTopic* topic(const QModelIndex& index) const;  // null: no such row
    // The first of that name and origin; of that path where one is given.
    QModelIndex indexOf(const QString& name, TopicOrigin origin, const QString& path = {}) const;

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
