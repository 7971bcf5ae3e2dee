#include "ui/pages/fate_colour.h"

namespace brokerscope {

QColor fateColour(const Palette& palette, TransactionState state) {
    switch (state) {
        case TransactionState::Pending:
            return palette.warning;
        case TransactionState::Committed:
            return palette.ok;
        case TransactionState::Aborted:
            return palette.error;
        case TransactionState::None:
            break;
    }
    return {};
}

}  // namespace brokerscope
