#include "core/text/group_report.h"

#include "core/groups/group_timeline.h"
#include "core/text/group_report_json.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

constexpr std::int64_t kStart = 1796035267000;  // 2026-11-30T10:41:07.000Z

SharedAssignment orders(std::vector<std::int32_t> partitions) {
    Assignment assignment;
    if (!partitions.empty()) {
        assignment.push_back({"orders", {}, TaskRole::Active, std::move(partitions), {}});
    }
    return std::make_shared<const Assignment>(std::move(assignment));
}

LaneSpan span(std::int64_t from, std::int64_t to, Certainty certainty = Certainty::Observed) {
    return {kStart + from, to == kStillGoing ? kStillGoing : kStart + to, 0, certainty};
}

// Plain data as a timeline gives it: B joins A in a consumer group, and a rebalance that is going on.
struct Sample {
    std::string group = "g";
    GroupLanes lanes;
    RebalanceList rebalances;
    ViolationList violations;

    Sample() {
        MemberLane a{"a", "c-a", "/10.0.0.1", "", MemberIndex::None, {}};
        MemberInterval held;
        held.span = span(0, kStillGoing);
        held.epoch = 3;
        held.assigned = orders({0});
        held.pendingRevocation = orders({});
        a.intervals.push_back(held);
        lanes.members = {a, {"b", "c-b", "/10.0.0.2", "i-1", MemberIndex::None, {}}};
        PartitionLane partition;
        partition.topic = "orders";
        partition.partition = 3;
        partition.intervals.push_back({span(0, 300), Ownership::Owned, MemberIndex{0}, MemberIndex{1}, {}});
        partition.intervals.push_back({span(300, 2216), Ownership::Unowned, MemberIndex::None, MemberIndex{1}, {}});
        partition.intervals.push_back(
            {span(2216, kStillGoing), Ownership::Owned, MemberIndex{1}, MemberIndex::None, {}});
        lanes.partitions.push_back(partition);
        lanes.states.push_back({span(0, kStillGoing), "Stable", GroupType::Consumer, 3, 3, "uniform", {}});
        lanes.blind.push_back({span(5000, 6000, Certainty::Blind), EventSource::Describe, true, "lost"});
        rebalances = {finished(), going()};
        Violation violation;
        violation.rule = GroupRule::OneOwner;
        violation.timeMs = kStart + 10;
        violation.found = "orders-3: a, b";
        violation.evidence = {{EventSource::Offsets, 0, ExchangeId::None, {32, 5}, 0}};
        violations.push_back(violation);
    }

    static Rebalance finished() {
        Rebalance rebalance;
        rebalance.number = 1;
        rebalance.type = GroupType::Consumer;
        rebalance.span = span(200, 2216);
        rebalance.epochBefore = 2;
        rebalance.epochAfter = 3;
        RebalanceTrigger trigger;
        trigger.reason = GroupReason::Joined;
        trigger.member = MemberIndex{1};
        trigger.timeMs = kStart + 200;
        trigger.words = "b joined from /10.0.0.2";
        trigger.evidence = {EventSource::Offsets, 0, ExchangeId::None, {32, 5}, 0};
        rebalance.triggers = {trigger};
        rebalance.phases = {{RebalancePhaseKind::Revoke, MemberIndex{0}, span(300, 2000)}};
        rebalance.slowest = MemberIndex{0};
        rebalance.moved = {{PartitionIndex{0}, MemberIndex{0}, MemberIndex{1}, 1916, Certainty::Inferred}};
        return rebalance;
    }
    static Rebalance going() {
        Rebalance rebalance;
        rebalance.number = 2;
        rebalance.type = GroupType::Classic;
        rebalance.mode = "eager";
        rebalance.span = span(3000, kStillGoing);
        rebalance.triggers = {{}};
        rebalance.triggers[0].timeMs = kStart + 3000;
        rebalance.waitingFor = {MemberIndex{1}};
        rebalance.waitsAtMostUntilMs = kStart + 6000;
        return rebalance;
    }
    TimelineSnapshot facts() const {
        TimelineStatus status;
        status.events = 9;
        status.thinnedIntervals = 4;
        return {group, GroupType::Consumer, lanes, rebalances, violations, status, kStart, kStart + 7000, 1, nullptr};
    }
};

TEST(GroupReport, TheStoryOfARebalance) {
    const Sample sample;
    EXPECT_EQ(rebalanceText(sample.facts(), sample.rebalances[0]),
              "Rebalance 1: 10:41:07.200 to 10:41:09.216, epoch 2 -> 3, 2 016 ms\n"
              "  why: 10:41:07.200 joined: b joined from /10.0.0.2 [offsets record 32:5]\n"
              "  orders-3: a -> b, unowned 1 916 ms (inferred)\n"
              "  phase revoke of a: 1 700 ms\n"
              "  waited longest for a\n");
}

TEST(GroupReport, ARebalanceThatGoesOn) {
    const Sample sample;
    EXPECT_EQ(rebalanceText(sample.facts(), sample.rebalances[1]),
              "Rebalance 2: 10:41:10.000 to now, generation ? -> ?, eager\n"
              "  why: 10:41:10.000 unknown\n"
              "  nothing moved\n"
              "  still missing: b\n"
              "  waits at most until 10:41:13.000\n");
}

TEST(GroupReport, ManyMovedPartitionsAreCut) {
    Sample sample;
    sample.rebalances.change(0).moved.resize(10'000, sample.rebalances.change(0).moved[0]);
    const std::string text = rebalanceText(sample.facts(), sample.rebalances[0]);
    EXPECT_NE(text.find("  and 9992 more\n"), std::string::npos);
    EXPECT_LT(text.size(), 1000u);
    const std::string printed = timelineJson(sample.facts());
    EXPECT_GT(printed.size(), 10'000u * 50);
}

TEST(GroupReport, TheWholeTimeline) {
    const Sample sample;
    const std::string report = timelineReport(sample.facts());
    EXPECT_EQ(report.substr(0, report.find("\nRebalances")), "Group g (consumer), 10:41:07.000 to 10:41:14.000\n"
                                                             "\nMembers: 2\n"
                                                             "  a c-a /10.0.0.1: 10:41:07.000 to now\n"
                                                             "  b c-b /10.0.0.2 instance i-1: not known any more\n");
    EXPECT_EQ(report.substr(report.find("\nPartitions")),
              "\nPartitions unowned for a time: 1 of 1\n"
              "        1 916 ms  orders-3\n"
              "\nViolations: 1\n"
              "  10:41:07.010 oneOwner: orders-3: a, b\n"
              "\nNot seen: 1\n"
              "  10:41:12.000 to 10:41:13.000 by describe, nor by any other: lost\n"
              "\nEvents: 9, 0 repeated, 0 too late, 0 stale\n"
              "Left out for memory: 4 intervals, 0 rebalances\n");
}

TEST(GroupReport, RebalanceAsJson) {
    const Sample sample;
    const std::string printed = timelineJson(sample.facts());
    const std::string first =
        R"({"from":"2026-11-30T10:41:07.200Z","to":"2026-11-30T10:41:09.216Z","certainty":"observed","number":1,)"
        R"("why":"joined","words":"b joined from /10.0.0.2","durationMs":2016,"mode":null,)"
        R"("phases":[{"phase":"revoke","member":"a","ms":1700}],"slowestMember":"a",)"
        R"("moved":[{"topic":"orders","partition":3,"from":"a","to":"b","unownedMs":1916,"unownedAtLeastMs":null,"certainty":"inferred"}],)"
        R"("epochBefore":2,"epochAfter":3,"triggers":[{"reason":"joined","member":"b",)"
        R"("time":"2026-11-30T10:41:07.200Z","certainty":"observed","words":"b joined from /10.0.0.2",)"
        R"("record":{"partition":32,"offset":5}}],"waitingFor":[],"foldedEpochs":0,"interrupted":false})";
    EXPECT_NE(printed.find(first), std::string::npos) << printed;
    const std::string second = printed.substr(printed.find(first) + first.size());
    EXPECT_NE(second.find(R"("to":null)"), std::string::npos);
    EXPECT_NE(second.find(R"("waitingFor":["b"])"), std::string::npos);
}

TEST(GroupReport, TimelineAsJson) {
    const Sample sample;
    const std::string printed = timelineJson(sample.facts());
    for (const std::string_view part :
         {R"({"group":"g","type":"consumer","from":"2026-11-30T10:41:07.000Z","to":"2026-11-30T10:41:14.000Z",)",
          R"("states":[{"from":"2026-11-30T10:41:07.000Z","to":null,"certainty":"observed","state":"Stable","epoch":3,)"
          R"("assignmentEpoch":3,"assignor":"uniform"}])",
          R"("epoch":3,"away":false,"assigned":{"orders":[0]},"pending":{},"target":null}]})",
          R"({"topic":"orders","partition":3,"role":"active","intervals":[{)",
          R"("ownership":"unowned","owner":null,"next":"b"})",
          R"({"rule":"oneOwner","time":"2026-11-30T10:41:07.010Z","found":"orders-3: a, b","evidence":[)",
          R"("source":"describe","total":true,"why":"lost"})", R"("status":{"events":9,"duplicates":0,)"}) {
        EXPECT_NE(printed.find(part), std::string::npos) << part << "\n" << printed;
    }
    EXPECT_EQ(printed.back(), '}');
}

// E11, as records say it: what is told of the real timeline agrees with what it holds.
TEST(GroupReport, ARealTimeline) {
    GroupTimeline timeline("g");
    std::vector<GroupEvent> events;
    std::int64_t offset = 0;
    const auto say = [&](std::int64_t ms, GroupSaying said) {
        GroupEvent event;
        event.group = "g";
        event.type = GroupType::Consumer;
        event.evidence = {EventSource::Offsets, 0, ExchangeId::None, {32, offset++}, 0};
        event.timeMs = event.earliestMs = kStart + ms;
        event.said = std::move(said);
        events.push_back(std::move(event));
    };
    const auto status = [](std::string state, std::int32_t epoch, std::int32_t assignmentEpoch) {
        GroupStatus group;
        group.state = std::move(state);
        group.epoch = epoch;
        group.assignmentEpoch = assignmentEpoch;
        return group;
    };
    const auto member = [](std::string id, std::int32_t epoch, SharedAssignment assigned, SharedAssignment pending,
                           SharedAssignment target) {
        MemberStatus one;
        one.memberId = std::move(id);
        one.epoch = epoch;
        one.assigned = std::move(assigned);
        one.pendingRevocation = std::move(pending);
        one.target = std::move(target);
        return one;
    };
    MemberStatus first = member("a", 2, orders({0, 1}), orders({}), orders({0, 1}));
    first.previousEpoch = 0;
    say(0, first);
    say(0, status("Stable", 2, 2));
    say(1000, member("b", 2, orders({}), orders({}), nullptr));
    say(1000, status("Assigning", 3, 2));
    say(2000, member("a", 2, orders({0}), orders({1}), orders({0})));
    say(2000, member("b", 2, orders({}), orders({}), orders({1})));
    say(2000, status("Reconciling", 3, 3));
    say(2500, member("a", 3, orders({0}), orders({}), nullptr));
    say(3000, member("b", 3, orders({1}), orders({}), nullptr));
    say(3000, status("Stable", 3, 3));
    timeline.append(events);
    timeline.finish();
    const SharedTimeline held = timeline.snapshot();
    const TimelineSnapshot& facts = *held;
    ASSERT_EQ(facts.rebalances.size(), 2u) << timelineReport(facts);  // the first one is that of a alone
    EXPECT_EQ(rebalanceText(facts, facts.rebalances[1]),
              "Rebalance 2: 10:41:08.000 to 10:41:10.000, epoch 2 -> 3, 2 000 ms\n"
              "  why: 10:41:08.000 joined: b joined [offsets record 32:2]\n"
              "  orders-1: a -> b, unowned 500 ms\n"
              "  phase targetWait: 1 000 ms\n"
              "  phase toldToRevoke of a: 0 ms\n"
              "  phase revoke of a: 500 ms\n"
              "  phase take of b: 500 ms\n"
              "  waited longest for a\n");
    const std::string report = timelineReport(facts);
    EXPECT_NE(report.find("\nRebalances: 2\n"), std::string::npos) << report;
    EXPECT_NE(report.find("          500 ms  orders-1\n"), std::string::npos) << report;
    EXPECT_NE(report.find("\nViolations: 0\n"), std::string::npos) << report;
}

}  // namespace
}  // namespace brokerscope
