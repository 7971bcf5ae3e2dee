#include "core/records/record_formats.h"

#include "core/schema/own_formats.h"

namespace brokerscope {

RecordFormats::RecordFormats()
    : m_batch(OwnFormats::embedded().layout("RecordBatch", 2))
    , m_batchHeader(OwnFormats::embedded().layout("RecordBatchHeader", 2))
    , m_recordSet(OwnFormats::embedded().layout("RecordSet", 0)) {
    for (int magic = 0; magic < 2; ++magic) {
        m_messages[magic] = OwnFormats::embedded().layout("Message", magic);
    }
    for (int magic = 0; magic < 3; ++magic) {
        m_elements[magic] = batchesField();
        m_elements[magic].structure = magic == 2 ? m_batchHeader->root : m_messages[magic]->root;
    }
}

const RecordFormats& RecordFormats::embedded() {
    // Never destroyed: trees that point into it may be in use while the program ends.
    static const RecordFormats* const formats = new RecordFormats();
    return *formats;
}

}  // namespace brokerscope
