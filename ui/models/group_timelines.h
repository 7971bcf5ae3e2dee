#pragma once

#include "core/groups/group_timeline.h"
#include "ui/models/groups_feed.h"
#include "ui/models/pool_work.h"

#include <QObject>

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace brokerscope {

// The timelines of all groups that a feed speaks of. GUI thread.
//
// Small batches, as a live feed brings them, are folded at once. What a file brings is folded on the pool: there are
// two timelines of each group then, one that is shown and one that is folded; when the second has all that came it
// takes the first one's place, and the first gets the same events. So the page shows what is there while more is read.
class GroupTimelines : public QObject {
    Q_OBJECT

public:
    // Rebalances within kFlappingMs that make a group one that flaps.
    static constexpr int kFlapping = 4;
    static constexpr std::int64_t kFlappingMs = 10 * 60'000;

    explicit GroupTimelines(const TimelineLimits& limits = {}, QObject* parent = nullptr);

    // Everything so far is forgotten. `inBackground`: what follows is folded on the pool.
    void clear(bool inBackground = false);
    void append(std::span<const GroupEvent> events);
    void append(const SharedEvents& events);
    // Time passes: what lasts is known to last until then.
    void advance(std::int64_t nowMs);
    // Nothing more comes; finished() follows when all of it is folded.
    void finish();
    bool isFolding() const { return m_folding.isRunning(); }

    // Null: nothing was said about it. Stays at its place until clear().
    const GroupTimeline* timeline(const std::string& group) const;
    // How many rebalances were seen, and how many of them began at `fromMs` or later. 0: none, or no timeline.
    int rebalances(const std::string& group, std::int64_t fromMs = 0) const;
    bool isFlapping(const std::string& group, std::int64_t nowMs) const;

Q_SIGNALS:
    // Each group once; then what was concluded, by time.
    void changed(const std::vector<std::string>& groups);
    void concluded(const std::vector<brokerscope::TimelineEvent>& events);
    void finished();

private:
    using Timelines = std::map<std::string, GroupTimeline, std::less<>>;
    // What timelines are given in the background; null events: nothing more comes.
    using Steps = std::vector<SharedEvents>;

    static std::vector<std::string> fold(Timelines& timelines, std::span<const GroupEvent> events,
                                         const TimelineLimits& limits);
    static std::vector<std::string> finishAll(Timelines& timelines);
    static std::vector<std::string> foldSteps(Timelines& timelines, const Steps& steps, const TimelineLimits& limits,
                                              const CancelToken& cancel);
    void foldOn();
    void takeFolded(const std::vector<std::string>& groups);
    void announce(const std::vector<std::string>& groups);

    TimelineLimits m_limits;
    Timelines m_timelines;
    bool m_isInBackground = false;
    std::shared_ptr<Timelines> m_next = std::make_shared<Timelines>();  // the pool's while it folds
    Steps m_pending;                                                    // to be folded
    Steps m_folded;                                                     // in those that are shown, but not in m_next
    LatestWork m_folding;
};

}  // namespace brokerscope
