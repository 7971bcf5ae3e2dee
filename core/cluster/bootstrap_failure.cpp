#include "core/cluster/bootstrap_failure.h"

namespace brokerscope {

TransportError bootstrapFailure(const std::vector<AddressFailure>& failures) {
    if (failures.size() == 1) {
        return failures.front().error;
    }
    std::string reasons;
    for (const auto& [address, error] : failures) {
        const std::string text = error.text();
        const bool saysAddress = text.find(address.toString()) != std::string::npos;
        reasons += (reasons.empty() ? "" : "; ") + (saysAddress ? text : address.toString() + ": " + text);
    }
    return {{MessageId::NoBroker,
             {failures.empty() ? "an empty list of addresses" : "the cluster (" + reasons + ')'},
             std::nullopt,
             {}},
            std::nullopt};
}

}  // namespace brokerscope
