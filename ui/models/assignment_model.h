#pragma once

#include "core/groups/group_moment.h"

#include <QAbstractTableModel>

namespace brokerscope {

// Who has each partition: now against its target, or at one moment against another. Texts are made of the rows that are
// looked at. GUI thread.
class AssignmentModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column : int { PartitionColumn, BeforeColumn, AfterColumn, ChangeColumn, ColumnCount };
    enum Role : int {
        PartitionRole = Qt::UserRole + 1,  // uint: PartitionIndex
        ChangeRole                         // int: Change
    };
    enum class Change : std::uint8_t {
        None,
        Moves,
        Gets,     // nobody has it, and somebody is to have it
        Loses,    // nobody is to have it
        Unowned,  // nobody has it, and nothing says who will
        Unknown
    };

    using QAbstractTableModel::QAbstractTableModel;

    // Null: no rows.
    void showTarget(const SharedTimeline& timeline, std::int64_t timeMs);
    void showComparison(const SharedTimeline& timeline, std::int64_t beforeMs, std::int64_t afterMs);
    bool isComparison() const { return m_isComparison; }
    void setOnlyDifferences(bool only);
    int differenceCount() const;  // of all, whatever is shown
    int partitionCount() const { return static_cast<int>(m_all.size()); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        PartitionIndex index = PartitionIndex::None;
        Change change = Change::None;
    };
    const PartitionLane& laneOf(const Row& row) const;
    QString ownersAt(const Row& row, std::int64_t timeMs, bool isTarget) const;
    QString cell(const Row& row, int column) const;
    void take(const SharedTimeline& timeline, std::vector<Row> rows, bool isComparison);

    SharedTimeline m_timeline;
    std::vector<std::uint32_t> m_order;
    std::vector<Row> m_all;  // by name and number
    std::vector<std::size_t> m_shown;
    std::int64_t m_beforeMs = 0;  // the moment that is shown, where nothing is compared
    std::int64_t m_afterMs = 0;
    bool m_isComparison = false;
    bool m_onlyDifferences = false;
};

}  // namespace brokerscope
