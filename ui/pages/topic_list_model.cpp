#include "ui/pages/topic_list_model.h"

#include "ui/models/value_format.h"
#include "ui/pages/exchange_texts.h"
#include "ui/style/icons.h"

#include <algorithm>

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
    if (topic.isOfFiles()) {
        tip += TopicListModel::tr("\nfrom %1").arg(QString::fromStdString(topic.segments.front().path));
    }
    return tip;
}

}  // namespace

void TopicListModel::setCluster(const ClusterSnapshot* snapshot) {
    beginResetModel();
    std::erase_if(m_topics, [](const ListedTopic& topic) { return !topic.isOfFiles(); });
    if (snapshot != nullptr) {
        for (const TopicInfo& topic : snapshot->topics) {
            m_topics.push_back({QString::fromStdString(topic.name),
                                static_cast<int>(topic.partitions.size()),
                                -1,
                                topic.internal || topic.name.starts_with("__"),
                                {}});
        }
    }
    endResetModel();
}

void TopicListModel::setSizes(const TopicSizes& sizes) {
    for (ListedTopic& topic : m_topics) {
        topic.bytes = topic.isOfFiles() ? topic.bytes : sizes.bytes(topic.name.toStdString());
    }
    if (!m_topics.empty()) {
        Q_EMIT dataChanged(index(0, SizeColumn), index(rowCount() - 1, SizeColumn));
    }
}

void TopicListModel::addFiles(const std::vector<FileTopic>& topics) {
    beginResetModel();
    for (const FileTopic& topic : topics) {
        const QString name = QString::fromStdString(topic.topic);
        std::erase_if(m_topics, [&](const ListedTopic& one) {
            return one.isOfFiles() && one.name == name && one.segments.front().path == topic.segments.front().path;
        });
        m_topics.push_back({name, topic.partitions, static_cast<std::int64_t>(topic.bytes),
                            topic.topic.starts_with("__"), topic.segments});
    }
    endResetModel();
}

const ListedTopic* TopicListModel::topic(const QModelIndex& index) const {
    return index.isValid() && index.row() < rowCount() ? &m_topics[static_cast<std::size_t>(index.row())] : nullptr;
}

QModelIndex TopicListModel::indexOf(const QString& name, bool isOfFiles) const {
    const auto found = std::ranges::find_if(
        m_topics, [&](const ListedTopic& topic) { return topic.name == name && topic.isOfFiles() == isOfFiles; });
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
            return icon(found->isOfFiles() ? QStringLiteral("files") : QStringLiteral("topics"),
                        found->isInternal ? IconRole::Accent : IconRole::Muted);
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
