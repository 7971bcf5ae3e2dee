#include "ui/pages/groups_page.h"

#include "ui/charts/line_chart.h"
#include "ui/models/group_list_model.h"
#include "ui/models/group_timelines.h"
#include "ui/models/group_words.h"
#include "ui/models/open_document.h"
#include "ui/models/value_format.h"
#include "ui/pages/group_facts.h"
#include "ui/pages/group_lags.h"
#include "ui/pages/group_picker.h"
#include "ui/pages/group_tables.h"
#include "ui/pages/groups_source_bar.h"
#include "ui/pages/timeline_export.h"
#include "ui/pages/timeline_tips.h"
#include "ui/pages/why_panel.h"
#include "ui/style/metrics.h"
#include "ui/timeline/timeline_view.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/empty_page.h"
#include "ui/widgets/message_bar.h"

#include <QFileDialog>
#include <QSplitter>
#include <QTimeZone>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace brokerscope {
namespace {

constexpr int kGroupListWidth = 250;
constexpr int kLeastListWidth = 200;
constexpr int kGroupWidth = 1000;
constexpr int kTimelineShare = 560;
constexpr int kTablesShare = 320;
constexpr int kWhyShare = 460;
constexpr int kTickMs = 16;               // the view goes on
constexpr std::int64_t kRefreshMs = 500;  // countdowns, and what is told of all groups

}  // namespace

GroupsPage::GroupsPage(const SchemaRegistry& registry, QWidget* parent)
    : QWidget(parent)
    , m_timelines(new GroupTimelines(this))
    , m_messages(new MessageBar(this))
    , m_tables(new GroupTables(registry, this))
    , m_columns(new QSplitter(Qt::Horizontal, this))
    , m_empty(new EmptyPage(QStringLiteral("groups"), tr("No groups yet"), {}, {}, this))
    , m_ticker(new QTimer(this))
    , m_idleText(tr("Every consumer group's life appears here on a time axis: who was in it, who had which partition, "
                    "why it rebalanced. Connect to a broker to begin, or open a capture, a recording or a segment of "
                    "__consumer_offsets."))
    , m_idleAction(tr("Connect…")) {
    m_columns->addWidget(makeList());
    m_columns->addWidget(makeGroupSide());
    m_columns->setChildrenCollapsible(false);
    m_columns->setHandleWidth(Metrics::Spacing);
    m_columns->setStretchFactor(1, 1);
    m_columns->setSizes({kGroupListWidth, kGroupWidth});
    connect(m_empty, &EmptyPage::actionWanted, this, &GroupsPage::actionWanted);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(Metrics::Margin, Metrics::Spacing, Metrics::Margin, Metrics::Margin);
    layout->setSpacing(Metrics::Spacing);
    layout->addWidget(m_messages);
    layout->addWidget(m_columns, 1);
    layout->addWidget(m_empty, 1);
    setUpTimeline();
    setUpTables();
    setUpTicking();
    updateShown();
}

GroupsPage::~GroupsPage() = default;

GroupListModel& GroupsPage::model() const {
    return m_picker->model();
}

QTreeView& GroupsPage::list() const {
    return m_picker->list();
}

QWidget* GroupsPage::makeList() {
    auto* side = new QWidget(this);
    side->setMinimumWidth(kLeastListWidth);
    m_picker = new GroupPicker(side);
    m_sourceBar = new GroupsSourceBar(side);
    connect(m_picker, &GroupPicker::chosen, this, &GroupsPage::showChosen);
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Metrics::Spacing);
    layout->addWidget(m_picker, 1);
    layout->addWidget(m_sourceBar);
    return side;
}

QWidget* GroupsPage::makeGroupSide() {
    auto* side = new QWidget(this);
    m_bar = new TimelineBar(side);
    m_view = new TimelineView(side);
    m_noNews = new EmptyPage({}, {}, {}, {}, side);
    m_lag = new LineChart(tr("Lag"), side);
    m_lags = std::make_unique<GroupLags>(*m_lag);
    m_sources = new ElidedLabel({}, ElidedLabel::Rank::Muted, side);
    m_why = new WhyPanel(side);
    auto* below = new QSplitter(Qt::Horizontal, side);
    below->addWidget(m_why);
    below->addWidget(m_tables);
    below->setChildrenCollapsible(false);
    below->setHandleWidth(Metrics::Spacing);
    below->setSizes({kWhyShare, kGroupWidth - kWhyShare});
    auto* above = new QWidget(side);
    auto* timeline = new QVBoxLayout(above);
    timeline->setContentsMargins(0, 0, 0, 0);
    timeline->setSpacing(Metrics::Spacing / 2);
    timeline->addWidget(m_view, 1);
    timeline->addWidget(m_noNews, 1);
    timeline->addWidget(m_lag);
    timeline->addWidget(m_sources);
    m_rows = new QSplitter(Qt::Vertical, side);
    m_rows->addWidget(above);
    m_rows->addWidget(below);
    m_rows->setChildrenCollapsible(false);
    m_rows->setHandleWidth(Metrics::Spacing);
    m_rows->setSizes({kTimelineShare, kTablesShare});
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Metrics::Spacing);
    layout->addWidget(m_bar);
    layout->addWidget(m_rows, 1);
    return side;
}

void GroupsPage::setUpTimeline() {
    m_view->setWords({.reason = [](GroupReason reason) { return reasonText(reason); },
                      .member = [](const MemberLane& lane) { return memberText(lane); },
                      .partition = [](const PartitionLane& lane) { return partitionText(lane); },
                      .toolTip =
                          [this](const TimelineHit& hit) {
                              const SharedTimeline timeline = current();
                              return timeline != nullptr
                                         ? timelineTip(timeline, hit, nowMs(), QTimeZone::systemTimeZone())
                                         : QString();
                          }});
    connect(m_bar, &TimelineBar::followWanted, m_view, &TimelineView::setFollowing);
    connect(m_view, &TimelineView::followingChanged, m_bar, &TimelineBar::setFollowing);
    connect(m_view, &TimelineView::rangeChanged, m_lag, [this] {
        m_lag->showTime(m_view->scale().fromMs(), m_view->scale().toMs(), m_view->timeLeft(),
                        std::max(1, m_view->width() - m_view->timeRight()));
    });
    connect(m_bar, &TimelineBar::spanWanted, m_view,
            [this](qint64 ms) { ms > 0 ? m_view->showSpan(ms) : m_view->showAll(); });
    connect(m_bar, &TimelineBar::recordsWanted, this, [this] { Q_EMIT recordsWanted(group()); });
    connect(m_bar, &TimelineBar::exportWanted, this, &GroupsPage::askForExport);
    connect(m_view, &TimelineView::selectionChanged, this, [this] {
        refreshStory();
        m_tables->show(current(), shownMoment(), toldRebalance() != nullptr ? toldRebalance()->number : 0);
    });
    connect(m_view, &TimelineView::evidenceWanted, this, [this] {
        const auto evidence = m_view->evidence();
        const auto told = m_why->firstEvidence();
        if (evidence || told) {
            Q_EMIT evidenceWanted(evidence ? *evidence : *told);
        }
    });
}

void GroupsPage::setUpTables() {
    connect(m_why, &WhyPanel::evidenceWanted, this, &GroupsPage::evidenceWanted);
    connect(m_why, &WhyPanel::stepWanted, m_view, &TimelineView::goToRebalance);
    connect(m_tables, &GroupTables::rebalanceChosen, m_view, &TimelineView::selectRebalance);
    connect(m_tables, &GroupTables::memberChosen, m_view, [this](std::uint32_t member) {
        m_view->selectRow({LaneKind::Member, member});
    });
    connect(m_tables, &GroupTables::partitionChosen, m_view, [this](std::uint32_t partition) {
        m_view->setPartitionsOpen(true);
        m_view->selectRow({LaneKind::Partition, partition});
    });
    connect(m_tables, &GroupTables::pathHovered, this, &GroupsPage::pathHovered);
    connect(m_timelines, &GroupTimelines::changed, this, &GroupsPage::takeChanges);
    connect(m_timelines, &GroupTimelines::concluded, this, &GroupsPage::takeConclusions);
}

void GroupsPage::setUpTicking() {
    m_ticker->setInterval(kTickMs);
    connect(m_ticker, &QTimer::timeout, this, &GroupsPage::tick);
}

void GroupsPage::setFeed(GroupsFeed* feed) {
    if (m_feed) {
        m_feed->disconnect(this);
    }
    // Views first: they must not look at what goes.
    m_group.clear();
    showGroup();
    m_timelines->clear();
    m_lags->clear();
    model().setGroups({});
    m_hasList = false;
    m_refreshedMs = 0;
    m_feed = feed;
    m_messages->clear();
    m_sources->setText({});
    if (m_feed) {
        connectFeed();
        m_feed->start();
    }
    updateShown();
}

void GroupsPage::connectFeed() {
    connect(m_feed, &GroupsFeed::listed, this, &GroupsPage::takeListings);
    connect(m_feed, &GroupsFeed::timelinesCame, this,
            [this](const SharedTimelineNews& news) { m_timelines->take(*news); });
    connect(m_feed, &GroupsFeed::lagsCame, this, &GroupsPage::takeLags);
    // Of this page, all of them: a feed that another one took the place of may go on.
    connect(m_feed, &GroupsFeed::sourcesChanged, this,
            [this](const std::vector<FeedSource>& sources) { m_sources->setText(sourcesText(sources)); });
    connect(m_feed, &GroupsFeed::finished, this, [this] { m_view->showAll(); });
    connect(m_feed, &GroupsFeed::failed, this, [this](const QString& sentence) {
        if (sentence.isEmpty()) {
            m_messages->clear();
        } else {
            m_messages->showMessage(StatusKind::Error, sentence);
        }
    });
    connect(m_feed, &QObject::destroyed, this, [this] { setFeed(nullptr); });
}

void GroupsPage::takeListings(const SharedListings& groups) {
    m_hasList = true;
    model().setGroups(*groups);
    refreshStories();
    m_picker->expand();
    if (m_group.empty() || !m_wanted.isEmpty()) {
        chooseGroup(m_wanted);
    }
    refreshFacts();
    updateShown();
}

void GroupsPage::chooseGroup(const QString& group) {
    m_wanted = group;
    if (!group.isEmpty() && m_picker->choose(group)) {
        m_wanted.clear();
    }
}

void GroupsPage::showChosen(const QString& group) {
    if (group.toStdString() == m_group) {
        return;
    }
    m_group = group.toStdString();
    if (m_feed) {
        m_feed->watch(m_group);
    }
    showGroup();
}

void GroupsPage::showGroup() {
    const bool isLive = m_feed && m_feed->isLive();
    m_view->setTimeline(current(), isLive);
    m_view->refresh(current(), nowMs());
    m_tables->setTimeline(current());
    m_lags->show(m_group);
    if (const GroupLag* lag = m_lags->latest()) {
        m_tables->takeLag(*lag);
    }
    m_bar->setLive(isLive);
    refreshAll();
    updateShown();
}

SharedTimeline GroupsPage::current() const {
    return m_group.empty() ? nullptr : m_timelines->timeline(m_group);
}

std::int64_t GroupsPage::nowMs() const {
    const SharedTimeline shown = current();
    const std::int64_t last = shown != nullptr ? shown->lastMs : 0;
    return m_feed ? std::max(last, m_feed->nowMs()) : last;
}

std::int64_t GroupsPage::shownMoment() const {
    if (m_view->selection().timeMs >= 0) {
        return m_view->selection().timeMs;
    }
    const Rebalance* told = m_view->selection().rebalance > 0 ? toldRebalance() : nullptr;
    return told != nullptr && told->span.toMs != kStillGoing ? told->span.toMs : nowMs();
}

// The chosen one, else the latest: it may be going on. Good until the next news.
const Rebalance* GroupsPage::toldRebalance() const {
    const SharedTimeline shown = current();
    if (shown == nullptr || shown->rebalances.empty()) {
        return nullptr;
    }
    const RebalanceList& all = shown->rebalances;
    const int chosen = rebalanceWithNumber(all, m_view->selection().rebalance);
    return chosen >= 0 ? &all[static_cast<std::size_t>(chosen)] : &all.back();
}

void GroupsPage::takeChanges(const std::vector<std::string>& groups) {
    for (const std::string& group : groups) {
        model().setStory(group, {m_timelines->rebalances(group), m_timelines->isFlapping(group, nowMs())});
    }
    if (!std::ranges::binary_search(groups, m_group)) {
        return;
    }
    if (!m_view->isVisibleTo(this) || m_noNews->isVisibleTo(this)) {
        // The first that is heard of it.
        showGroup();
        return;
    }
    m_view->refresh(current(), nowMs());
    refreshAll();
}

void GroupsPage::takeConclusions(const std::vector<TimelineEvent>& events) {
    for (const TimelineEvent& event : events) {
        const auto* began = std::get_if<RebalanceBegan>(&event.fact);
        if (began != nullptr && !event.isCorrection && m_feed && m_feed->isLive()) {
            const QString words = QString::fromStdString(began->words);
            const QString group = QString::fromStdString(event.group);
            Q_EMIT rebalanceBegan(group,
                                  tr("%1 rebalances: %2").arg(group, words.isEmpty() ? reasonText(began->why) : words));
        }
    }
}

void GroupsPage::takeLags(const SharedLags& lags) {
    for (const GroupLag& lag : *lags) {
        model().setLag(lag.group, lag.lag);
        if (lag.group == m_group) {
            m_tables->takeLag(lag);
        }
    }
    m_lags->take(*lags);
    refreshFacts();
}

void GroupsPage::tick() {
    if (!m_feed || !m_feed->isLive()) {
        return;
    }
    const std::int64_t now = m_feed->nowMs();
    if (now - m_refreshedMs >= kRefreshMs) {
        m_refreshedMs = now;
        refreshStories();
        refreshStory();
    }
    m_view->refresh(current(), now);
}

// How often each group of the list rebalanced, and lately.
void GroupsPage::refreshStories() {
    for (const auto& [group, timeline] : m_timelines->all()) {
        model().setStory(group, {m_timelines->rebalances(group), m_timelines->isFlapping(group, nowMs())});
    }
}

void GroupsPage::refreshAll() {
    refreshFacts();
    refreshStory();
    const Rebalance* told = toldRebalance();
    m_tables->show(current(), shownMoment(), told != nullptr ? told->number : 0);
}

void GroupsPage::refreshStory() {
    const Rebalance* told = toldRebalance();
    if (told == nullptr) {
        m_why->setEmptyText(m_group.empty() ? tr("Choose a group at the left.")
                                            : tr("No rebalance was seen. The next one is told here while it goes on: "
                                                 "who, why, what moved, and who is still missing."));
        return;
    }
    m_why->setStory(storyOf(*current(), *told, nowMs(), QTimeZone::systemTimeZone()));
}

void GroupsPage::refreshFacts() {
    m_bar->setGroup(QString::fromStdString(m_group),
                    groupFacts(model().listing(model().indexOf(m_group)), current().get(), nowMs()));
}

void GroupsPage::updateShown() {
    const bool isEmpty = !m_feed || model().groupCount() == 0;
    m_empty->setVisible(isEmpty);
    m_columns->setVisible(!isEmpty);
    m_empty->setNextStep(
        !m_feed      ? m_idleText
        : !m_hasList ? (m_feed->isLive() ? tr("Asking which groups there are…") : tr("Reading %1…").arg(m_feed->name()))
        : m_feed->isLive()
            ? tr("%1 has no groups. They appear here as soon as a consumer joins one.").arg(m_feed->name())
            : tr("%1 says nothing about groups.").arg(m_feed->name()));
    m_empty->setAction(m_feed && m_feed->isLive() ? QString() : m_idleAction);
    const bool hasNews = current() != nullptr;
    m_view->setVisible(hasNews);
    m_noNews->setVisible(!hasNews);
    m_noNews->setNextStep(m_group.empty() ? tr("Choose a group at the left to see its life on a time axis.")
                                          : tr("Nothing was said about this group yet. Its timeline begins with the "
                                               "first answer or record."));
}

void GroupsPage::setIdleText(const QString& nextStep, const QString& action) {
    m_idleText = nextStep;
    m_idleAction = action;
    updateShown();
}

void GroupsPage::focusFilter() {
    m_picker->focusFilter();
}

void GroupsPage::showEvidence(const QString& title, const std::shared_ptr<OpenDocument>& document) {
    m_tables->showEvidence(title, document);
}

bool GroupsPage::saveAs(TimelineBar::Export kind, const QString& path) {
    if (current() == nullptr) {
        return false;
    }
    // What lasts is known to last until now.
    TimelineSnapshot shown = *current();
    shown.lastMs = nowMs();
    const QString problem = saveTimeline(kind, *m_view, shown, path);
    if (problem.isEmpty()) {
        m_messages->showMessage(StatusKind::Ok, tr("Saved %1.").arg(path));
    } else {
        m_messages->showMessage(StatusKind::Error, problem, tr("Choose another place."));
    }
    return problem.isEmpty();
}

void GroupsPage::askForExport(TimelineBar::Export kind) {
    const QString path = QFileDialog::getSaveFileName(this, tr("Export the timeline"),
                                                      exportName(kind, QString::fromStdString(m_group)));
    if (!path.isEmpty()) {
        saveAs(kind, path);
    }
}

void GroupsPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_ticker->start();
}

void GroupsPage::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    m_ticker->stop();
}

}  // namespace brokerscope
