#pragma once

#include "core/internal_topics/record_subject.h"

namespace brokerscope {

// What a control record means for the transactions of a keyed topic: a marker ends its producer's. No subject.
RecordSubject markerStep(const RecordView& view, const BatchContext& batch);

}  // namespace brokerscope
