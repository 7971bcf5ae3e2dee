#pragma once

#include "core/groups/timeline_snapshot.h"
#include "ui/models/groups_feed.h"
#include "ui/pages/timeline_bar.h"
#include "ui/timeline/timeline_scene.h"

#include <QPointer>
#include <QWidget>

#include <memory>
#include <string>

class QSplitter;
class QTimer;
class QTreeView;

namespace brokerscope {

class ElidedLabel;
class EmptyPage;
class GroupLags;
class GroupListModel;
class GroupPicker;
class GroupTables;
class GroupTimelines;
class GroupsSourceBar;
class LineChart;
class MessageBar;
class OpenDocument;
class SchemaRegistry;
class TimelineView;
class WhyPanel;
struct TimelineEvent;

// The groups of a feed at the left; of the chosen one a timeline, why it rebalanced, who has what, and the raw things
// behind it. GUI thread. The registry must outlive it.
class GroupsPage : public QWidget {
    Q_OBJECT

public:
    explicit GroupsPage(const SchemaRegistry& registry, QWidget* parent = nullptr);
    ~GroupsPage() override;

    // Forgets what an earlier feed said, connects to this one and starts it. Not owned; null: none.
    void setFeed(GroupsFeed* feed);
    // Chosen as soon as the list has it; empty: none.
    void chooseGroup(const QString& group);
    QString group() const { return QString::fromStdString(m_group); }
    void focusFilter();
    // Answers evidenceWanted(): what it is, and the exchange or record decoded; null where it is not kept any more.
    void showEvidence(const QString& title, const std::shared_ptr<OpenDocument>& document);
    // What stands there without a feed, and its button; the button is actionWanted().
    void setIdleText(const QString& nextStep, const QString& action);
    // Of the chosen group; nothing is written without one. False: it could not be, and the page says why.
    bool saveAs(TimelineBar::Export kind, const QString& path);

    GroupListModel& model() const;
    GroupTimelines& timelines() const { return *m_timelines; }
    QTreeView& list() const;
    GroupsSourceBar& sourceBar() const { return *m_sourceBar; }
    MessageBar& messages() const { return *m_messages; }
    LineChart& lag() const { return *m_lag; }
    TimelineView& timeline() const { return *m_view; }
    WhyPanel& why() const { return *m_why; }
    GroupTables& tables() const { return *m_tables; }
    TimelineBar& bar() const { return *m_bar; }
    QSplitter& columns() const { return *m_columns; }
    QSplitter& rows() const { return *m_rows; }

Q_SIGNALS:
    // The raw thing behind an event is to be shown: the owner finds it by its id and calls showEvidence().
    void evidenceWanted(const brokerscope::EventEvidence& evidence);
    void actionWanted();
    // What was written about the group in its topic is to be shown.
    void recordsWanted(const QString& group);
    void pathHovered(const QString& text);
    // For a notification: "payments-app rebalances: c-3 joined".
    void rebalanceBegan(const QString& group, const QString& sentence);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* makeList();
    QWidget* makeGroupSide();
    void setUpTimeline();
    void setUpTables();
    void setUpTicking();
    void connectFeed();
    void takeListings(const SharedListings& groups);
    void takeLags(const SharedLags& lags);
    void takeConclusions(const std::vector<TimelineEvent>& events);
    void takeChanges(const std::vector<std::string>& groups);
    void showChosen(const QString& group);
    void showGroup();
    void tick();
    void refreshAll();
    void refreshStory();
    void refreshFacts();
    void updateShown();
    void askForExport(TimelineBar::Export kind);
    void refreshStories();
    SharedTimeline current() const;
    const Rebalance* toldRebalance() const;
    std::int64_t shownMoment() const;
    std::int64_t nowMs() const;

    QPointer<GroupsFeed> m_feed;
    std::string m_group;
    QString m_wanted;
    bool m_hasList = false;  // the feed has said which groups there are
    std::int64_t m_refreshedMs = 0;
    GroupTimelines* m_timelines = nullptr;
    GroupPicker* m_picker = nullptr;
    GroupsSourceBar* m_sourceBar = nullptr;
    TimelineBar* m_bar = nullptr;
    MessageBar* m_messages = nullptr;
    TimelineView* m_view = nullptr;
    LineChart* m_lag = nullptr;  // hidden where no lag was told
    std::unique_ptr<GroupLags> m_lags;
    EmptyPage* m_noNews = nullptr;  // in place of the timeline
    ElidedLabel* m_sources = nullptr;
    WhyPanel* m_why = nullptr;
    GroupTables* m_tables = nullptr;
    QSplitter* m_columns = nullptr;
    QSplitter* m_rows = nullptr;
    EmptyPage* m_empty = nullptr;
    QTimer* m_ticker = nullptr;
    QString m_idleText;
    QString m_idleAction;
};

}  // namespace brokerscope
