#include "core/workbench/check_result.h"

#include <algorithm>
#include <array>

namespace brokerscope {
namespace {

constexpr std::array<std::string_view, 6> kResultNames{"answered", "refused",     "closed",
                                                       "timeout",  "undecodable", "skipped"};

}  // namespace

std::string_view checkResultName(CheckResult result) {
    return kResultNames[static_cast<std::size_t>(result)];
}

std::optional<CheckResult> checkResultByName(std::string_view name) {
    const auto found = std::find(kResultNames.begin(), kResultNames.end(), name);
    return found != kResultNames.end() ? std::optional(static_cast<CheckResult>(found - kResultNames.begin()))
                                       : std::nullopt;
}

}  // namespace brokerscope
