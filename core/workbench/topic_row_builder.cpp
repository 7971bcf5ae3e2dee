#include "core/workbench/topic_row_builder.h"

#include "core/records/batch_crc.h"
#include "core/records/control_record.h"
#include "core/text/value_summary.h"
#include "core/workbench/offset_distance.h"
#include "core/workbench/record_preview.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr std::size_t kMostKey = 96;     // bytes of a key that a list shows
constexpr std::size_t kMostValue = 192;  // of a value

bool hasError(const std::vector<Diagnostic>& remarks) {
    return std::ranges::any_of(remarks, [](const Diagnostic& one) { return one.severity == Severity::Error; });
}

// Of a message that holds others, that of the last one is known, and of the first one not yet.
TopicBatch headOf(std::int32_t partition, const BatchEntry& entry) {
    TopicBatch batch;
    batch.partition = partition;
    batch.baseOffset = batch.lastOffset = entry.offset;
    batch.size = batch.plainSize = entry.bytes.size();
    batch.magic = entry.magic;
    if (entry.kind == EntryKind::Batch) {
        const BatchHeader header = BatchHeader::read(entry.bytes);
        batch.lastOffset = header.lastOffset();
        batch.compression = header.compression();
        batch.producerId = header.producerId;
        batch.producerEpoch = header.producerEpoch;
        batch.isTransactional = header.isTransactional();
        batch.isControl = header.isControl();
    } else if (entry.bytes.size() > BatchHeader::kMagicAt + 1) {
        batch.compression = compressionOf(entry.bytes[BatchHeader::kMagicAt + 1]);
    }
    return batch;
}

bool isWantedRow(const WantedRows& wanted, const RecordView& record) {
    return record.offset >= wanted.first && record.offset < wanted.end && record.timestamp >= wanted.fromTimestamp;
}

std::int32_t contentSize(const NullableBytes& content) {
    return content.isNull ? -1 : static_cast<std::int32_t>(content.bytes.size());
}

}  // namespace

TopicRowBuilder::TopicRowBuilder(const SchemaRegistry& registry, TopicRowOptions options)
    : m_options(std::move(options))
    , m_reader(registry, m_options.choice)
    , m_topic(m_reader.topic(m_options.decodedAs))
    , m_entry(m_options.limits) {
    m_readable.registry = &registry;
    m_readable.mask = true;
    m_readable.longest = 40;
    m_piece->typeNames.emplace_back();
}

void TopicRowBuilder::add(std::int32_t partition, const BatchEntry& entry, BatchPlace place, const WantedRows& wanted) {
    if (entry.kind != EntryKind::Batch && entry.kind != EntryKind::Message) {
        m_faults += entry.kind == EntryKind::Partial ? 0 : 1;
        return;
    }
    TopicBatch batch = headOf(partition, entry);
    const bool isWrapper = entry.kind == EntryKind::Message && batch.compression != CompressionType::None;
    const bool isOutside = batch.lastOffset < wanted.first || (batch.baseOffset >= wanted.end && !isWrapper);
    if (isOutside && !batch.isControl) {
        return;
    }
    batch.place = std::move(place);
    batch.firstRow = static_cast<std::uint32_t>(m_piece->rows.size());
    const bool isKept = readRows(batch, entry, wanted);
    if (isOutside) {
        return;
    }
    m_faults += batch.isFaulty ? 1 : 0;
    if (batch.place.checkpoint < 0) {
        const auto before = m_lastOffsets.find(partition);
        batch.missingBefore = before != m_lastOffsets.end() ? offsetsBetween(before->second, batch.baseOffset) : 0;
        m_lastOffsets[partition] = std::max(batch.lastOffset, m_lastRead);
    }
    if (isKept) {
        keepBatch(std::move(batch), entry);
    }
}

// False: it has records, and none is wanted.
bool TopicRowBuilder::readRows(TopicBatch& batch, const BatchEntry& entry, const WantedRows& wanted) {
    std::uint32_t number = 0;
    m_lastRead = batch.lastOffset;
    const bool isOpen = m_entry.open(entry);
    for (; isOpen && m_entry.next(); ++number) {
        const RecordView& record = m_entry.record();
        if (number == 0 && entry.kind == EntryKind::Message) {
            batch.baseOffset = std::min(batch.baseOffset, record.offset);
        }
        m_lastRead = std::max(m_lastRead, record.offset);
        if (isWantedRow(wanted, record)) {
            batch.isCut = batch.rows >= m_options.mostRowsOfBatch;
            if (batch.isCut) {
                break;
            }
            addRow(batch, record, number);
        } else if (batch.isControl) {
            endTransaction(batch, record);
        }
    }
    const auto crc = checkCrc(entry);
    const bool isBroken = hasError(m_entry.takeRemarks()) || (crc && !crc->isGood());
    batch.isFaulty = !isOpen || batch.isCut || isBroken;
    const std::int64_t others = offsetsBetween(batch.baseOffset, offsetAfter(batch.lastOffset));
    const bool isCounted = entry.kind == EntryKind::Batch && !batch.isFaulty;
    batch.missingWithin = isCounted ? std::max<std::int64_t>(others - (std::int64_t{number} - 1), 0) : 0;
    return batch.rows > 0 || number == 0;
}

void TopicRowBuilder::keepBatch(TopicBatch batch, const BatchEntry& entry) {
    if (entry.kind == EntryKind::Batch) {
        noteTransaction(batch, BatchHeader::read(entry.bytes));
    }
    if (m_entry.isDecompressed()) {
        const std::uint64_t header = entry.kind == EntryKind::Batch ? BatchHeader::kSize : 0;
        batch.plainSize = header + m_entry.bytesAt() + m_entry.bytes().size();
    }
    m_records += batch.rows;
    m_bytes += batch.size;
    m_piece->bytes += batch.place.bytes != nullptr ? batch.size : 0;
    m_piece->batches.push_back(std::move(batch));
}

void TopicRowBuilder::noteTransaction(TopicBatch& batch, const BatchHeader& header) {
    if (!header.isTransactional() || header.isControl()) {
        return;
    }
    auto [at, isNew] = m_open.try_emplace({batch.partition, header.producerId});
    if (isNew) {
        at->second = {++m_transactions, header.producerId, header.baseOffset, 0};
    }
    at->second.records += static_cast<std::uint64_t>(std::max(header.recordsCount, 0));
    batch.transaction = at->second.number;
}

void TopicRowBuilder::addRow(TopicBatch& batch, const RecordView& record, std::uint32_t number) {
    TopicRow row;
    row.offset = record.offset;
    row.timestamp = record.timestamp;
    row.batch = static_cast<std::uint32_t>(m_piece->batches.size());
    row.record = number;
    row.keySize = contentSize(record.key);
    row.valueSize = contentSize(record.value);
    row.isFaulty = record.isBroken;
    if (batch.isControl) {
        describeControl(row, batch, record);
    } else if (m_topic != nullptr) {
        describeInternal(row, record);
    } else {
        describeOrdinary(row, record);
    }
    m_faults += row.isFaulty ? 1 : 0;
    m_piece->rows.push_back(row);
    ++batch.rows;
}

void TopicRowBuilder::describeControl(TopicRow& row, TopicBatch& batch, const RecordView& record) {
    const auto control = readControlRecord(record);
    if (!control) {
        row.isFaulty = true;
        row.about = keep(control.error().text());
        return;
    }
    row.typeId = control->type;
    row.typeName = keepType(control->name.empty() ? fmt::format("control {}", control->type) : control->name);
    if (!control->isMarker()) {
        return;
    }
    const auto transaction = ended(batch, control->type);
    if (!transaction) {
        row.about = keep(fmt::format("producer {}: nothing of its transaction was read", batch.producerId));
        return;
    }
    row.about = keep(fmt::format("producer {}: {} {} from offset {} on", batch.producerId,
                                 control->type == ControlRecord::kCommit ? "commits" : "aborts",
                                 transaction->records == 1 ? std::string("1 record")
                                                           : fmt::format("{} records", transaction->records),
                                 transaction->firstOffset));
}

// By a marker that is no row.
void TopicRowBuilder::endTransaction(TopicBatch& batch, const RecordView& record) {
    const auto control = readControlRecord(record);
    if (control && control->isMarker()) {
        ended(batch, control->type);
    }
}

// Nothing: none of it was read.
std::optional<UndecidedTransaction> TopicRowBuilder::ended(TopicBatch& batch, std::int16_t controlType) {
    const auto open = m_open.find({batch.partition, batch.producerId});
    if (open == m_open.end()) {
        return std::nullopt;
    }
    const UndecidedTransaction transaction = open->second;
    batch.transaction = transaction.number;
    m_piece->decided.push_back({transaction.number, controlType == ControlRecord::kCommit});
    m_open.erase(open);
    return transaction;
}

void TopicRowBuilder::describeInternal(TopicRow& row, const RecordView& record) {
    const TopicRecord read = m_reader.read(*m_topic, record.key, record.value);
    const RecordPhrase phrase = phraseOf(read, record, m_options.nameOf, m_options.limits);
    row.typeId = read.type.value_or(-1);
    row.typeName = keepType(!read.type          ? std::string("no record type")
                            : read.name.empty() ? fmt::format("unknown {}", *read.type)
                                                : read.name);
    row.isTombstone = read.isTombstone;
    row.isFaulty = row.isFaulty || hasError(read.remarks);
    row.about = keep(phrase.text.empty() ? recordPreview(record.key, kMostKey) : phrase.text);
    row.says = keep(read.isTombstone ? std::string("deleted") : summaryOf(read, record.value));
    if (const std::string* group = phrase.group()) {
        row.group = keep(*group);
    }
    if (const std::string* member = phrase.field("memberId")) {
        row.member = keep(*member);
    }
}

void TopicRowBuilder::describeOrdinary(TopicRow& row, const RecordView& record) {
    row.isTombstone = record.value.isNull && !record.key.isNull;
    row.about = keep(recordPreview(record.key, kMostKey));
    row.says = keep(recordPreview(record.value, kMostValue));
}

std::string TopicRowBuilder::summaryOf(const TopicRecord& read, const NullableBytes& value) const {
    const std::string summary = valueSummary(m_reader, read, value, m_readable, m_options.limits, kMostValue);
    return summary.empty() ? recordPreview(value, kMostValue) : summary;
}

PieceText TopicRowBuilder::keep(std::string_view text) {
    const PieceText kept{static_cast<std::uint32_t>(m_piece->texts.size()), static_cast<std::uint32_t>(text.size())};
    m_piece->texts += text;
    return kept;
}

std::uint32_t TopicRowBuilder::keepType(std::string_view name) {
    const auto known = m_types.find(name);
    if (known != m_types.end()) {
        return known->second;
    }
    const auto number = static_cast<std::uint32_t>(m_piece->typeNames.size());
    m_piece->typeNames.emplace_back(name);
    m_types.emplace(name, number);
    return number;
}

SharedTopicPiece TopicRowBuilder::take() {
    m_types.clear();
    auto next = std::make_shared<TopicPiece>();
    next->typeNames.emplace_back();
    return std::exchange(m_piece, std::move(next));
}

std::optional<UndecidedTransaction> TopicRowBuilder::oldestOpen(std::int32_t partition) const {
    std::optional<UndecidedTransaction> oldest;
    const auto first = m_open.lower_bound({partition, std::numeric_limits<std::int64_t>::min()});
    for (auto at = first; at != m_open.end() && at->first.first == partition; ++at) {
        if (!oldest || at->second.firstOffset < oldest->firstOffset) {
            oldest = at->second;
        }
    }
    return oldest;
}

}  // namespace brokerscope
