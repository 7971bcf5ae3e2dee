#include "core/internal_topics/marker_step.h"

#include "core/records/control_record.h"

namespace brokerscope {

RecordSubject markerStep(const RecordView& view, const BatchContext& batch) {
    RecordSubject subject;
    const auto control = readControlRecord(view);
    if (control && control->isMarker()) {
        subject.step = control->type == ControlRecord::kCommit ? TransactionStep::Commits : TransactionStep::Aborts;
        subject.producerId = batch.producerId;
    }
    return subject;
}

}  // namespace brokerscope
