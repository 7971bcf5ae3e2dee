#pragma once

#include "core/groups/group_rows.h"
#include "core/groups/timeline_set.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

// One line of a list of groups.
struct GroupListing {
    std::string group;
    GroupRow row;
    std::int64_t lag = -1;  // committed offsets against the ends of the logs, all partitions together; -1: not known

    bool operator==(const GroupListing&) const = default;
};

// How far a group was behind in one partition. -1: not known.
struct PartitionLag {
    std::string topic;
    std::int32_t partition = -1;
    std::int64_t done = -1;    // committed; of share groups the start offset
    std::int64_t logEnd = -1;  // the high watermark
    std::int64_t lastStable = -1;
    std::optional<std::int64_t> lag;  // below zero: the group is beyond the end
    std::string problem;              // why something is not known; empty: nothing is amiss
};

// How far a group was behind at one moment.
struct GroupLag {
    std::string group;
    std::int64_t timeMs = 0;
    std::int64_t lag = -1;                                        // -1: not known then, a gap
    std::shared_ptr<const std::vector<PartitionLag>> partitions;  // ascending; null: not told of each
    std::string problem;                                          // why nothing is known; empty: it is
};

// One source of a feed, as the page says it: "describe 4.0/s", "__consumer_offsets-18 (+12 ms)".
struct FeedSource {
    QString text;
    QString missing;  // what is not seen because of it, as a sentence; empty: nothing is amiss

    bool operator==(const FeedSource&) const = default;
};

// Immutable, so that they pass between threads.
using SharedListings = std::shared_ptr<const std::vector<GroupListing>>;
using SharedLags = std::shared_ptr<const std::vector<GroupLag>>;

// A list of the rows, lags not known.
inline SharedListings listingsOf(const std::map<std::string, GroupRow>& rows) {
    auto listings = std::make_shared<std::vector<GroupListing>>();
    listings->reserve(rows.size());
    for (const auto& [group, row] : rows) {
        listings->push_back({group, row, -1});
    }
    return listings;
}

// Where the Groups page hears of groups: a cluster that is asked and followed, or files that were read. An object of
// the GUI thread; its signals come from the event loop, never from within a call of one of its functions. Whoever uses
// it connects first and calls start() then.
class GroupsFeed : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    // "staging, polled and followed", "orders.pcapng"
    virtual QString name() const = 0;
    // False: everything that comes has happened; finished() follows.
    virtual bool isLive() const = 0;
    // The present moment on the clock of the events, in ms since 1970; of files the last event's.
    virtual std::int64_t nowMs() const = 0;
    virtual void start() = 0;
    // The group that is looked at now: its events come, and it is asked about most often; empty: none.
    virtual void watch(const std::string& group) = 0;

Q_SIGNALS:
    // The whole list, in any order: a group that is not in it is no more.
    void listed(const brokerscope::SharedListings& groups);
    // What was concluded since the last news of the group that is watched, and of any others that the feed can follow:
    // folded already. Never null.
    void timelinesCame(const brokerscope::SharedTimelineNews& news);
    void lagsCame(const brokerscope::SharedLags& lags);
    void sourcesChanged(const std::vector<brokerscope::FeedSource>& sources);
    // Nothing can be heard at present; a sentence with cause and next step. Empty: it can again.
    void failed(const QString& sentence);
    // Nothing more comes.
    void finished();
};

}  // namespace brokerscope

Q_DECLARE_METATYPE(brokerscope::SharedListings)
Q_DECLARE_METATYPE(brokerscope::SharedTimelineNews)
Q_DECLARE_METATYPE(brokerscope::SharedLags)
Q_DECLARE_METATYPE(std::vector<brokerscope::FeedSource>)
