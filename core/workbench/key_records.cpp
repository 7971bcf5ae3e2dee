#include "core/workbench/key_records.h"

#include <algorithm>

namespace brokerscope {
namespace {

std::optional<TransactionIndex::Transaction> transactionOf(const SubjectHistory& subject, std::int64_t offset) {
    const auto step =
        std::ranges::lower_bound(subject.steps, offset, {}, [](const HistoryStep& one) { return one.record.offset; });
    return step != subject.steps.end() && step->record.offset == offset ? step->transaction : std::nullopt;
}

}  // namespace

Result<std::optional<KeyRecords>> keyRecordsOf(const PartitionHistory& history, std::int64_t offset,
                                               const TopicNameOf& nameOf, const CancelToken& cancel) {
    const auto subject = history.historyOf(offset);
    if (!subject) {
        return std::nullopt;
    }
    const std::size_t count = subject->steps.size();
    const std::size_t first = count > KeyRecords::kMost ? count - KeyRecords::kMost : 0;
    HistoryWanted wanted{subject->object.id, {}, subject->object.kind};
    if (!subject->path.empty()) {
        wanted.facts.push_back(factName(subject->path));
    }
    ObjectHistory followed(history.reader(), history.facts(), std::move(wanted), nameOf, history.limits());
    if (const auto read = history.follow(*subject, first, followed, cancel); !read) {
        return tl::unexpected<Error>(read.error());
    }
    KeyRecords found{subject->object, subject->path, {}, first, followed.isOfOnePartition()};
    for (HistoryChange& change : followed.changes()) {
        const std::int64_t at = change.record.offset;
        found.records.push_back({std::move(change), transactionOf(*subject, at), history.recordAt(at)});
    }
    return std::optional(std::move(found));
}

}  // namespace brokerscope
