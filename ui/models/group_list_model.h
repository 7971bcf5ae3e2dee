#pragma once

#include "ui/models/groups_feed.h"
#include "ui/models/word_filter_model.h"

#include <QAbstractItemModel>

#include <array>
#include <functional>
#include <vector>

namespace brokerscope {

// Groups under a heading for each type, by name. Two levels; a group that stays keeps its index when the list comes
// again. GUI thread.
class GroupListModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column : int {
        NameColumn,
        StateColumn,
        MembersColumn,
        CoordinatorColumn,
        LagColumn,
        RebalancesColumn,
        ColumnCount
    };
    // May be asked on any column of a row.
    enum Role : int {
        GroupRole = Qt::UserRole + 1,  // QString: the group's id; invalid for a heading
        StateRole,                     // QString: the protocol's word; empty: not known
        SummaryRole,                   // QString: "Stable · 3 members · lag 1 204"
        FlappingRole,                  // bool: it rebalances again and again
        ProblemRole                    // QString: why no more is known; empty: none
    };
    // What timelines know of a group beyond the list.
    struct Story {
        int rebalances = -1;  // -1: nobody watches it
        bool isFlapping = false;

        bool operator==(const Story&) const = default;
    };

    using QAbstractItemModel::QAbstractItemModel;

    // The whole list, in any order. Of two with one name the first counts.
    void setGroups(std::vector<GroupListing> groups);
    void setStory(const std::string& group, Story story);
    void setLag(const std::string& group, std::int64_t lag);
    QModelIndex indexOf(const std::string& group) const;          // invalid: it is not in the list
    const GroupListing* listing(const QModelIndex& index) const;  // null: a heading, or no such row
    int groupCount() const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Entry {
        GroupListing listing;
        Story story;
    };
    using Family = std::vector<Entry>;  // by name

    const Entry* entryOf(const QModelIndex& index) const;
    void merge(int family, std::vector<GroupListing>&& groups);
    void change(const std::string& group, const std::function<bool(Entry&)>& edit);
    QVariant cell(const Entry& entry, int column) const;
    QString summary(const Entry& entry) const;
    QString toolTip(const Entry& entry) const;

    std::array<Family, 5> m_families;  // in the order of the headings
};

// Shows groups whose name, state or type contains every word of a text, and the headings that have any.
class GroupFilterModel : public WordFilterModel {
    Q_OBJECT

public:
    explicit GroupFilterModel(QObject* parent = nullptr);

protected:
    QString searchedText(const QModelIndex& row) const override;
};

}  // namespace brokerscope
