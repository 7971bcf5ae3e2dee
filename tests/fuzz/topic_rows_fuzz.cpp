// Any record sets and any records as the rows of a topic; the first byte says which topic, and whether what follows is
// a record set or items. Rows lie within their piece, the records behind them are found again, and filters, histories
// and answers can be asked of them.
#include "core/workbench/key_records.h"
#include "core/workbench/piece_answers.h"
#include "core/workbench/topic_row_builder.h"
#include "tests/fuzz/record_items.h"
#include "tests/unit/core/internal_topics/group_log.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

using namespace brokerscope;

namespace {

constexpr std::uint8_t kRecordSet = 0x80;
constexpr std::size_t kMostItems = 64;
constexpr std::array kTopics{"__consumer_offsets", "__transaction_state", "__share_group_state", "__cluster_metadata",
                             ""};

Limits rowLimits() {
    Limits limits;
    limits.decompressed = 100'000;
    return limits;
}

void check(bool holds) {
    if (!holds) {
        std::abort();
    }
}

// A marker, or a record alone in its batch.
ByteBuffer batchOf(const Item& item, std::int64_t offset) {
    if (item.isMarker()) {
        return testing::markerBatch(item.producerId, item.isCommit()).at(offset);
    }
    testing::WrittenRecord record;
    record.key.assign(item.key.bytes.begin(), item.key.bytes.end());
    if (!item.value.isNull) {
        record.value.emplace(item.value.bytes.begin(), item.value.bytes.end());
    }
    testing::WrittenBatch batch;
    batch.records.push_back(record);
    batch.producerId = item.producerId;
    batch.attributes = static_cast<std::int16_t>(item.producerId >= 0 ? 0x10 : 0);
    return batch.at(offset);
}

std::shared_ptr<const ByteBuffer> recordSetOf(std::uint8_t kind, ByteView bytes) {
    auto set = std::make_shared<ByteBuffer>();
    if ((kind & kRecordSet) != 0) {
        set->assign(bytes.begin(), bytes.end());
        return set;
    }
    std::int64_t offset = 0;
    for (Item item; offset < static_cast<std::int64_t>(kMostItems) && takeItem(bytes, item); ++offset) {
        const ByteBuffer batch = batchOf(item, offset);
        set->insert(set->end(), batch.begin(), batch.end());
    }
    return set;
}

void checkRows(const TopicPiece& piece) {
    TopicRecordCursor cursor(rowLimits());
    for (const TopicRow& row : piece.rows) {
        check(row.batch < piece.batches.size() && row.typeName < piece.typeNames.size());
        for (const PieceText text : {row.about, row.says, row.group, row.member}) {
            check(std::uint64_t{text.at} + text.size <= piece.texts.size());
        }
        const RecordView* record = cursor.record(piece, row);
        check(record != nullptr && record->offset == row.offset);
    }
}

void checkFilters(const SharedTopicPiece& piece, const TopicRowContext& context) {
    for (const char* text :
         {"text~a or header~b", "key.groupId:g value.offset>1 or time>2026-01-01", "size>1kB type:1"}) {
        const auto filter = parseRowFilter(text, context);
        TopicRowFields fields(context);
        if (filter) {
            check(matchingRows(*filter, *piece, fields).size() <= piece->rows.size());
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const SchemaRegistry& registry = SchemaRegistry::embedded();
    const std::string topic = kTopics[(data[0] & 0x7FU) % kTopics.size()];
    const TopicRowContext context{&registry, topic.empty() ? "orders" : topic, topic, rowLimits(), {}};
    TopicRowBuilder builder(registry, {topic, {}, {}, rowLimits()});
    const auto set = recordSetOf(data[0], ByteView(data, size).subspan(1));
    BatchIterator entries(*set);
    for (BatchEntry entry; entries.next(entry);) {
        builder.add(0, entry, {set, nullptr, entry.position});
    }
    const SharedTopicPiece piece = builder.take();
    check(builder.records() == piece->rows.size());
    checkRows(*piece);
    checkFilters(piece, context);
    const TopicAnswers answers = answersOf({piece}, context);
    check(answers.answers.empty() == topic.empty());
    if (const auto history = PartitionHistory::read({piece}, context, 0)) {
        // Offsets that do not ascend make no history that can be rebuilt, which is an error of its own.
        [[maybe_unused]] const auto state = (*history)->at((*history)->lastOffset(), -1);
        for (std::size_t i = 0; i < std::min(piece->rows.size(), kMostItems); ++i) {
            [[maybe_unused]] const auto records = keyRecordsOf(**history, piece->rows[i].offset);
        }
    }
    return 0;
}
