#include "story_feed.h"

namespace brokerscope::stories {
namespace {

MemberStatus payer(const std::string& id, const std::string& host, std::int32_t epoch, std::int8_t state,
                   std::vector<std::int32_t> assigned, std::vector<std::int32_t> pending = {}) {
    MemberStatus status;
    status.memberId = id + "-Xk2bQ9rTQ5mC1dPz7w";
    status.clientId = id;
    status.host = "/" + host;
    status.epoch = epoch;
    status.previousEpoch = epoch;
    status.stateCode = state;
    status.topics = names({"orders"});
    status.assigned = orders(std::move(assigned));
    status.pendingRevocation = orders(std::move(pending));
    return status;
}

MemberStatus aims(MemberStatus status, std::vector<std::int32_t> target) {
    status.target = orders(std::move(target));
    return status;
}

GroupStatus payments(const char* state, std::int32_t epoch, std::int32_t assignmentEpoch) {
    GroupStatus status;
    status.state = state;
    status.epoch = epoch;
    status.assignmentEpoch = assignmentEpoch;
    status.assignor = "uniform";
    status.rebalanceTimeoutMs = 300'000;
    return status;
}

void begin(GroupStory& story) {
    story.at(kZero);
    story.member(aims(payer("c-1", "host4", 15, 0, {0, 1, 2}), {0, 1, 2}));
    story.member(aims(payer("c-2", "host7", 15, 0, {4, 5, 6}), {4, 5, 6}));
    MemberStatus last = aims(payer("c-4", "host2", 15, 0, {3, 7, 8, 9, 10, 11}), {3, 7, 8, 9, 10, 11});
    last.instanceId = "app-4";
    story.member(last);
    story.say(payments("Stable", 15, 15));
}

void loseOne(GroupStory& story) {
    story.at(kZero + 107'000).gone("c-4-Xk2bQ9rTQ5mC1dPz7w", GroupReason::SessionTimeout);
    story.say(payments("Assigning", 16, 15));
    story.at(kZero + 113'600).member(aims(payer("c-1", "host4", 15, 2, {0, 1, 2}), {0, 1, 2, 3, 8, 10}));
    story.member(aims(payer("c-2", "host7", 15, 2, {4, 5, 6}), {4, 5, 6, 7, 9, 11}));
    story.say(payments("Reconciling", 16, 16));
    story.at(kZero + 121'700).member(payer("c-1", "host4", 16, 0, {0, 1, 2, 3, 8, 10}));
    story.at(kZero + 122'600).member(payer("c-2", "host7", 16, 0, {4, 5, 6, 7, 9, 11}));
    story.say(payments("Stable", 16, 16));
}

void joinOne(GroupStory& story) {
    story.at(kZero + 189'600).member(payer("c-3", "host9", 16, 0, {}));
    story.say(payments("Assigning", 17, 16));
    story.at(kZero + 193'600).member(aims(payer("c-1", "host4", 16, 1, {1, 2, 8, 10}, {0, 3}), {1, 2, 8, 10}));
    story.member(aims(payer("c-2", "host7", 16, 1, {4, 6, 7, 11}, {5, 9}), {4, 6, 7, 11}));
    story.member(aims(payer("c-3", "host9", 16, 2, {}), {0, 3, 5, 9}));
    story.say(payments("Reconciling", 17, 17));
    story.at(kZero + 196'600).member(payer("c-2", "host7", 17, 0, {4, 6, 7, 11}));
}

}  // namespace

std::vector<GroupEvent> paymentsGoing() {
    GroupStory story(GroupType::Consumer);
    begin(story);
    loseOne(story);
    joinOne(story);
    return story.events();
}

std::vector<GroupEvent> paymentsStory() {
    GroupStory story(GroupType::Consumer);
    begin(story);
    loseOne(story);
    joinOne(story);
    story.at(kZero + 200'600).member(payer("c-1", "host4", 17, 0, {1, 2, 8, 10}));
    story.at(kZero + 202'500).member(payer("c-3", "host9", 17, 0, {0, 3, 5, 9}));
    story.say(payments("Stable", 17, 17));
    story.at(kZero + 240'000).member(payer("c-1", "host4", 17, 0, {1, 2, 8, 10}));
    return story.events();
}

}  // namespace brokerscope::stories
