#include "core/cluster/flow.h"

namespace brokerscope {

std::optional<TransportError> failureOf(const AnsweredResult& result) {
    if (!result) {
        return result.error();
    }
    return (*result)->failure;
}

}  // namespace brokerscope
