#pragma once

#include "core/base/cancel_token.h"
#include "core/value/value_tree.h"
#include "ui/pages/topic_rows_model.h"

#include <QString>

#include <array>
#include <memory>

namespace brokerscope {

enum class RecordWriting : int { Text, Json, Hex };

// A record in full: its batch as a tree, and key, value and headers in each of the ways in which they are written.
struct TopicRecordReading {
    std::shared_ptr<const ValueTree> batch;  // a record set of one; null: `failure` says why
    std::array<QString, 3> texts;            // by RecordWriting
    QString failure;
};

// Work for a thread of the pool; secrets are masked in the texts. Cancelled: as far as it got.
TopicRecordReading readTopicRecord(const TopicRowsModel::Place& place, const TopicRowContext& context,
                                   const CancelToken& cancel);

}  // namespace brokerscope
