#include "ui/pages/key_record_model.h"

#include "ui/models/value_format.h"

#include <algorithm>

namespace brokerscope {
namespace {

QString effectWord(RecordEffect effect) {
    switch (effect) {
        case RecordEffect::Sets:
            return KeyRecordModel::tr("set");
        case RecordEffect::Changes:
            return KeyRecordModel::tr("changed");
        case RecordEffect::Removes:
        case RecordEffect::RemovesAll:
            return KeyRecordModel::tr("deleted");
        case RecordEffect::None:
            break;
    }
    return {};
}

QString effectText(const KeyRecord& record) {
    if (record.change.isMarker) {
        return KeyRecordModel::tr("ended a transaction");
    }
    const QString word = record.change.effect == RecordEffect::None ? KeyRecordModel::tr("assigned anew")
                                                                    : effectWord(record.change.effect);
    if (!record.transaction) {
        return word;
    }
    const TransactionIndex::Transaction& transaction = *record.transaction;
    const QString fate = transaction.marker < 0 ? KeyRecordModel::tr("pending")
                         : transaction.isCommitted
                             ? KeyRecordModel::tr("committed at %1").arg(grouped(transaction.marker))
                             : KeyRecordModel::tr("aborted at %1").arg(grouped(transaction.marker));
    return KeyRecordModel::tr("%1 by producer %2, %3").arg(word).arg(transaction.producerId).arg(fate);
}

// "c-3 (app-4) at host9"
QString holderText(const PartitionHolder& holder) {
    QString text = QString::fromStdString(holder.clientId.empty() ? holder.memberId : holder.clientId);
    if (holder.instanceId) {
        text += QStringLiteral(" (%1)").arg(QString::fromStdString(*holder.instanceId));
    }
    return holder.clientHost.empty()
               ? text
               : KeyRecordModel::tr("%1 at %2").arg(text, QString::fromStdString(holder.clientHost));
}

}  // namespace

void KeyRecordModel::setRecords(KeyRecords records, std::int64_t chosen) {
    beginResetModel();
    m_records = std::move(records);
    m_chosen = chosen;
    endResetModel();
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

QModelIndex KeyRecordModel::indexOf(std::int64_t offset) const {
    const auto found = std::ranges::find_if(
        m_records.records, [offset](const KeyRecord& record) { return record.change.record.offset == offset; });
    return found == m_records.records.end() ? QModelIndex()
                                            : index(static_cast<int>(found - m_records.records.begin()), 0);
}

int KeyRecordModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_records.records.size());
}

int KeyRecordModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString KeyRecordModel::text(const KeyRecord& record, int column) const {
    const TopicRow* row = record.record.row;
    switch (column) {
        case TimeColumn:
            return momentText(record.change.timestampMs);
        case RecordColumn:
            return QString::fromStdString(placeText(record.change.record));
        case EffectColumn:
            return effectText(record);
        case SaysColumn: {
            const std::string_view says = row != nullptr ? record.record.piece->text(row->says) : std::string_view();
            return QString::fromUtf8(says.data(), static_cast<qsizetype>(says.size()));
        }
        case HolderColumn: {
            QStringList holders;
            for (const PartitionHolder& holder : record.change.holders) {
                holders.append(holderText(holder));
            }
            return holders.join(QStringLiteral(", "));
        }
        default:
            return {};
    }
}

QVariant KeyRecordModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const KeyRecord& record = m_records.records[static_cast<std::size_t>(index.row())];
    switch (role) {
        case OffsetRole:
            return static_cast<qlonglong>(record.change.record.offset);
        case ChosenRole:
            return record.change.record.offset == m_chosen;
        case Qt::DisplayRole:
            return text(record, index.column());
        case Qt::ToolTipRole: {
            if (index.column() != HolderColumn || record.change.holders.empty()) {
                return text(record, index.column());
            }
            QStringList members;
            for (const PartitionHolder& holder : record.change.holders) {
                members.append(tr("%1, member %2").arg(holderText(holder), QString::fromStdString(holder.memberId)));
            }
            return members.join(QLatin1Char('\n'));
        }
        default:
            return {};
    }
}

QVariant KeyRecordModel::headerData(int section, Qt::Orientation orientation, int role) const {
    const QStringList titles{tr("Timestamp"), tr("Record"), tr("What it did"), tr("What it says"), tr("Assigned to")};
    return orientation == Qt::Horizontal && role == Qt::DisplayRole ? QVariant(titles.value(section)) : QVariant();
}

}  // namespace brokerscope
