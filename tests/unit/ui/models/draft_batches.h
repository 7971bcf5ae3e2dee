#pragma once

#include "tests/unit/ui/models/fetched_records.h"
#include "ui/models/draft_record_set.h"

#include <string>
#include <string_view>

namespace brokerscope::testing {

inline ByteBuffer bytesOfText(std::string_view text) {
    return {text.begin(), text.end()};
}

// Records k0=v0, k1=v1, … a millisecond apart.
inline DraftBatch batchWith(int format, int records) {
    constexpr std::int64_t kTime = 1700000000000;
    DraftBatch batch = DraftBatch::empty(format, kTime);
    for (int i = 0; i < records; ++i) {
        DraftStruct record = batch.newRecord();
        setDraftField(record, "key", bytesOfText("k" + std::to_string(i)));
        setDraftField(record, "value", bytesOfText("v" + std::to_string(i)));
        if (format == 2 && i > 0) {
            setDraftField(record, "timestampDelta", std::int64_t{i});
        } else if (format == 1) {
            setDraftField(record, "timestamp", kTime + i);
        }
        batch.insertRecord(i, std::move(record));
    }
    return batch;
}

inline ByteBuffer composed(const DraftBatch& batch) {
    return *composeDraftBatch(batch)->bytes;
}

// Once they are read.
inline std::vector<DraftRecordSet::Remark> remarksOf(const DraftRecordSet& set) {
    needEventLoop();
    EXPECT_TRUE(waitFor([&set] { return !set.isReadingRemarks(); }));
    return set.remarks();
}

}  // namespace brokerscope::testing
