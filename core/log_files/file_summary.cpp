#include "core/log_files/file_summary.h"

#include "core/log_files/batch_outline.h"
#include "core/log_files/log_check.h"
#include "core/log_files/snapshot_frame.h"

#include <algorithm>

namespace brokerscope {
namespace {

// Keeps remarks up to the limit, and says once that there were more.
class RemarkList {
public:
    RemarkList(std::vector<Diagnostic>& kept, const Limits& limits) : m_kept(kept), m_limit(limits.diagnostics) {}

    void add(Diagnostic remark) {
        if (m_kept.size() < m_limit) {
            m_kept.push_back(std::move(remark));
        } else if (m_kept.size() == m_limit) {
            m_kept.push_back({Severity::Error,
                              MessageId::LimitExceeded,
                              {"diagnostics", std::to_string(m_limit + 1), std::to_string(m_limit)},
                              remark.span,
                              {}});
        }
    }
    void add(std::vector<Diagnostic> remarks) {
        for (Diagnostic& remark : remarks) {
            add(std::move(remark));
        }
    }

private:
    std::vector<Diagnostic>& m_kept;
    std::uint64_t m_limit;
};

void addBatch(FileSummary& summary, const OutlinedBatch& batch) {
    summary.batches = *summary.batches + 1;
    if (!batch.records) {
        summary.records.reset();
    } else if (summary.records) {
        summary.records = *summary.records + static_cast<std::uint64_t>(std::max<std::int64_t>(*batch.records, 0));
    }
    summary.baseOffset = summary.baseOffset.value_or(batch.baseOffset);
    summary.lastOffset = std::max(summary.lastOffset.value_or(batch.lastOffset), batch.lastOffset);
    if (batch.maxTimestamp >= 0) {
        summary.maxTimestamp = std::max(summary.maxTimestamp.value_or(-1), batch.maxTimestamp);
    }
}

// Control batches tell whether a snapshot is whole; the others only that more came.
void addToFrame(SnapshotFrame& frame, const OutlinedBatch& batch, const ByteSource& source) {
    BatchEntry entry;
    ByteBuffer bytes;
    if (batch.isControl) {
        bytes = source.bytes(batch.position, batch.size).value_or(ByteBuffer());
        BatchIterator(bytes).next(entry);
    }
    frame.add(entry);
}

void outline(FileSummary& summary, const RecognizedFile& file, const ByteSource& source, RemarkList& remarks,
             const Limits& limits) {
    summary.batches = 0;
    summary.records = 0;
    BatchOutline batches(source, limits);
    SnapshotFrame frame(limits);
    const bool isSnapshot = file.kind == LogFileKind::MetadataSnapshot;
    for (OutlinedBatch batch; batches.next(batch);) {
        if (batch.isEntry()) {
            addBatch(summary, batch);
        }
        if (batch.isEntry() && isSnapshot) {
            addToFrame(frame, batch, source);
        }
        if (batch.remark) {
            remarks.add(std::move(*batch.remark));
        }
    }
    if (isSnapshot) {
        remarks.add(frame.finish(summary.size));
    } else if (summary.baseOffset) {
        if (auto odd = firstOffsetRemark(file.name, *summary.baseOffset)) {
            remarks.add(std::move(*odd));
        }
    }
}

}  // namespace

Result<FileSummary> summarizeFile(const RecognizedFile& file, const ByteSource& source, const ByteSource* log,
                                  const Limits& limits) {
    FileSummary summary;
    summary.kind = file.kind;
    const auto size = source.size();
    if (!size) {
        return tl::unexpected<Error>(size.error());
    }
    summary.size = *size;
    RemarkList remarks(summary.remarks, limits);
    if (file.remark) {
        remarks.add(*file.remark);
    }
    if (file.kind == LogFileKind::Log || file.kind == LogFileKind::MetadataSnapshot) {
        outline(summary, file, source, remarks, limits);
        return summary;
    }
    auto reader = openEntryReader(file.kind, file.name, source, limits);
    if (!reader) {
        return tl::unexpected<Error>(reader.error());
    }
    if (*reader == nullptr) {
        return summary;
    }
    summary.entries = 0;
    std::optional<LogCheck> check;
    if (log != nullptr && LogCheck::isFor(file.kind)) {
        check.emplace(file.kind, *log, limits);
    }
    for (LogFileEntry entry; (*reader)->next(entry); summary.entries = *summary.entries + 1) {
        if (check) {
            check->check(entry);
        }
        remarks.add(std::move(entry.remarks));
    }
    remarks.add((*reader)->takeRemarks());
    if (check) {
        remarks.add(check->finish());
    }
    return summary;
}

}  // namespace brokerscope
