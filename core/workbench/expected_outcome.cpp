#include "core/workbench/expected_outcome.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {

bool OutcomeConditions::mayHold(const BrokerFacts& facts) const {
    if (kafka && facts.kafka && !kafka->contains(*facts.kafka)) {
        return false;
    }
    return std::all_of(states.begin(), states.end(), [&](const auto& state) {
        const auto known = facts.states.find(state.first);
        return known == facts.states.end() || known->second == state.second;
    });
}

std::string ExpectedOutcome::text() const {
    return errors.empty() ? std::string(checkResultName(result))
                          : fmt::format("{}: {}", checkResultName(result), fmt::join(errors, ", "));
}

bool ExpectedOutcome::matches(CheckResult happened, const std::vector<std::string>& errorNames) const {
    return happened == result && (happened != CheckResult::Refused || errorNames == errors);
}

}  // namespace brokerscope
