#include "tests/bench/bench_batches.h"

#include "core/records/batch_composer.h"
#include "core/records/record_formats.h"

#include <array>
#include <string>
#include <string_view>

namespace brokerscope::bench {
namespace {

constexpr std::array<std::string_view, 16> kWords{"order",  "customer", "amount",  "paid",   "shipped", "returned",
                                                  "region", "north",    "south",   "status", "created", "warehouse",
                                                  "item",   "quantity", "courier", "invoice"};
constexpr std::int64_t kTime = 1'700'000'000'000;

void setField(DraftStruct& draft, std::string_view name, DraftValue value) {
    draft.fields[draft.spec->find(name)->index] = std::move(value);
}

ByteBuffer valueText(std::mt19937& random) {
    std::string text;
    while (text.size() < kValueSize) {
        text += kWords[random() % kWords.size()];
        text += random() % 3 == 0 ? ' ' + std::to_string(random() % 100'000) + ' ' : std::string(" ");
    }
    const ByteView bytes = asBytes(text).first(kValueSize);
    return {bytes.begin(), bytes.end()};
}

}  // namespace

ByteBuffer composeBenchBatch(std::mt19937& random, CompressionType compression, int records) {
    const RecordFormats& formats = RecordFormats::embedded();
    auto array = std::make_unique<DraftArray>();
    for (int i = 0; i < records; ++i) {
        auto record = std::make_unique<DraftStruct>(makeStruct(*formats.recordsField().structure->spec));
        setField(*record, "timestampDelta", std::int64_t{i / 8});
        setField(*record, "key", DraftNull());
        setField(*record, "value", valueText(random));
        array->elements.emplace_back(std::move(record));
    }
    ValueDraft draft = ValueDraft::fromDefaults(formats.batch()->spec);
    setField(draft.root, "attributes", static_cast<std::int64_t>(compression));
    setField(draft.root, "partitionLeaderEpoch", std::int64_t{0});
    setField(draft.root, "baseTimestamp", kTime);
    setField(draft.root, "records", std::move(array));
    const auto tree = composeBatch(draft);
    return *tree->bytes;
}

std::vector<ByteBuffer> composeBenchBatches(CompressionType compression, int records, std::size_t count) {
    std::mt19937 random(static_cast<unsigned>(compression) + 1);
    std::vector<ByteBuffer> batches;
    for (std::size_t i = 0; i < count; ++i) {
        batches.push_back(composeBenchBatch(random, compression, records));
    }
    return batches;
}

}  // namespace brokerscope::bench
