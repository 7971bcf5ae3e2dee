#pragma once

#include "core/workbench/transaction_states.h"
#include "ui/style/palette.h"

namespace brokerscope {

// The colour of what became of a transaction; invalid for None.
QColor fateColour(const Palette& palette, TransactionState state);

}  // namespace brokerscope
