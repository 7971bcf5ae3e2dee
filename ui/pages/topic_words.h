#pragma once

#include "core/workbench/topic_source.h"
#include "core/workbench/transaction_states.h"

#include <QString>

namespace brokerscope {

// Sentences of the Topics page.

QString transactionWord(TransactionState state);  // "pending"; empty for None

// "offsets 10 to 25 · 16 records · 1 204 bytes, gzip to 34 % · producer 5, epoch 0 · committed · 3 offsets before it
// are gone"
QString batchSentence(const TopicBatch& batch, TransactionState state);

// "1 204 of 5 000 offsets · 12 records · 3 kB", as far as it is; `inBytes` where done and wanted count those.
QString progressText(const TopicReadingStatus& status, bool inBytes);

// Where committed readers are held up: "partition 3: last stable offset 1 180 of 1 204, held back by producer 5 from
// offset 1 180 on". Of captures how much of each partition they have. Else the ends of the only partition.
// `transactionalId` of the producer where it is known. Empty: nothing to say.
QString stabilityText(const TopicReadingStatus& status, const QString& transactionalId);

// Why partitions could not be read; empty: all could.
QString problemsText(const TopicReadingStatus& status);

}  // namespace brokerscope
