#include "core/groups/group_rows.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

GroupEvent rowEvent(const std::string& group, GroupSaying said, GroupType type = GroupType::Consumer,
                    EventSource source = EventSource::Describe) {
    GroupEvent event;
    event.group = group;
    event.type = type;
    event.evidence.source = source;
    event.said = std::move(said);
    return event;
}

GroupStatus stateOf(const std::string& state) {
    GroupStatus status;
    status.state = state;
    return status;
}

MemberRoster rosterOf(std::vector<std::string> members) {
    return {std::make_shared<const std::vector<std::string>>(std::move(members))};
}

TEST(GroupRows, KeepWhatWasToldLast) {
    GroupRows rows;
    EXPECT_TRUE(rows.take(std::vector{rowEvent("g", stateOf("Assigning")), rowEvent("g", rosterOf({"a", "b"})),
                                      rowEvent("g", CoordinatorSeen{2, 0}, GroupType::Unknown)}));
    const GroupRow& row = rows.rows().at("g");
    EXPECT_EQ(row.type, GroupType::Consumer);
    EXPECT_EQ(row.state, "Assigning");
    EXPECT_EQ(row.members, 2);
    EXPECT_EQ(row.coordinator, 2);
    EXPECT_FALSE(rows.take(std::vector{rowEvent("g", Unchanged{}), rowEvent("g", CoordinatorSeen{-1, 15})}));
    EXPECT_EQ(rows.rows().at("g").coordinator, 2);
    EXPECT_TRUE(rows.take(std::vector{rowEvent("g", stateOf("Empty"))}));
    EXPECT_EQ(rows.rows().at("g").members, 0);
}

TEST(GroupRows, GroupsThatAreGoneHaveNone) {
    GroupRows rows;
    rows.take(std::vector{rowEvent("g", stateOf("Empty")), rowEvent("h", stateOf("Stable"))});
    EXPECT_TRUE(rows.take(std::vector{rowEvent("g", GroupGone{"no such group"})}));
    EXPECT_EQ(rows.rows().size(), 1U);
    EXPECT_FALSE(rows.take(std::vector{rowEvent("g", GroupGone{"no such group"})}));
}

TEST(GroupRows, SayWhyDescribeTellsNothingUntilItTellsAgain) {
    GroupRows rows;
    rows.take(std::vector{rowEvent("g", stateOf("Stable")), rowEvent("g", SourceBlind{"not authorized", false})});
    EXPECT_EQ(rows.rows().at("g").problem, "not authorized");
    // That records cannot be read is no fault of the list.
    rows.take(std::vector{rowEvent("g", SourceBlind{"no topic", false}, GroupType::Unknown, EventSource::Offsets)});
    EXPECT_EQ(rows.rows().at("g").problem, "not authorized");
    EXPECT_TRUE(rows.take(std::vector{rowEvent("g", Unchanged{})}));
    EXPECT_EQ(rows.rows().at("g").problem, "");
}

}  // namespace
}  // namespace brokerscope
