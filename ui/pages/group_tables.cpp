#include "ui/pages/group_tables.h"

#include "ui/inspector/inspector.h"
#include "ui/models/assignment_model.h"
#include "ui/models/lag_model.h"
#include "ui/models/members_model.h"
#include "ui/models/open_document.h"
#include "ui/models/rebalance_model.h"
#include "ui/models/value_format.h"
#include "ui/style/metrics.h"
#include "ui/timeline/time_ticks.h"
#include "ui/timeline/timeline_lanes.h"
#include "ui/widgets/font_follower.h"
#include "ui/widgets/plain_table.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/title_bar.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace brokerscope {

GroupTables::GroupTables(const SchemaRegistry& registry, QWidget* parent)
    : QFrame(parent)
    , m_zone(QTimeZone::systemTimeZone())
    , m_members(new MembersModel(this))
    , m_assignment(new AssignmentModel(this))
    , m_rebalances(new RebalanceModel(this))
    , m_lag(new LagModel(this))
    , m_title(new TitleBar({}, TitleBar::Height::Panel, this))
    , m_choice(
          new SegmentedControl({tr("Members"), tr("Assignment"), tr("Rebalances"), tr("Lag"), tr("Evidence")}, this))
    , m_stack(new QStackedWidget(this)) {
    setFrameShape(QFrame::StyledPanel);
    m_choice->setAccessibleName(tr("Table"));
    m_title->addBefore(m_choice);
    m_memberTable =
        makeTable(*m_members, tr("Members"),
                  {QStringLiteral("consumer-app-12"), QStringLiteral("100.100.100.100"), QStringLiteral("Generation"),
                   QStringLiteral("UNREVOKED_PARTITIONS"), QStringLiteral("9 999"), QStringLiteral("orders 0-5,7-11"),
                   QStringLiteral("orders 0-5,7-11")});
    m_stack->addWidget(m_memberTable);
    m_stack->addWidget(makeAssignment());
    m_rebalanceTable = makeTable(*m_rebalances, tr("Rebalances"),
                                 {QStringLiteral("999"), QStringLiteral("00:00:00.000"), QStringLiteral("99 min 59 s"),
                                  QStringLiteral("consumer-app-12 session timed out"), QStringLiteral("9 999"),
                                  QStringLiteral("Unowned up to")});
    m_stack->addWidget(m_rebalanceTable);
    m_stack->addWidget(
        makeTable(*m_lag, tr("Lag of each partition"),
                  {QStringLiteral("long-topic-name-100"), QStringLiteral("999 999 999"), QStringLiteral("999 999 999"),
                   QStringLiteral("999 999 999"), QStringLiteral("999 999"), QStringLiteral("Up to stable"),
                   QStringLiteral("+99 999.9/s"), QStringLiteral("+99 999.9/s")}));
    m_inspector = new Inspector(registry, this);
    m_inspector->setEmptyText(tr("Choose an interval of the timeline and press Enter, or follow a link of the story, "
                                 "to see the raw exchange or record here."));
    m_stack->addWidget(m_inspector);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->setSpacing(0);
    layout->addWidget(m_title);
    layout->addWidget(m_stack, 1);
    setUpChoices();
    showTable();
}

QTableView* GroupTables::makeTable(QAbstractItemModel& model, const QString& name, const QStringList& usualTexts) {
    QTableView* table = makePlainTable(model, name, this);
    table->setFrameShape(QFrame::NoFrame);
    followFont(*table, [table, usualTexts] {
        const QFontMetrics metrics = table->fontMetrics();
        for (int column = 0; column < usualTexts.size(); ++column) {
            table->setColumnWidth(column, metrics.horizontalAdvance(usualTexts[column]) + Metrics::CellRoom);
        }
    });
    return table;
}

QWidget* GroupTables::makeAssignment() {
    auto* page = new QWidget(this);
    auto* bar = new QWidget(page);
    m_comparison = new SegmentedControl({tr("Target"), tr("Before the rebalance"), tr("Pinned moment")}, bar);
    m_comparison->setAccessibleName(tr("Compared with"));
    m_pin = new QPushButton(tr("Pin this moment"), bar);
    m_pin->setToolTip(tr("Compares the assignment of this moment with that of any other that is chosen from now on"));
    m_onlyDifferences = new QCheckBox(tr("differences only"), bar);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(Metrics::Margin, Metrics::Spacing / 2, Metrics::Margin, Metrics::Spacing / 2);
    row->setSpacing(Metrics::Spacing);
    row->addWidget(m_comparison);
    row->addWidget(m_pin);
    row->addWidget(m_onlyDifferences);
    row->addStretch(1);
    m_assignmentTable = makeTable(
        *m_assignment, tr("Assignment"),
        {QStringLiteral("long-topic-name-100"), QStringLiteral("consumer-app-12"), QStringLiteral("consumer-app-12")});
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addWidget(m_assignmentTable, 1);
    return page;
}

void GroupTables::setUpChoices() {
    connect(m_choice, &SegmentedControl::currentIndexChanged, this, &GroupTables::showTable);
    connect(m_comparison, &SegmentedControl::currentIndexChanged, this, &GroupTables::refreshTable);
    connect(m_pin, &QPushButton::clicked, this, &GroupTables::pinMoment);
    connect(m_onlyDifferences, &QCheckBox::toggled, this, [this](bool only) {
        m_assignment->setOnlyDifferences(only);
        updateRemark();
    });
    connect(m_inspector, &Inspector::pathHovered, this, &GroupTables::pathHovered);
    const auto choose = [this](QTableView* table, int role, auto signal) {
        connect(table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
                [this, role, signal](const QModelIndex& index) {
                    if (index.isValid() && !m_isShowing) {
                        Q_EMIT(this->*signal)(index.data(role).toUInt());
                    }
                });
    };
    choose(m_memberTable, MembersModel::MemberRole, &GroupTables::memberChosen);
    choose(m_assignmentTable, AssignmentModel::PartitionRole, &GroupTables::partitionChosen);
    choose(m_rebalanceTable, RebalanceModel::NumberRole, &GroupTables::rebalanceChosen);
}

void GroupTables::setTimeline(const SharedTimeline& timeline) {
    m_pinnedMs = -1;
    m_isShowing = true;
    m_rebalances->setTimeline(timeline);
    m_isShowing = false;
    m_comparison->setCurrentIndex(static_cast<int>(Comparison::Target));
    m_inspector->clear();
    m_lag->clear();
    show(timeline, timeline != nullptr ? timeline->lastMs : 0, 0);
}

void GroupTables::show(const SharedTimeline& timeline, std::int64_t timeMs, std::uint32_t rebalance) {
    m_timeline = timeline;
    m_timeMs = timeMs;
    m_rebalance = rebalance;
    refreshTable();
}

void GroupTables::refreshTable() {
    m_isShowing = true;
    switch (table()) {
        case Table::Members:
            m_members->show(m_timeline, m_timeMs);
            break;
        case Table::Owners:
            showAssignment();
            break;
        case Table::Rebalances:
            showRebalances();
            break;
        case Table::Lag:
        case Table::Evidence:
            break;
    }
    m_isShowing = false;
    updateRemark();
}

void GroupTables::takeLag(const GroupLag& lag) {
    m_lag->take(lag);
    updateRemark();
}

void GroupTables::showRebalances() {
    m_rebalances->update(m_timeline);
    if (const QModelIndex index = m_rebalances->indexOf(m_rebalance); index.isValid()) {
        m_rebalanceTable->setCurrentIndex(index);
    } else {
        m_rebalanceTable->clearSelection();
    }
}

void GroupTables::setTable(Table table) {
    m_choice->setCurrentIndex(static_cast<int>(table));
}

GroupTables::Table GroupTables::table() const {
    return static_cast<Table>(m_choice->currentIndex());
}

void GroupTables::setComparison(Comparison comparison) {
    m_comparison->setCurrentIndex(static_cast<int>(comparison));
}

void GroupTables::pinMoment() {
    m_pinnedMs = m_timeMs;
    m_comparison->setItemEnabled(static_cast<int>(Comparison::Moment), true);
    setComparison(Comparison::Moment);
    refreshTable();
}

void GroupTables::showTable() {
    m_stack->setCurrentIndex(m_choice->currentIndex());
    refreshTable();
}

void GroupTables::showAssignment() {
    static const RebalanceList kNone;
    const RebalanceList& rebalances = m_timeline != nullptr ? m_timeline->rebalances : kNone;
    const int at = rebalanceWithNumber(rebalances, m_rebalance);
    m_comparison->setItemEnabled(static_cast<int>(Comparison::Before), at >= 0);
    m_comparison->setItemEnabled(static_cast<int>(Comparison::Moment), m_pinnedMs >= 0);
    auto comparison = static_cast<Comparison>(m_comparison->currentIndex());
    if (comparison == Comparison::Before && at >= 0) {
        const LaneSpan& span = rebalances[static_cast<std::size_t>(at)].span;
        const std::int64_t after = span.toMs == kStillGoing ? m_timeline->lastMs : span.toMs;
        m_assignment->showComparison(m_timeline, span.fromMs - 1, after);
    } else if (comparison == Comparison::Moment && m_pinnedMs >= 0) {
        m_assignment->showComparison(m_timeline, m_pinnedMs, m_timeMs);
    } else {
        m_assignment->showTarget(m_timeline, m_timeMs);
    }
}

void GroupTables::updateRemark() {
    QString remark;
    const QString moment = m_timeline != nullptr ? clockText(m_timeMs, m_zone) : QString();
    switch (table()) {
        case Table::Members:
            if (m_timeline != nullptr) {
                remark =
                    tr("%1 at %2")
                        .arg(countText(static_cast<std::uint64_t>(m_members->rowCount()), tr("member"), tr("members")),
                             moment);
                if (!m_members->assignor().empty()) {
                    remark += QStringLiteral(" · ") + QString::fromStdString(m_members->assignor());
                }
            }
            break;
        case Table::Owners:
            if (m_timeline != nullptr) {
                remark = tr("%1, %2 · at %3")
                             .arg(countText(static_cast<std::uint64_t>(m_assignment->partitionCount()), tr("partition"),
                                            tr("partitions")),
                                  countText(static_cast<std::uint64_t>(m_assignment->differenceCount()),
                                            tr("difference"), tr("differences")),
                                  moment);
            }
            break;
        case Table::Rebalances:
            remark = countText(static_cast<std::uint64_t>(m_rebalances->rowCount()), tr("rebalance seen"),
                               tr("rebalances seen"));
            break;
        case Table::Lag:
            remark = m_lag->problem().empty()
                         ? m_lag->timeMs() > 0 ? tr("at %1").arg(clockText(m_lag->timeMs(), m_zone)) : tr("not read")
                         : QString::fromStdString(m_lag->problem());
            break;
        case Table::Evidence:
            break;
    }
    m_title->setFacts(remark);
}

void GroupTables::showEvidence(const QString& title, const std::shared_ptr<OpenDocument>& document) {
    m_inspector->setDocument(document);
    m_inspector->titleBar().setHeading(title);
    if (document == nullptr) {
        m_inspector->setEmptyText(title);
    }
    setTable(Table::Evidence);
}

}  // namespace brokerscope
