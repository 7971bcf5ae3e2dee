#include "core/groups/rebalance_mode.h"

#include <algorithm>
#include <array>
#include <utility>

namespace brokerscope {
namespace {

// The highest mode of assignors that clients come with: those of the Java client and librdkafka, of Streams, and of
// Connect's workers (KIP-415).
constexpr std::array<std::pair<std::string_view, RebalanceMode>, 8> kAssignorModes{{
    {"range", RebalanceMode::Eager},
    {"roundrobin", RebalanceMode::Eager},
    {"sticky", RebalanceMode::Eager},
    {"cooperative-sticky", RebalanceMode::Cooperative},
    {"stream", RebalanceMode::Cooperative},
    {"default", RebalanceMode::Eager},
    {"compatible", RebalanceMode::Cooperative},
    {"sessioned", RebalanceMode::Cooperative},
}};

RebalanceMode highestOf(std::string_view assignor) {
    const auto* const found =
        std::ranges::find(kAssignorModes, assignor, &std::pair<std::string_view, RebalanceMode>::first);
    return found == kAssignorModes.end() ? RebalanceMode::Unknown : found->second;
}

// The assignor of one member that decides, and its mode.
std::pair<std::string_view, RebalanceMode> decisive(const std::vector<std::string>& assignors) {
    for (const RebalanceMode lowest : {RebalanceMode::Eager, RebalanceMode::Unknown, RebalanceMode::Cooperative}) {
        const auto found =
            std::ranges::find(assignors, lowest, [](const std::string& name) { return highestOf(name); });
        if (found != assignors.end()) {
            return {*found, lowest};
        }
    }
    return {};
}

bool lists(const std::vector<std::string>& assignors, std::string_view assignor) {
    return std::ranges::find(assignors, assignor) != assignors.end();
}

std::string reason(std::string_view assignor, RebalanceMode mode, bool byAll) {
    std::string text(assignor);
    switch (mode) {
        case RebalanceMode::Eager:
            text += byAll ? " supports EAGER alone, and all members list it"
                          : " supports EAGER alone, and some members list it";
            break;
        case RebalanceMode::Cooperative:
            text += " supports COOPERATIVE, and no member lists one that does not";
            break;
        case RebalanceMode::Unknown:
            text += " is not known";
            break;
    }
    return text;
}

}  // namespace

std::string_view rebalanceModeName(RebalanceMode mode) {
    constexpr std::array<std::string_view, 3> kNames{"", "eager", "cooperative"};
    return kNames.at(static_cast<std::size_t>(mode));
}

DerivedMode rebalanceMode(const std::vector<std::vector<std::string>>& assignorsOfMembers) {
    DerivedMode derived;
    std::string_view assignor;
    bool isFirst = true;
    for (const auto& assignors : assignorsOfMembers) {
        if (assignors.empty()) {
            continue;
        }
        const auto [name, mode] = decisive(assignors);
        // A group is eager as soon as one member is, and not known as soon as one is not, but for that.
        const bool decides = isFirst || (derived.mode != RebalanceMode::Eager && mode == RebalanceMode::Eager) ||
                             (derived.mode == RebalanceMode::Cooperative && mode == RebalanceMode::Unknown);
        if (decides) {
            derived.mode = mode;
            assignor = name;
        }
        isFirst = false;
    }
    if (!isFirst) {
        const bool byAll = std::ranges::all_of(assignorsOfMembers, [&](const std::vector<std::string>& assignors) {
            return assignors.empty() || lists(assignors, assignor);
        });
        derived.why = reason(assignor, derived.mode, byAll);
    }
    return derived;
}

RebalanceMode modeOfChosen(std::string_view assignor) {
    const RebalanceMode mode = highestOf(assignor);
    return mode == RebalanceMode::Eager ? mode : RebalanceMode::Unknown;
}

}  // namespace brokerscope
