#include "core/groups/fold_journal.h"

namespace brokerscope {

void FoldJournal::rollBack(Mark mark) {
    if (mark < m_forgotten) {
        return;
    }
    while (this->mark() > mark) {
        m_undo.back()();
        m_undo.pop_back();
    }
}

void FoldJournal::forget(Mark mark) {
    while (m_forgotten < mark && !m_undo.empty()) {
        m_undo.pop_front();
        ++m_forgotten;
    }
}

}  // namespace brokerscope
