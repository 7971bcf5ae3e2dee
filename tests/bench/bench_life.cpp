#include "bench_life.h"

#include "tests/unit/core/groups/group_story.h"

#include <string>
#include <utility>

namespace brokerscope {
namespace {

constexpr std::int64_t kStepMs = 300;

}  // namespace

std::vector<GroupEvent> lifeOf(int members, int partitions, int events) {
    stories::GroupStory story(GroupType::Consumer);
    for (int i = 0; i < events; ++i) {
        const int epoch = 1 + i / members;
        MemberStatus status;
        status.memberId = "consumer-" + std::to_string(i % members);
        status.clientId = status.memberId;
        status.epoch = epoch;
        std::vector<std::int32_t> assigned;
        for (int partition = (i + epoch) % members; partition < partitions; partition += members) {
            assigned.push_back(partition);
        }
        status.assigned = stories::orders(std::move(assigned));
        story.at(kLifeBeginMs + i * kStepMs);
        if (i % members == 0) {
            story.group("Reconciling", epoch, epoch);
        }
        story.member(status);
    }
    return story.events();
}

}  // namespace brokerscope
