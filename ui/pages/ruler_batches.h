#pragma once

#include "ui/pages/batch_ruler.h"
#include "ui/pages/topic_rows_model.h"

namespace brokerscope {

struct RulerBatches {
    std::vector<RulerBatch> batches;
    int current = -1;  // that of the place; -1: there is none
};

// The batches of the place's partition before and behind it, up to `most` each way, filtered or not.
RulerBatches batchesAround(const TopicRowsModel& model, const TopicRowsModel::Place& place, int most = 150);

}  // namespace brokerscope
