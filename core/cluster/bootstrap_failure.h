#pragma once

#include "core/exchange/transport_error.h"

#include <vector>

namespace brokerscope {

// Why none of the bootstrap addresses could be used; `failures` are theirs, in the order in which they were tried. One
// failure is itself, several become NoBroker with the reason of each, none NoBroker.
TransportError bootstrapFailure(const std::vector<TransportError>& failures);

}  // namespace brokerscope
