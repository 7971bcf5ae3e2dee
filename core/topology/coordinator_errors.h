#pragma once

#include "core/schema/error_codes.h"

#include <cstdint>

namespace brokerscope {

// COORDINATOR_LOAD_IN_PROGRESS (14), COORDINATOR_NOT_AVAILABLE (15) and NOT_COORDINATOR (16) of Kafka's error codes:
// who coordinates is not ready, or is another one now. They pass, and the coordinator is to be looked for again.
constexpr bool isCoordinatorTrouble(std::int16_t errorCode) {
    return errorCode == error_code::kCoordinatorLoadInProgress || errorCode == error_code::kCoordinatorNotAvailable ||
           errorCode == error_code::kNotCoordinator;
}

}  // namespace brokerscope
