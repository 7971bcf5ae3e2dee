#include "ui/pages/live_groups_feed.h"

#include "core/workbench/workbench.h"
#include "ui/models/pool_work.h"

#include <QDateTime>

#include <algorithm>

namespace brokerscope {
namespace {

// How long the thread waits without looking whether it is to end.
constexpr std::chrono::milliseconds kListenMs{200};
// Batches come no faster than this: a burst of records is one repaint.
constexpr std::chrono::milliseconds kBatchMs{30};
constexpr int kLagMs = 5000;
constexpr std::size_t kLagTurn = 20;  // groups beside the watched one
constexpr std::int64_t kRateMs = 2000;

GroupLag lagOf(const GroupOffsets& offsets, const SchemaRegistry& registry, std::int64_t timeMs) {
    GroupLag lag;
    lag.group = offsets.group;
    lag.timeMs = timeMs;
    if (!offsets.problem.empty() || offsets.errorCode != 0) {
        lag.problem = offsets.errorCode != 0 ? registry.errorName(offsets.errorCode) : offsets.problem;
        return lag;
    }
    auto partitions = std::make_shared<std::vector<PartitionLag>>();
    for (const PartitionOffsets& one : offsets.partitions) {
        const std::string refused = one.errorCode != 0 ? registry.errorName(one.errorCode) : std::string();
        partitions->push_back({one.topic, one.partition, one.shareStart >= 0 ? one.shareStart : one.committed,
                               one.logEnd, one.lastStable, one.lag(), refused.empty() ? one.endProblem : refused});
        lag.lag = one.lag() ? std::max<std::int64_t>(lag.lag, 0) + *one.lag() : lag.lag;
    }
    lag.partitions = std::move(partitions);
    return lag;
}

}  // namespace

LiveGroupsFeed::LiveGroupsFeed(Workbench& workbench, const ReadingContext& context, QString cluster, QObject* parent)
    : GroupsFeed(parent), m_workbench(workbench), m_context(context), m_cluster(std::move(cluster)) {
    m_lagTimer.setInterval(kLagMs);
    connect(&m_lagTimer, &QTimer::timeout, this, &LiveGroupsFeed::askLag);
}

LiveGroupsFeed::~LiveGroupsFeed() {
    m_isEnding = true;
    if (m_watch != nullptr) {
        m_watch->cancel();  // so that the thread does not wait for news
    }
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

QString LiveGroupsFeed::name() const {
    return tr("%1, polled and followed").arg(m_cluster);
}

std::int64_t LiveGroupsFeed::nowMs() const {
    return QDateTime::currentMSecsSinceEpoch();
}

void LiveGroupsFeed::start() {
    if (m_watch == nullptr) {
        m_watch =
            std::make_unique<GroupWatch>(m_workbench, m_context.registry(), GroupWatchOptions{}, m_context.limits());
        m_thread = std::thread([this] { listen(); });
        m_lagTimer.start();
    }
}

void LiveGroupsFeed::watch(const std::string& group) {
    if (m_watch == nullptr || group == m_watched) {
        return;
    }
    if (!m_watched.empty()) {
        m_watch->setBusy(m_watched, false);
    }
    m_watched = group;
    if (!m_watched.empty()) {
        m_watch->setBusy(m_watched, true);
    }
    askLag();
}

void LiveGroupsFeed::listen() {
    GroupRows rows;
    TimelineSet timelines;
    while (!m_isEnding && !m_watch->problem()) {
        const std::vector<GroupEvent> events = m_watch->next(kListenMs);
        News news;
        news.rows = rows.take(events) ? listingsOf(rows.rows()) : nullptr;
        timelines.append(events);
        news.timelines = std::make_shared<const TimelineNews>(timelines.takeNews());
        news.status = m_watch->status();
        if (const auto problem = m_watch->problem()) {
            news.problem = QString::fromStdString(problem->text());
        }
        // Queued calls of an object that is gone are dropped; the destructor waits for this thread.
        QMetaObject::invokeMethod(
            this, [this, news] { take(news); }, Qt::QueuedConnection);
        std::this_thread::sleep_for(kBatchMs);
    }
}

void LiveGroupsFeed::take(const News& news) {
    if (news.rows != nullptr) {
        m_listed = *news.rows;
        for (GroupListing& row : m_listed) {
            const auto lag = m_lags.find(row.group);
            row.lag = lag != m_lags.end() ? lag->second : -1;
        }
        Q_EMIT listed(std::make_shared<const std::vector<GroupListing>>(m_listed));
    }
    if (!news.timelines->empty()) {
        Q_EMIT timelinesCame(news.timelines);
    }
    tellSources(news.status);
    if (news.problem != m_problem) {
        m_problem = news.problem;
        Q_EMIT failed(m_problem);
    }
}

void LiveGroupsFeed::tellSources(const GroupWatchStatus& status) {
    const std::int64_t now = nowMs();
    if (now - m_countedMs < kRateMs) {
        return;
    }
    const auto asked = static_cast<double>(status.requests - m_requests);
    m_rate = m_countedMs > 0 ? asked * 1000.0 / static_cast<double>(now - m_countedMs) : 0;
    m_requests = status.requests;
    m_countedMs = now;
    std::vector<FeedSource> sources;
    sources.push_back({tr("list and describe %1/s").arg(m_rate, 0, 'f', 1),
                       status.lost == 0 ? QString()
                                        : tr("Answers came faster than they could be read; %1 were dropped.")
                                              .arg(static_cast<qulonglong>(status.lost))});
    sources.push_back({tr("offsets every %1 s").arg(kLagMs / 1000), {}});
    const QString why = QString::fromStdString(status.recordsProblem);
    if (why.isEmpty() && status.offsetsPartitions > 0) {
        sources.push_back({tr("__consumer_offsets, records: %1").arg(static_cast<qulonglong>(status.records)), {}});
    } else {
        sources.push_back(
            {tr("describe alone"), why.isEmpty() ? tr("__consumer_offsets is not read yet.")
                                                 : tr("__consumer_offsets cannot be read (%1): what happens between "
                                                      "two answers, and when, is not seen.")
                                                       .arg(why)});
    }
    Q_EMIT sourcesChanged(sources);
}

// The group that is watched, and some of the others in turn: the list tells the lag of all after a while.
std::vector<std::string> LiveGroupsFeed::groupsToAsk() {
    std::vector<std::string> groups;
    if (!m_watched.empty()) {
        groups.push_back(m_watched);
    }
    for (std::size_t count = 0; count < std::min(kLagTurn, m_listed.size()); ++count) {
        const std::string& group = m_listed[m_lagTurn++ % m_listed.size()].group;
        if (std::ranges::find(groups, group) == groups.end()) {
            groups.push_back(group);
        }
    }
    return groups;
}

void LiveGroupsFeed::askLag() {
    GroupOffsetsOptions options;
    options.groups = m_isAskingLag ? std::vector<std::string>() : groupsToAsk();
    if (options.groups.empty()) {
        return;
    }
    for (const GroupListing& listing : m_listed) {
        if (listing.row.type == GroupType::Share &&
            std::ranges::find(options.groups, listing.group) != options.groups.end()) {
            options.shareGroups.insert(listing.group);
        }
    }
    options.isReadingCommitted = true;
    m_isAskingLag = true;
    whenDone(m_workbench.groupOffsets(options), this,
             [this, asked = options.groups](const Result<std::vector<GroupOffsets>>& answer) {
                 m_isAskingLag = false;
                 if (answer) {
                     takeOffsets(*answer);
                     return;
                 }
                 std::vector<GroupOffsets> unknown;
                 for (const std::string& group : asked) {
                     unknown.push_back({group, 0, answer.error().text(), {}});
                 }
                 takeOffsets(unknown);
             });
}

void LiveGroupsFeed::takeOffsets(const std::vector<GroupOffsets>& answer) {
    auto lags = std::make_shared<std::vector<GroupLag>>();
    for (const GroupOffsets& offsets : answer) {
        lags->push_back(lagOf(offsets, m_context.registry(), nowMs()));
        m_lags[offsets.group] = lags->back().lag;
    }
    for (GroupListing& listing : m_listed) {
        const auto lag = m_lags.find(listing.group);
        listing.lag = lag != m_lags.end() ? lag->second : -1;
    }
    if (!lags->empty()) {
        Q_EMIT lagsCame(lags);
    }
}

}  // namespace brokerscope
