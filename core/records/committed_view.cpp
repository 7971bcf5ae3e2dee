#include "core/records/committed_view.h"

#include <algorithm>

namespace brokerscope {

CommittedView::CommittedView(std::vector<AbortedTransaction> aborted) : m_waiting(std::move(aborted)) {
    std::sort(m_waiting.begin(), m_waiting.end(),
              [](const AbortedTransaction& a, const AbortedTransaction& b) { return a.firstOffset > b.firstOffset; });
}

CommittedState CommittedView::visit(const BatchHeader& batch, const std::optional<ControlRecord>& control) {
    for (; !m_waiting.empty() && m_waiting.back().firstOffset <= batch.lastOffset(); m_waiting.pop_back()) {
        m_aborted.insert(m_waiting.back().producerId);
    }
    if (batch.isControl()) {
        if (control && control->type == ControlRecord::kAbort) {
            m_aborted.erase(batch.producerId);
        }
        return CommittedState::Control;
    }
    return batch.isTransactional() && m_aborted.contains(batch.producerId) ? CommittedState::Aborted
                                                                           : CommittedState::Visible;
}

}  // namespace brokerscope
