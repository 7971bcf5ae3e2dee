#include "ui/pages/topic_words.h"

#include "ui/models/value_format.h"
#include "ui/pages/exchange_texts.h"

#include <QCoreApplication>
#include <QStringList>

namespace brokerscope {
namespace {

constexpr int kMostNamed = 3;  // partitions of one sentence
const QString kBetween = QStringLiteral(" · ");

struct TopicWords {
    Q_DECLARE_TR_FUNCTIONS(TopicWords)
};

QString sizeSentence(const TopicBatch& batch) {
    const QString size = bytesCountText(batch.size);
    if (!batch.compression) {
        return TopicWords::tr("%1, unknown compression").arg(size);
    }
    if (*batch.compression == CompressionType::None) {
        return size;
    }
    const std::string_view codec = compressionName(*batch.compression);
    return TopicWords::tr("%1, %2 to %3 %")
        .arg(size, QString::fromLatin1(codec.data(), static_cast<qsizetype>(codec.size())))
        .arg(batch.plainSize == 0 ? 100 : batch.size * 100 / batch.plainSize);
}

QString recordsSentence(const TopicBatch& batch) {
    if (batch.isControl) {
        return TopicWords::tr("control batch, never delivered to consumers");
    }
    if (batch.rows == 0) {
        return batch.isFaulty ? TopicWords::tr("none of its records can be read")
                              : TopicWords::tr("no records: compaction left the batch for its producer's sequence");
    }
    const QString count = countText(batch.rows, TopicWords::tr("record"), TopicWords::tr("records"));
    return batch.isCut ? TopicWords::tr("the first %1: more of one batch are not listed").arg(count) : count;
}

QString heldBack(const TopicPartitionStatus& partition, const QString& transactionalId) {
    const QString where = TopicWords::tr("partition %1: last stable offset %2 of %3")
                              .arg(partition.partition)
                              .arg(grouped(partition.lastStableOffset), grouped(partition.highWatermark));
    if (!partition.open) {
        return TopicWords::tr("%1, held back by a transaction that began before what was read").arg(where);
    }
    const QString who =
        transactionalId.isEmpty()
            ? TopicWords::tr("producer %1").arg(partition.open->producerId)
            : TopicWords::tr("transaction %1 of producer %2").arg(transactionalId).arg(partition.open->producerId);
    return TopicWords::tr("%1, held back by %2 since offset %3").arg(where, who, grouped(partition.open->firstOffset));
}

QString capturedText(std::int32_t partition, const TopicPartitionStatus& status) {
    const CapturedRange& range = *status.captured;
    QString text = range.firstOffset < 0 ? TopicWords::tr("partition %1: nothing captured").arg(partition)
                                         : TopicWords::tr("partition %1: captured %2 to %3")
                                               .arg(partition)
                                               .arg(grouped(range.firstOffset), grouped(range.lastOffset));
    if (range.firstOffset >= 0 && status.highWatermark >= 0) {
        text += TopicWords::tr(" of %1 to %2")
                    .arg(grouped(std::max<std::int64_t>(status.logStartOffset, 0)), grouped(status.highWatermark));
    }
    if (range.missing > 0) {
        text += TopicWords::tr(", %1 between them not").arg(grouped(range.missing));
    }
    if (range.unplaced > 0) {
        text +=
            TopicWords::tr(", %1 without a known offset")
                .arg(countText(range.unplaced, TopicWords::tr("produced batch"), TopicWords::tr("produced batches")));
    }
    return text;
}

}  // namespace

QString transactionWord(TransactionState state) {
    switch (state) {
        case TransactionState::Pending:
            return TopicWords::tr("pending");
        case TransactionState::Committed:
            return TopicWords::tr("committed");
        case TransactionState::Aborted:
            return TopicWords::tr("aborted");
        case TransactionState::None:
            break;
    }
    return {};
}

QString batchSentence(const TopicBatch& batch, TransactionState state) {
    QStringList parts;
    parts.append(batch.baseOffset == batch.lastOffset
                     ? TopicWords::tr("partition %1, offset %2").arg(batch.partition).arg(batch.baseOffset)
                     : TopicWords::tr("partition %1, offsets %2 to %3")
                           .arg(batch.partition)
                           .arg(batch.baseOffset)
                           .arg(batch.lastOffset));
    if (batch.place.checkpoint >= 0) {
        parts.append(TopicWords::tr("of the snapshot that ends before offset %1").arg(batch.place.checkpoint));
    }
    parts.append(recordsSentence(batch));
    parts.append(sizeSentence(batch));
    if (batch.producerId >= 0) {
        parts.append(TopicWords::tr("producer %1, epoch %2").arg(batch.producerId).arg(batch.producerEpoch));
    }
    if (state != TransactionState::None) {
        parts.append(transactionWord(state));
    }
    if (batch.missingWithin > 0) {
        parts.append(TopicWords::tr("%1 of its offsets were compacted away").arg(grouped(batch.missingWithin)));
    }
    if (batch.missingBefore > 0) {
        parts.append(batch.place.origin == BatchOrigin::Log
                         ? TopicWords::tr("%1 offsets before it are gone").arg(grouped(batch.missingBefore))
                         : TopicWords::tr("%1 offsets before it were not captured").arg(grouped(batch.missingBefore)));
    }
    if (batch.place.origin == BatchOrigin::Request) {
        parts.append(TopicWords::tr("as it was produced, at the offset that the answer told"));
    }
    if (batch.isFaulty && !batch.isCut) {
        parts.append(TopicWords::tr("broken: its checksum, compression or records do not fit"));
    }
    return parts.join(kBetween);
}

QString progressText(const TopicReadingStatus& status, bool inBytes) {
    QStringList parts;
    if (status.wanted > 0 && !status.isCaughtUp()) {
        parts.append(inBytes
                         ? TopicWords::tr("%1 of %2").arg(bytesCountText(status.done), bytesCountText(status.wanted))
                         : TopicWords::tr("%1 of %2 offsets")
                               .arg(grouped(static_cast<std::int64_t>(status.done)),
                                    grouped(static_cast<std::int64_t>(status.wanted))));
    }
    parts.append(countText(status.records, TopicWords::tr("record"), TopicWords::tr("records")));
    parts.append(bytesCountText(status.bytes));
    if (status.faults > 0) {
        parts.append(countText(status.faults, TopicWords::tr("fault"), TopicWords::tr("faults")));
    }
    if (status.isCancelled) {
        parts.append(TopicWords::tr("cancelled"));
    } else if (status.isPaused) {
        parts.append(TopicWords::tr("paused"));
    } else if (status.isOver) {
        parts.append(TopicWords::tr("read to the end"));
    }
    return parts.join(kBetween);
}

QString stabilityText(const TopicReadingStatus& status, const QString& transactionalId) {
    QStringList parts;
    for (const TopicPartitionStatus& partition : status.partitions) {
        if (partition.isHeldBack() && parts.size() < kMostNamed) {
            parts.append(heldBack(partition, parts.isEmpty() ? transactionalId : QString()));
        }
    }
    for (const TopicPartitionStatus& partition : status.partitions) {
        if (partition.captured && parts.size() < kMostNamed) {
            parts.append(capturedText(partition.partition, partition));
        }
    }
    if (parts.isEmpty() && status.partitions.size() == 1 && status.partitions.front().highWatermark >= 0) {
        const TopicPartitionStatus& only = status.partitions.front();
        const QString offsets =
            TopicWords::tr("offsets %1 to %2")
                .arg(grouped(std::max<std::int64_t>(only.logStartOffset, 0)), grouped(only.highWatermark));
        return only.lastStableOffset < 0 ? offsets : TopicWords::tr("%1, all decided").arg(offsets);
    }
    return parts.join(QStringLiteral("; "));
}

QString problemsText(const TopicReadingStatus& status) {
    QStringList parts;
    if (status.problem && status.problem->id != MessageId::Cancelled) {
        parts.append(QString::fromStdString(status.problem->text()));
    }
    for (const TopicPartitionStatus& partition : status.partitions) {
        if (partition.problem && parts.size() < kMostNamed) {
            parts.append(TopicWords::tr("partition %1: %2")
                             .arg(partition.partition)
                             .arg(QString::fromStdString(partition.problem->error.text())));
        }
    }
    return parts.join(QStringLiteral("; "));
}

}  // namespace brokerscope
