#include "core/groups/followed_group.h"

#include <algorithm>
#include <array>
#include <utility>

namespace brokerscope {
namespace {

// Errors after which the coordinator has no such member (any more). FENCED_MEMBER_EPOCH is none of them: the member may
// live on under its other epoch.
constexpr std::array<std::pair<std::int16_t, GroupReason>, 2> kEndingErrors{{
    {25, GroupReason::Unknown},  // UNKNOWN_MEMBER_ID
    {82, GroupReason::Fenced},   // FENCED_INSTANCE_ID
}};

}  // namespace

void sayRefused(EventList& events, const GroupExchange& exchange, const std::string& memberId, std::int16_t errorCode) {
    if (errorCode == 0) {
        return;
    }
    events.at(exchange.endMs());
    std::string words = exchange.registry != nullptr ? exchange.registry->errorName(errorCode) : std::string();
    words += exchange.errorMessage.empty() ? "" : ": " + exchange.errorMessage;
    events.say(MemberRefused{memberId, exchange.api, errorCode, words});
    const auto* const ending =
        std::ranges::find(kEndingErrors, errorCode, &std::pair<std::int16_t, GroupReason>::first);
    if (ending != kEndingErrors.end() && !memberId.empty()) {
        events.say(MemberGone{memberId, ending->second, words, {}});
    }
}

}  // namespace brokerscope
