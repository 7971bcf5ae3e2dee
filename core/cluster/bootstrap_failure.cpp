#include "core/cluster/bootstrap_failure.h"

namespace brokerscope {

TransportError bootstrapFailure(const std::vector<TransportError>& failures) {
    if (failures.size() == 1) {
        return failures.front();
    }
    std::string reasons;
    for (const TransportError& failure : failures) {
        reasons += (reasons.empty() ? "" : "; ") + failure.text();
    }
    return {{MessageId::NoBroker,
             {failures.empty() ? "an empty list of addresses" : "the cluster (" + reasons + ')'},
             std::nullopt,
             {}},
            std::nullopt};
}

}  // namespace brokerscope
