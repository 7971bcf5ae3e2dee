#include "core/groups/member_saying.h"

#include <array>

namespace brokerscope {

std::string_view groupReasonName(GroupReason reason) {
    static constexpr std::array<std::string_view, 13> kNames = {"unknown",
                                                                "joined",
                                                                "left",
                                                                "sessionTimeout",
                                                                "pollTimeout",
                                                                "fenced",
                                                                "staticReplaced",
                                                                "subscriptionChanged",
                                                                "metadataChanged",
                                                                "configChanged",
                                                                "assignorChanged",
                                                                "coordinatorMoved",
                                                                "migration"};
    return kNames.at(static_cast<std::size_t>(reason));
}

}  // namespace brokerscope
