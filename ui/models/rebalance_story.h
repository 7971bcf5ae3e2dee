#pragma once

#include "core/groups/timeline_snapshot.h"

#include <QString>
#include <QTimeZone>

#include <optional>
#include <vector>

namespace brokerscope {

// One line of a story: "Why:" and a sentence, with the raw thing that says it.
struct StoryLine {
    QString label;
    QString text;
    std::optional<EventEvidence> evidence;
    bool isPressing = false;  // it goes on, or something waits

    bool operator==(const StoryLine&) const = default;
};

// What a rebalance is about, for people: who, why, what moved from whom to whom, how long it was unowned, whom it
// waited for; while it goes on, who is still missing and until when it waits at most.
struct RebalanceStory {
    QString title;  // "Rebalance 3 → group epoch 17"
    QString facts;  // "10:41:07.204 – 10:41:09.120 · 1.9 s"
    bool isRunning = false;
    std::vector<StoryLine> lines;
};

// `rebalance` is one of the timeline's. `nowMs` is what a countdown counts from.
RebalanceStory storyOf(const TimelineSnapshot& timeline, const Rebalance& rebalance, std::int64_t nowMs,
                       const QTimeZone& zone);

}  // namespace brokerscope
