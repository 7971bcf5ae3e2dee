#pragma once

#include "core/document/nested_opener.h"
#include "core/exchange/exchange.h"
#include "core/exchange/topic_names.h"
#include "core/groups/group_event.h"

#include <memory>
#include <string_view>
#include <vector>

namespace brokerscope {

// Turns answers to ListGroups, DescribeGroups, ConsumerGroupDescribe, ShareGroupDescribe and StreamsGroupDescribe into
// events. One for each cluster, given the answers in the order in which they came. It keeps what each group's last
// answer said and gives only what is new, or Unchanged; a roster follows where members came or went.
//
//   DescribeGroups     in a rebalance members have no subscription, and the assignment shown is the old one: said as
//                      not told. Dead without an error (v0-5) does not tell a group that is gone from one of another
//                      type. Gone: the same broker's last complete list lacks the group; of another type: some list
//                      named that type, and nothing is said. Else SourceBlind until a list tells
//   ConsumerGroup…     `assignment` still has what is being revoked: what is not in the target is given as pending
//   StreamsGroup…      `assignment` lacks it already
//   ShareGroup…        no target, and several owners of a partition are normal
//   error 69           "other type" and "gone" differ by the message's text alone. Of another type: nothing is said,
//                      since a list tells which; SourceBlind where the next answer is the same and no list has
//   errors 14, 15, 16  CoordinatorSeen and SourceBlind until an answer comes; others (authorization, 35): SourceBlind
//                      with the error's name
//   ListGroups         state and type of each group; Unchanged of those that are listed alone
//
// Answers are read by the definitions of `choice` and within `limits`; those whose trees have faults are used up to the
// fault. Borrows registry and opener. Not thread safe.
class DescribeEvents {
public:
    // More groups than this are not kept: what a peer sends must not fill the memory.
    static constexpr std::size_t kMost = 100'000;

    DescribeEvents(const SchemaRegistry& registry, const NestedOpener& opener, std::shared_ptr<const TopicNames> names,
                   SchemaChoice choice, const Limits& limits, std::uint32_t feed = 0);
    ~DescribeEvents();

    // False: an exchange of another API, or one without an answer; those are blind() to be told.
    bool take(const Exchange& exchange, std::vector<GroupEvent>& events);
    // The group could not be asked between the last answer and now (ms since 1970).
    void blind(std::string_view group, std::int64_t nowMs, std::string_view why, std::vector<GroupEvent>& events);
    // Unknown: no list named the group yet.
    GroupType typeOf(std::string_view group) const;

private:
    struct Last;
    std::unique_ptr<Last> m_last;
};

}  // namespace brokerscope
