#pragma once

#include "core/groups/timeline_snapshot.h"
#include "ui/models/groups_feed.h"

#include <QFrame>
#include <QTimeZone>

#include <cstdint>
#include <memory>

class QAbstractItemModel;
class QCheckBox;
class QPushButton;
class QStackedWidget;
class QTableView;

namespace brokerscope {

class AssignmentModel;
class Inspector;
class LagModel;
class MembersModel;
class OpenDocument;
class RebalanceModel;
class SchemaRegistry;
class SegmentedControl;
class TitleBar;

// The tables below a timeline: members, who has what, rebalances, lag, and the raw thing behind an event. Only the
// table that is seen is made up to date; another one is when it is chosen. GUI thread.
class GroupTables : public QFrame {
    Q_OBJECT

public:
    enum class Table : int { Members, Owners, Rebalances, Lag, Evidence };
    // What the assignment is compared with.
    enum class Comparison : int { Target, Before, Moment };  // Before: the rebalance that is told of

    // The registry must outlive it.
    explicit GroupTables(const SchemaRegistry& registry, QWidget* parent = nullptr);

    void setTimeline(const SharedTimeline& timeline);  // of another group; null: empty
    // The group as it is now, and everything as of that moment; `rebalance` is the number of the one that is told of,
    // 0: none.
    void show(const SharedTimeline& timeline, std::int64_t timeMs, std::uint32_t rebalance);
    // How far the group is behind now; setTimeline() forgets it.
    void takeLag(const GroupLag& lag);
    void setTable(Table table);
    Table table() const;
    void setComparison(Comparison comparison);
    // The moment of now is what the assignment is compared with from now on.
    void pinMoment();
    // The raw exchange or record, with what it is; null: it cannot be shown, and the title says why.
    void showEvidence(const QString& title, const std::shared_ptr<OpenDocument>& document);

    MembersModel& members() const { return *m_members; }
    AssignmentModel& assignment() const { return *m_assignment; }
    RebalanceModel& rebalances() const { return *m_rebalances; }
    LagModel& lag() const { return *m_lag; }
    Inspector& inspector() const { return *m_inspector; }

Q_SIGNALS:
    void memberChosen(std::uint32_t member);
    void partitionChosen(std::uint32_t partition);
    void rebalanceChosen(std::uint32_t number);
    void pathHovered(const QString& text);

private:
    QTableView* makeTable(QAbstractItemModel& model, const QString& name, const QStringList& usualTexts);
    QWidget* makeAssignment();
    void setUpChoices();
    void showTable();
    void refreshTable();
    void showRebalances();
    void showAssignment();
    void updateRemark();

    SharedTimeline m_timeline;
    std::int64_t m_timeMs = 0;
    std::int64_t m_pinnedMs = -1;
    std::uint32_t m_rebalance = 0;
    bool m_isShowing = false;  // choices that come from within are no choices
    QTimeZone m_zone;
    MembersModel* m_members = nullptr;
    AssignmentModel* m_assignment = nullptr;
    RebalanceModel* m_rebalances = nullptr;
    LagModel* m_lag = nullptr;
    TitleBar* m_title = nullptr;
    SegmentedControl* m_choice = nullptr;
    SegmentedControl* m_comparison = nullptr;
    QPushButton* m_pin = nullptr;
    QCheckBox* m_onlyDifferences = nullptr;
    QStackedWidget* m_stack = nullptr;
    QTableView* m_memberTable = nullptr;
    QTableView* m_assignmentTable = nullptr;
    QTableView* m_rebalanceTable = nullptr;
    Inspector* m_inspector = nullptr;
};

}  // namespace brokerscope
