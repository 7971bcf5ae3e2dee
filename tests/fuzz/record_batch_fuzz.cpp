// Any bytes as a record set: the bulk path and the trees see the same records, every byte is named, and a batch that is
// read without a fault is written again byte for byte.
#include "core/codec/encoder.h"
#include "core/records/batch_crc.h"
#include "core/records/control_record.h"
#include "core/records/record_formats.h"
#include "core/records/record_reader.h"
#include "core/records/record_trees.h"
#include "tests/support/fuzzed_tree.h"

#include <algorithm>
#include <cstdlib>

using namespace brokerscope;

namespace {

Limits recordLimits() {
    Limits limits = testing::fuzzLimits();
    limits.decompressed = 1'000'000;
    return limits;
}

std::size_t readRecords(RecordReader& reader, const BatchEntry& entry) {
    std::size_t count = 0;
    for (reader.open(entry); reader.next(); ++count) {
        const RecordView& record = reader.record();
        if (record.position < reader.bytesAt() ||
            record.position + record.size > reader.bytesAt() + reader.bytes().size()) {
            std::abort();
        }
        RecordHeaders headers(record);
        for (RecordHeaderView header; headers.next(header);) {
        }
        (void)readControlRecord(record);
    }
    reader.takeRemarks();
    return count;
}

void useEntry(const NodeRef& element, RecordReader& reader, const BatchEntry& entry) {
    const std::size_t inBulk = readRecords(reader, entry);
    const OpenedRecords opened = openRecords(element, recordLimits());
    if (opened.tree == nullptr) {
        return;
    }
    if (opened.isNewBuffer) {
        testing::useTree(opened.tree);
    }
    // A tree ends at its limit of nodes; reading in bulk knows none.
    const bool isWhole =
        std::none_of(opened.tree->diagnostics.begin(), opened.tree->diagnostics.end(),
                     [](const NodeDiagnostic& found) { return found.diagnostic.id == MessageId::LimitExceeded; });
    if (entry.kind == EntryKind::Batch && isWhole && NodeRef::root(opened.tree).child(0).childCount() != inBulk) {
        std::abort();
    }
    if (entry.kind != EntryKind::Batch || opened.isNewBuffer) {
        return;
    }
    const auto bytes = std::make_shared<const ByteBuffer>(entry.bytes.begin(), entry.bytes.end());
    const auto& layout = RecordFormats::embedded().batch();
    const auto whole = decodeMessage(layout, bytes, recordLimits());
    if (whole->diagnostics.empty() && encodeBytes(*layout, draftFromTree(*whole)) != *bytes) {
        std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::make_shared<const ByteBuffer>(data, data + size);
    const auto set = openRecordSet(bytes, {BufferId::Main, 0, size}, recordLimits());
    testing::useTree(set);
    const NodeRef batches = NodeRef::root(set).child(0);
    RecordReader reader(recordLimits());
    BatchIterator iterator(*bytes);
    std::size_t number = 0;
    for (BatchEntry entry; iterator.next(entry) && number < 50; ++number) {
        (void)checkCrc(entry);
        if (number < batches.childCount()) {
            useEntry(batches.child(number), reader, entry);
        }
    }
    return 0;
}
