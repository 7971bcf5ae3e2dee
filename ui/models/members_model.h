#pragma once

#include "core/groups/group_moment.h"

#include <QAbstractTableModel>

namespace brokerscope {

// The members of a group at one moment: who each is, what it subscribed to, has and is to have. Holds values, so the
// timeline need not stay as it is. GUI thread.
class MembersModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column : int {
        MemberColumn,
        HostColumn,
        EpochColumn,
        StateColumn,
        CountColumn,
        CurrentColumn,
        TargetColumn,
        TopicsColumn,
        ColumnCount
    };
    enum Role : int {
        MemberRole = Qt::UserRole + 1,  // uint: MemberIndex
        BusyRole                        // bool: it has not got what its target says
    };

    using QAbstractTableModel::QAbstractTableModel;

    // Null: no rows. Rows stay where the members are the same.
    void show(const GroupTimeline* timeline, std::int64_t timeMs);
    const std::string& assignor() const { return m_assignor; }  // at that moment; empty: not known
    QModelIndex indexOf(MemberIndex member) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        MemberIndex index = MemberIndex::None;
        std::string memberId;
        std::string instanceId;
        QString name;
        QString host;
        QString state;
        MemberInterval as;
        bool isBusy = false;
    };
    QString cell(const Row& row, int column) const;
    QString toolTip(const Row& row) const;

    GroupType m_type = GroupType::Unknown;
    std::string m_assignor;
    std::vector<Row> m_rows;
};

}  // namespace brokerscope
