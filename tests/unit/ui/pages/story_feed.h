#pragma once

#include "tests/unit/core/groups/known_rebalances.h"
#include "ui/models/groups_feed.h"

#include <string>
#include <utility>
#include <vector>

namespace brokerscope::stories {

// A feed that plays what a test gives it.
class StoryFeed : public GroupsFeed {
public:
    explicit StoryFeed(bool isLive = true) : m_isLive(isLive) {}

    QString name() const override { return QStringLiteral("the test"); }
    bool isLive() const override { return m_isLive; }
    std::int64_t nowMs() const override { return now; }
    void start() override { ++starts; }
    void watch(const std::string& group) override { watched.push_back(group); }

    void list(std::vector<GroupListing> groups) {
        Q_EMIT listed(std::make_shared<const std::vector<GroupListing>>(std::move(groups)));
    }
    void tell(const std::string& group, std::vector<GroupEvent> events) {
        for (GroupEvent& event : events) {
            event.group = group;
            now = std::max(now, event.timeMs);
        }
        timelines.append(events);
        Q_EMIT timelinesCame(std::make_shared<const TimelineNews>(timelines.takeNews()));
    }
    void lag(GroupLag lag) {
        Q_EMIT lagsCame(std::make_shared<const std::vector<GroupLag>>(std::vector{std::move(lag)}));
    }
    void finish() {
        timelines.finish();
        Q_EMIT timelinesCame(std::make_shared<const TimelineNews>(timelines.takeNews()));
        Q_EMIT finished();
    }

    TimelineSet timelines;
    std::int64_t now = kZero;
    int starts = 0;
    std::vector<std::string> watched;

private:
    bool m_isLive;
};

inline GroupListing listingOf(std::string group, GroupType type, std::string state, std::int32_t members,
                              std::int64_t lag = -1) {
    GroupListing listing;
    listing.group = std::move(group);
    listing.row.type = type;
    listing.row.state = std::move(state);
    listing.row.members = members;
    listing.row.coordinator = 2;
    listing.lag = lag;
    return listing;
}

// A consumer group of three minutes: four members, one of which times out, and another that joins later.
std::vector<GroupEvent> paymentsStory();
// The same up to the middle of the second rebalance.
std::vector<GroupEvent> paymentsGoing();

}  // namespace brokerscope::stories
