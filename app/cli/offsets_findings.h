#pragma once

#include "app/cli/offsets_source.h"
#include "app/cli/offsets_state.h"

#include <string>
#include <vector>

namespace brokerscope {

// `offsets --answers`: what is worth knowing of an internal topic (AnswerCollector), a line or an object each. Text:
//
//   openTransaction: transaction tx-1 of producer 7 epoch 0 (Ongoing) holds back orders-3, open for …
//
// JSON has the same facts: {"answer":"openTransaction","transactionalId":"tx-1",…}. Twenty of
// each, and how many more there are. Where groups are chosen, the answers about these alone. Its status.
int printAnswers(const CommandContext& context, OffsetsSource& source, const StatePrinting& printing);

// `offsets --history`: which record changed what of an object (ObjectHistory), by partition, oldest first. Text:
//
//   18:57 2026-11-30T10:41:00.000Z group payments changed, offsets committed
//     offsets[orders-3]  {"offset":40,…} from 18:41 -> {"offset":42,…}
//
// JSON: {"group":"payments","change":"changed","facts":[{"fact","before","after","from","to"}],"record":"18:57",
// "timestamp":…,"marker":false,"operation":"offsets committed"}. Its status.
int printHistory(const CommandContext& context, OffsetsSource& source, const StatePrinting& printing,
                 const std::string& object, const std::vector<std::string>& facts);

}  // namespace brokerscope
