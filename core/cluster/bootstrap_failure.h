#pragma once

#include "core/exchange/transport_error.h"
#include "core/topology/endpoint.h"

#include <vector>

namespace brokerscope {

struct AddressFailure {
    Endpoint address;
    TransportError error;
};

// Why none of the bootstrap addresses could be used; `failures` are theirs, in the order in which they were tried. One
// failure is itself, several become NoBroker with the address and reason of each, none NoBroker.
TransportError bootstrapFailure(const std::vector<AddressFailure>& failures);

}  // namespace brokerscope
