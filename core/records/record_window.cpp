#include "core/records/record_window.h"

namespace brokerscope {

void RecordWindow::begin(Decompressor& source) {
    m_source = &source;
    m_bytes = source.output();
    m_position = source.outputAt();
}

bool RecordWindow::moveOn(std::size_t read) {
    if (m_source == nullptr) {
        return false;
    }
    m_source->drop(read);
    const bool isMore = m_source->more();
    m_bytes = m_source->output();
    m_position = m_source->outputAt();
    return isMore;
}

std::uint64_t RecordWindow::moveToEnd() {
    while (moveOn(m_bytes.size())) {
    }
    return m_position + m_bytes.size();
}

}  // namespace brokerscope
