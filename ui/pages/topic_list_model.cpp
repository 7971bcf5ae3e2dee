#include "ui/pages/topic_list_model.h"

#include "core/workbench/metadata_log_reading.h"
#include "core/workbench/state_segments.h"
#include "ui/models/value_format.h"
#include "ui/pages/exchange_texts.h"
#include "ui/style/icons.h"

#include <algorithm>
#include <set>

namespace brokerscope {
namespace {

bool isNumberOfTopic(int column) {
    return column != TopicListModel::NameColumn;
}

QVariant sortKey(const ListedTopic& topic, int column) {
    switch (column) {
        case TopicListModel::PartitionsColumn:
            return topic.partitions;
        case TopicListModel::SizeColumn:
            return static_cast<qlonglong>(topic.bytes);
        default:
            return topic.name;
    }
}

QString topicText(const ListedTopic& topic, int column) {
    switch (column) {
        case TopicListModel::NameColumn:
            return topic.name;
        case TopicListModel::PartitionsColumn:
            return QString::number(topic.partitions);
        default:
            return topic.bytes < 0 ? QStringLiteral("–") : bytesCountText(static_cast<std::uint64_t>(topic.bytes));
    }
}

QString topicTip(const ListedTopic& topic) {
    QString tip = topic.name;
    if (topic.isInternal) {
        tip += TopicListModel::tr("\ninternal: its records are decoded");
    }
    if (topic.origin() == TopicOrigin::Files) {
        tip += TopicListModel::tr("\nfrom %1").arg(topic.path());
    } else if (topic.origin() == TopicOrigin::Capture) {
        tip += TopicListModel::tr("\nthe records that exchanges of %1 carried").arg(topic.path());
    }
    return tip;
}

// A log that begins behind a snapshot goes on from that.
std::vector<TopicSegment> segmentsWithBeginning(const FileTopic& topic) {
    if (topic.checkpoints.empty() || topic.segments.empty() || topic.segments.front().offset == 0) {
        return topic.segments;
    }
    return segmentsOfState(topic, {}, {}, StateBeginning::WholeLog);
}

QString iconOf(TopicOrigin origin) {
    switch (origin) {
        case TopicOrigin::Cluster:
            return QStringLiteral("topics");
        case TopicOrigin::Files:
            return QStringLiteral("files");
        case TopicOrigin::Capture:
            return QStringLiteral("traffic");
    }
    return {};
}

}  // namespace

QString ListedTopic::path() const {
    if (captured != nullptr) {
        return QString::fromStdString(captured->path);
    }
    return opened;
}

std::vector<int> ListedTopic::partitionNumbers() const {
    std::set<int> numbers;
    for (int i = 0; isOfCluster() && i < partitions; ++i) {
        numbers.insert(i);
    }
    for (const TopicSegment& segment : segments) {
        numbers.insert(segment.partition);
    }
    if (captured != nullptr) {
        for (const CapturedPartition& partition : captured->partitions) {
            numbers.insert(partition.partition);
        }
    }
    return {numbers.begin(), numbers.end()};
}

void TopicListModel::setCluster(const ClusterSnapshot* snapshot) {
    beginResetModel();
    std::erase_if(m_topics, [](const ListedTopic& topic) { return topic.isOfCluster(); });
    if (snapshot != nullptr) {
        for (const TopicInfo& topic : snapshot->topics) {
            m_topics.push_back({QString::fromStdString(topic.name), static_cast<int>(topic.partitions.size()), -1,
                                topic.internal || topic.name.starts_with("__")});
        }
        // To brokers it is no topic.
        m_topics.push_back({QString::fromLatin1(kMetadataTopic.data(), kMetadataTopic.size()), 1, -1, true});
    }
    endResetModel();
}

void TopicListModel::setSizes(const TopicSizes& sizes) {
    for (ListedTopic& topic : m_topics) {
        topic.bytes = topic.isOfCluster() ? sizes.bytes(topic.name.toStdString()) : topic.bytes;
    }
    if (!m_topics.empty()) {
        Q_EMIT dataChanged(index(0, SizeColumn), index(rowCount() - 1, SizeColumn));
    }
}

void TopicListModel::addFiles(const QString& path, const std::vector<FileTopic>& topics) {
    beginResetModel();
    std::erase_if(m_topics,
                  [&path](const ListedTopic& one) { return one.origin() == TopicOrigin::Files && one.opened == path; });
    for (const FileTopic& topic : topics) {
        m_topics.push_back({QString::fromStdString(topic.topic), topic.partitions,
                            static_cast<std::int64_t>(topic.bytes), topic.topic.starts_with("__"),
                            segmentsWithBeginning(topic), path});
    }
    endResetModel();
}

void TopicListModel::addCaptured(const std::vector<SharedCapturedTopic>& topics) {
    if (topics.empty()) {
        return;
    }
    beginResetModel();
    std::erase_if(m_topics, [&](const ListedTopic& one) {
        return one.captured != nullptr && one.captured->path == topics.front()->path;
    });
    for (const SharedCapturedTopic& topic : topics) {
        m_topics.push_back({QString::fromStdString(topic->topic),
                            static_cast<int>(topic->partitions.size()),
                            static_cast<std::int64_t>(topic->bytes),
                            topic->topic.starts_with("__"),
                            {},
                            {},
                            topic});
    }
    endResetModel();
}

const ListedTopic* TopicListModel::topic(const QModelIndex& index) const {
    return index.isValid() && index.row() < rowCount() ? &m_topics[static_cast<std::size_t>(index.row())] : nullptr;
}

QModelIndex TopicListModel::indexOf(const QString& name, TopicOrigin origin, const QString& path) const {
    const auto found = std::ranges::find_if(m_topics, [&](const ListedTopic& topic) {
        return topic.name == name && topic.origin() == origin && (path.isEmpty() || topic.path() == path);
    });
    return found == m_topics.end() ? QModelIndex() : index(static_cast<int>(found - m_topics.begin()), 0);
}

int TopicListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_topics.size());
}

int TopicListModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant TopicListModel::data(const QModelIndex& index, int role) const {
    const ListedTopic* found = topic(index);
    if (found == nullptr) {
        return {};
    }
    switch (role) {
        case Qt::DisplayRole:
            return topicText(*found, index.column());
        case Qt::ToolTipRole:
            return topicTip(*found);
        case Qt::DecorationRole:
            if (index.column() != NameColumn) {
                return {};
            }
            return icon(iconOf(found->origin()), found->isInternal ? IconRole::Accent : IconRole::Muted);
        case Qt::AccessibleDescriptionRole:
            return topicTip(*found);
        case Qt::TextAlignmentRole:
            return isNumberOfTopic(index.column()) ? QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter)
                                                   : QVariant();
        case SortRole:
            return sortKey(*found, index.column());
        default:
            return {};
    }
}

QVariant TopicListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole && isNumberOfTopic(section)) {
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    }
    const QStringList titles{tr("Topic"), tr("Part."), tr("Size")};
    return role == Qt::DisplayRole ? QVariant(titles.value(section)) : QVariant();
}

TopicFilterModel::TopicFilterModel(QObject* parent) : QSortFilterProxyModel(parent) {
    setSortRole(TopicListModel::SortRole);
    setFilterCaseSensitivity(Qt::CaseInsensitive);
    setFilterKeyColumn(TopicListModel::NameColumn);
    setSortLocaleAware(false);
}

}  // namespace brokerscope
