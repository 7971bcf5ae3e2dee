// Any bytes as a compressed set within a wrapper of magic 0 or 1, so that what is fuzzed is not hidden by compression:
// the first byte chooses magic and codec, the rest is the set.
#include "core/records/batch_composer.h"
#include "core/records/record_formats.h"
#include "core/records/record_reader.h"
#include "core/records/record_trees.h"
#include "tests/support/fuzzed_tree.h"

#include <cstdlib>

using namespace brokerscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 1) {
        return 0;
    }
    const int magic = data[0] & 1;
    const auto codec = static_cast<CompressionType>(1 + (data[0] >> 1) % 4);
    const ByteView set(data + 1, size - 1);
    const ValueDraft wrapper = ValueDraft::fromDefaults(RecordFormats::embedded().message(magic)->spec);
    const auto bytes = std::make_shared<const ByteBuffer>(composeWrapper(wrapper, magic, codec, set));
    const auto outer = openRecordSet(bytes, {BufferId::Main, 0, bytes->size()}, testing::fuzzLimits());
    testing::useTree(outer);
    const OpenedRecords opened = openRecords(NodeRef::root(outer).child(0).child(0), testing::fuzzLimits());
    // What was compressed here is what comes out.
    if (opened.tree == nullptr ||
        !std::equal(set.begin(), set.end(), opened.tree->bytes->begin(), opened.tree->bytes->end())) {
        std::abort();
    }
    testing::useTree(opened.tree);
    RecordReader reader(testing::fuzzLimits());
    BatchIterator iterator(*bytes);
    for (BatchEntry entry; iterator.next(entry);) {
        for (reader.open(entry); reader.next();) {
            if (reader.record().position < reader.bytesAt() ||
                reader.record().position + reader.record().size > reader.bytesAt() + reader.bytes().size()) {
                std::abort();
            }
        }
        reader.takeRemarks();
    }
    return 0;
}
