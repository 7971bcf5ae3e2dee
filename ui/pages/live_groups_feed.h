#pragma once

#include "core/groups/group_rows.h"
#include "core/workbench/group_watch.h"
#include "ui/models/groups_feed.h"
#include "ui/models/reading_context.h"

#include <QTimer>

#include <atomic>
#include <memory>
#include <thread>

namespace brokerscope {

class Workbench;
struct GroupOffsets;

// Groups of the cluster that a workbench is connected to. Events are put together and folded in a thread of its own,
// which ends with the feed. The workbench and the registry must outlive it.
class LiveGroupsFeed : public GroupsFeed {
    Q_OBJECT

public:
    LiveGroupsFeed(Workbench& workbench, const ReadingContext& context, QString cluster, QObject* parent = nullptr);
    ~LiveGroupsFeed() override;

    QString name() const override;
    bool isLive() const override { return true; }
    std::int64_t nowMs() const override;
    void start() override;
    void watch(const std::string& group) override;

private:
    // What the thread hands over, a batch at a time.
    struct News {
        SharedTimelineNews timelines;
        SharedListings rows;  // null: as before
        GroupWatchStatus status;
        QString problem;
    };

    void listen();
    void take(const News& news);
    void askLag();
    std::vector<std::string> groupsToAsk();
    void takeOffsets(const std::vector<GroupOffsets>& answer);
    void tellSources(const GroupWatchStatus& status);

    Workbench& m_workbench;
    ReadingContext m_context;
    QString m_cluster;
    std::unique_ptr<GroupWatch> m_watch;
    std::thread m_thread;
    std::atomic<bool> m_isEnding = false;
    std::string m_watched;
    QTimer m_lagTimer;
    bool m_isAskingLag = false;
    std::size_t m_lagTurn = 0;  // which of the listed groups is asked about next
    std::vector<GroupListing> m_listed;
    std::map<std::string, std::int64_t> m_lags;
    std::uint64_t m_requests = 0;
    std::int64_t m_countedMs = 0;
    double m_rate = 0;  // requests a second
    QString m_problem;
};

}  // namespace brokerscope
