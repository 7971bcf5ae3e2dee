#include "core/cluster/flow.h"

namespace brokerscope {

std::optional<TransportError> failureOf(const AnsweredResult& result) {
    if (!result) {
        return result.error();
    }
    return failureOf(**result);
}

}  // namespace brokerscope
