#include "known_rebalances.h"

namespace brokerscope::stories {
namespace {

MemberStatus ownerStatus(std::string id, std::int32_t epoch, std::int32_t previous, std::int8_t state,
                         std::vector<std::int32_t> assigned, std::vector<std::int32_t> pending = {}) {
    MemberStatus status;
    status.memberId = std::move(id);
    status.clientId = "h-consumer-" + status.memberId;
    status.epoch = epoch;
    status.previousEpoch = previous;
    status.stateCode = state;
    status.assigned = orders(std::move(assigned));
    status.pendingRevocation = orders(std::move(pending));
    return status;
}

MemberStatus aiming(MemberStatus status, std::vector<std::int32_t> target) {
    status.target = orders(std::move(target));
    return status;
}

MemberStatus toldStatus(std::string id, std::int32_t epoch, std::vector<std::int32_t> assigned,
                        std::vector<std::int32_t> pending = {}) {
    MemberStatus status = ownerStatus(std::move(id), epoch, -1, 0, std::move(assigned), std::move(pending));
    status.stateCode.reset();
    return status;
}

MemberStatus nothingTold(std::string id) {
    MemberStatus status;
    status.memberId = std::move(id);
    return status;
}

MemberStatus target(std::string id, std::vector<std::int32_t> partitions) {
    MemberStatus status;
    status.memberId = std::move(id);
    status.target = orders(std::move(partitions));
    return status;
}

GroupStatus ranged(std::int32_t generation, std::string state = {}) {
    GroupStatus status;
    status.state = std::move(state);
    status.epoch = generation;
    status.assignor = "range";
    status.mode = "eager";
    status.rebalanceTimeoutMs = 300'000;
    return status;
}

}  // namespace

std::vector<GroupEvent> classicOnTheWire() {
    using enum MemberStepKind;
    GroupStory story(GroupType::Classic, EventSource::Exchange);
    story.at(kZero).step("A", JoinSent);
    story.at(kZero + 3'000).step("A", JoinAnswered, 1).say(ranged(1));
    story.at(kZero + 3'010).step("A", SyncSent);
    story.at(kZero + 3'020).member(toldStatus("A", 1, {0, 1, 2, 3, 4, 5})).step("A", SyncAnswered, 1);
    story.at(kZero + 6'020).step("A", Heartbeat);
    story.at(kZero + 9'020).step("A", Heartbeat);
    // B joins; A hears of it at its next heartbeat.
    story.at(kZero + 9'500).step("B", JoinSent);
    story.at(kZero + 12'020).step("A", ToldToRejoin);
    story.at(kZero + 12'030).step("A", JoinSent);
    story.at(kZero + 12'035).step("A", JoinAnswered, 2).say(ranged(2));
    story.at(kZero + 12'036).step("B", JoinAnswered, 2);
    story.at(kZero + 12'061).member(toldStatus("A", 2, {0, 1, 2})).step("A", SyncAnswered, 2);
    story.at(kZero + 12'062).member(toldStatus("B", 2, {3, 4, 5})).step("B", SyncAnswered, 2);
    story.at(kZero + 15'062).step("A", Heartbeat).step("B", Heartbeat);
    // B leaves; A notices 2.6 s later.
    story.at(kZero + 20'000).step("B", LeaveSent).gone("B", GroupReason::Left, "the consumer is being closed");
    story.at(kZero + 22'590).step("A", ToldToRejoin);
    story.at(kZero + 22'593).step("A", JoinSent);
    story.at(kZero + 22'596).step("A", JoinAnswered, 3).say(ranged(3));
    story.at(kZero + 22'600).member(toldStatus("A", 3, {0, 1, 2, 3, 4, 5})).step("A", SyncAnswered, 3);
    story.at(kZero + 30'000).step("A", LeaveSent).gone("A", GroupReason::Left, "the consumer is being closed");
    return story.events();
}

std::vector<GroupEvent> classicInRecords() {
    GroupStory story(GroupType::Classic);
    const auto generation = [&](std::int64_t ms, std::int64_t stateMs, std::int32_t number, std::string state) {
        story.at(kZero + ms).since(kZero + stateMs).say(ranged(number, std::move(state)));
    };
    generation(0, 0, 0, "Empty");
    generation(3'010, 3'000, 1, "Stable");
    story.member(toldStatus("A", 1, {0, 1, 2, 3, 4, 5})).roster({"A"});
    generation(12'050, 12'034, 2, "Stable");
    story.member(toldStatus("A", 2, {0, 1, 2})).member(toldStatus("B", 2, {3, 4, 5})).roster({"A", "B"});
    generation(22'598, 22'595, 3, "Stable");
    story.member(toldStatus("A", 3, {0, 1, 2, 3, 4, 5})).roster({"A"});
    generation(30'001, 30'001, 4, "Empty");
    story.roster({});
    return story.events();
}

std::vector<GroupEvent> classicDescribed() {
    GroupStory story(GroupType::Classic, EventSource::Describe);
    const auto poll = [&](std::int64_t ms, const std::string& state, std::int32_t generation) -> GroupStory& {
        GroupStatus status = ranged(generation, state);
        return story.at(kZero + ms).say(status);
    };
    poll(3'100, "Stable", -1).member(toldStatus("A", -1, {0, 1, 2, 3, 4, 5})).roster({"A"});
    story.at(kZero + 9'400).say(Unchanged{});
    poll(9'650, "PreparingRebalance", -1).member(nothingTold("A")).member(nothingTold("B")).roster({"A", "B"});
    story.at(kZero + 11'900).say(Unchanged{});
    poll(12'150, "Stable", -1)
        .member(toldStatus("A", -1, {0, 1, 2}))
        .member(toldStatus("B", -1, {3, 4, 5}))
        .roster({"A", "B"});
    story.at(kZero + 19'900).say(Unchanged{});
    poll(20'150, "PreparingRebalance", -1).member(nothingTold("A")).roster({"A"});
    story.at(kZero + 22'400).say(Unchanged{});
    poll(22'650, "Stable", -1).member(toldStatus("A", -1, {0, 1, 2, 3, 4, 5})).roster({"A"});
    story.at(kZero + 29'900).say(Unchanged{});
    poll(30'150, "Empty", -1).roster({});
    return story.events();
}

std::vector<GroupEvent> consumerInRecords(std::int64_t freedToTakenMs, bool isFreedFirst) {
    GroupStory story(GroupType::Consumer);
    story.at(kZero).member(aiming(ownerStatus("A", 2, 0, 0, {0, 1, 2, 3, 4, 5}), {0, 1, 2, 3, 4, 5}));
    story.group("Stable", 2, 2);
    story.at(kZero + 20'000).member(ownerStatus("B", 2, 0, 0, {})).group("Assigning", 3);
    story.at(kZero + 21'500).member(target("A", {0, 1, 2})).member(target("B", {3, 4, 5})).group("Reconciling", 3, 3);
    story.member(ownerStatus("A", 2, 2, 1, {0, 1, 2}, {3, 4, 5}));
    if (!isFreedFirst) {
        story.at(kZero + 25'000).member(ownerStatus("B", 3, 2, 2, {}));
    }
    story.at(kZero + 26'500).member(ownerStatus("A", 3, 2, 0, {0, 1, 2}));
    story.at(kZero + 26'500 + freedToTakenMs).member(ownerStatus("B", 3, isFreedFirst ? 2 : 3, 0, {3, 4, 5}));
    story.group("Stable", 3, 3);
    story.at(kZero + 40'000).gone("B").group("Assigning", 4);
    story.at(kZero + 40'300).member(target("A", {0, 1, 2, 3, 4, 5})).group("Stable", 4, 4);
    story.member(ownerStatus("A", 4, 3, 0, {0, 1, 2, 3, 4, 5}));
    story.at(kZero + 50'000).gone("A").group("Empty", 5, 5);
    return story.events();
}

std::vector<GroupEvent> consumerOnTheWire() {
    using enum MemberStepKind;
    GroupStory story(GroupType::Consumer, EventSource::Exchange);
    story.at(kZero).step("A", JoinSent, 0);
    story.at(kZero + 5).member(toldStatus("A", 2, {0, 1, 2, 3, 4, 5}));
    for (std::int64_t ms = 5'000; ms < 20'000; ms += 5'000) {
        story.at(kZero + ms).step("A", Heartbeat, 2);
    }
    story.at(kZero + 20'000).step("B", JoinSent, 0);
    story.at(kZero + 20'004).member(toldStatus("B", 2, {}));
    story.at(kZero + 21'500).step("A", ToldToRevoke, 2).member(toldStatus("A", 2, {0, 1, 2}, {3, 4, 5}));
    story.at(kZero + 25'000).member(toldStatus("B", 3, {})).step("B", Heartbeat, 3);
    story.at(kZero + 26'500).step("A", RevokeAcknowledged, 2).member(toldStatus("A", 3, {0, 1, 2}));
    story.at(kZero + 26'684).step("B", ToldToTake, 3).member(toldStatus("B", 3, {3, 4, 5}));
    story.at(kZero + 40'000).step("B", LeaveSent, -1).gone("B", GroupReason::Left);
    story.at(kZero + 40'300).step("A", ToldToTake, 4).member(toldStatus("A", 4, {0, 1, 2, 3, 4, 5}));
    story.at(kZero + 50'000).step("A", LeaveSent, -1).gone("A", GroupReason::Left);
    return story.events();
}

std::vector<GroupEvent> consumerDescribed() {
    GroupStory story(GroupType::Consumer, EventSource::Describe);
    const auto poll = [&](std::int64_t ms, const std::string& state, std::int32_t epoch,
                          std::int32_t assignmentEpoch) -> GroupStory& {
        return story.at(kZero + ms).group(state, epoch, assignmentEpoch);
    };
    const auto has = [](std::string id, std::int32_t epoch, std::vector<std::int32_t> assigned,
                        std::vector<std::int32_t> pending, std::vector<std::int32_t> target) {
        return aiming(toldStatus(std::move(id), epoch, std::move(assigned), std::move(pending)), std::move(target));
    };
    poll(100, "Stable", 2, 2).member(has("A", 2, {0, 1, 2, 3, 4, 5}, {}, {0, 1, 2, 3, 4, 5})).roster({"A"});
    story.at(kZero + 19'900).say(Unchanged{});
    poll(20'150, "Assigning", 3, 2).member(has("B", 2, {}, {}, {})).roster({"A", "B"});
    story.at(kZero + 21'400).say(Unchanged{});
    poll(21'650, "Reconciling", 3, 3).member(has("A", 2, {0, 1, 2}, {3, 4, 5}, {0, 1, 2}));
    story.member(has("B", 2, {}, {}, {3, 4, 5})).roster({"A", "B"});
    poll(25'150, "Reconciling", 3, 3).member(has("B", 3, {}, {}, {3, 4, 5})).roster({"A", "B"});
    story.at(kZero + 26'400).say(Unchanged{});
    poll(26'650, "Reconciling", 3, 3).member(has("A", 3, {0, 1, 2}, {}, {0, 1, 2})).roster({"A", "B"});
    poll(26'900, "Stable", 3, 3).member(has("B", 3, {3, 4, 5}, {}, {3, 4, 5})).roster({"A", "B"});
    story.at(kZero + 39'900).say(Unchanged{});
    poll(40'150, "Assigning", 4, 3).roster({"A"});
    poll(40'400, "Stable", 4, 4).member(has("A", 4, {0, 1, 2, 3, 4, 5}, {}, {0, 1, 2, 3, 4, 5})).roster({"A"});
    story.at(kZero + 49'900).say(Unchanged{});
    poll(50'150, "Empty", 5, 5).roster({});
    return story.events();
}

}  // namespace brokerscope::stories
