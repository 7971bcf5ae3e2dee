#pragma once

#include "core/exchange/exchange.h"

namespace brokerscope {

class EmptyPage;

// Says in the place of an answer why there is none: the cause, and the line of the broker's log to look for. Where
// there was no failure it only takes an earlier one away.
void showFailure(EmptyPage& page, const Exchange& exchange);

}  // namespace brokerscope
