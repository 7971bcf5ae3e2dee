#pragma once

#include "core/groups/group_moment.h"

#include <QAbstractTableModel>

namespace brokerscope {

// The members of a group at one moment: who each is, what it subscribed to, has and is to have. Texts are made of the
// rows that are looked at. GUI thread.
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
    void show(const SharedTimeline& timeline, std::int64_t timeMs);
    std::string assignor() const;  // at that moment; empty: not known
    QModelIndex indexOf(MemberIndex member) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    const MemberLane& laneOf(const MemberAt& row) const;
    const MemberInterval& intervalOf(const MemberAt& row) const;
    bool isClassic() const { return m_timeline != nullptr && m_timeline->type == GroupType::Classic; }
    QString cell(const MemberAt& row, int column) const;
    QString toolTip(const MemberAt& row) const;

    SharedTimeline m_timeline;
    std::int64_t m_timeMs = 0;
    std::vector<MemberAt> m_rows;
};

}  // namespace brokerscope
