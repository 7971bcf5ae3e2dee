#include "core/groups/rebalance.h"

#include <array>

namespace brokerscope {

std::string_view rebalancePhaseName(RebalancePhaseKind kind) {
    static constexpr std::array<std::string_view, 9> kNames = {
        "notice", "rejoin", "joinWait", "sync", "targetWait", "toldToRevoke", "revoke", "take", "notLogged"};
    return kNames.at(static_cast<std::size_t>(kind));
}

}  // namespace brokerscope
