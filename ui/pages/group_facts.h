#pragma once

#include "core/groups/timeline_snapshot.h"
#include "ui/models/groups_feed.h"

#include <QString>

namespace brokerscope {

// What a group is and how it is now, in one line: "consumer · Stable · group epoch 17 · assignment epoch 17 · uniform ·
// coordinator broker 2 · lag 1 204 · 3 rebalances in 12 min". Either may be null; what neither tells is left out.
QString groupFacts(const GroupListing* listing, const TimelineSnapshot* timeline, std::int64_t nowMs);

// What the sources of a feed are, and what is not seen because of them; empty: there are none.
QString sourcesText(const std::vector<FeedSource>& sources);

}  // namespace brokerscope
