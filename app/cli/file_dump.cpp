#include "app/cli/file_dump.h"

#include "app/cli/piece_reader.h"
#include "core/base/file_byte_source.h"
#include "core/log_files/log_folder.h"
#include "core/log_files/segment_scan.h"
#include "core/log_files/snapshot_frame.h"
#include "core/text/hex_dump.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <utility>

namespace brokerscope {
namespace {

// Hands the parts of one record set to the printer, and finds out whether it is one at all.
class PartOutput {
public:
    explicit PartOutput(SegmentPrinter& printer) : m_printer(printer) {}

    // False once enough is printed.
    bool take(const SegmentPart& part, bool isAtEnd) {
        const bool isDamage = part.skipped > 0 && part.remark->severity == Severity::Error;
        const bool isHead = part.entry.kind == EntryKind::Partial && part.entry.wholeSize == 0;
        // Damage up to the end, with nothing before it.
        m_isUnknown = !m_hasFound && (isDamage || isHead) && isAtEnd;
        if (m_isUnknown) {
            return true;
        }
        m_hasFound = true;
        return m_printer.print(part);
    }
    // It has bytes, and none of them look like a record set.
    bool isUnknown() const { return m_isUnknown; }

private:
    SegmentPrinter& m_printer;
    bool m_hasFound = false;
    bool m_isUnknown = false;
};

bool isRegular(const std::string& path) {
    std::error_code code;
    const auto status = std::filesystem::status(path, code);
    return std::filesystem::is_regular_file(status) || !std::filesystem::exists(status);
}

}  // namespace

FileOutcome FileDump::unreadable(const Error& error) const {
    m_context.fail(error);
    return FileOutcome::Unreadable;
}

FileOutcome FileDump::notKnown(const std::string& name, MessageId id, ByteView first) const {
    return unreadable({MessageId::FileUnreadable, {name, messageText(id, {spacedHex(first)})}, std::nullopt, {}});
}

FileOutcome FileDump::dump(const std::string& path) {
    if (path == "-" || !isRegular(path)) {
        return dumpStream(path);
    }
    const auto source = FileByteSource::open(path);
    if (!source) {
        return unreadable(source.error());
    }
    const auto file = recognizeFile(std::filesystem::path(path).filename().string(), **source, m_context.limits);
    if (!file) {
        return unreadable(file.error());
    }
    const PrintedFile printed{path, file->kind};
    if (file->remark) {
        m_entries.printFile(printed, {}, {*file->remark});
    }
    switch (file->kind) {
        case LogFileKind::Unknown: {
            if (file->isCapture) {
                return notKnown(path, MessageId::FileIsCapture, {});
            }
            const bool isEmpty = file->first.empty();
            return isEmpty ? FileOutcome::Read : notKnown(path, MessageId::FileNotKnown, file->first);
        }
        case LogFileKind::Lock:
            return FileOutcome::Read;
        case LogFileKind::Log:
        case LogFileKind::MetadataSnapshot:
            return dumpLog(printed, *file, **source);
        default:
            return dumpEntries(printed, *file, **source);
    }
}

FileOutcome FileDump::dumpStream(const std::string& path) {
    auto pieces = PieceReader::open(path, m_context.streams.in);
    if (!pieces) {
        return unreadable(pieces.error());
    }
    m_printer.begin(path);
    SegmentReader reader(m_context.limits);
    PartOutput output(m_printer);
    ByteBuffer first;
    const auto drain = [&] {
        bool isMore = true;
        for (SegmentPart part; isMore && reader.next(part);) {
            isMore = output.take(part, reader.isAtEnd());
        }
        m_printer.flush();
        return isMore;
    };
    for (ByteView piece = pieces->next(); !piece.empty(); piece = pieces->next()) {
        const std::size_t more = std::min(piece.size(), RecognizedFile::kFirstShown - first.size());
        first.insert(first.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(more));
        reader.feed(piece);
        if (!drain()) {
            return FileOutcome::Enough;
        }
    }
    reader.finish();
    const bool isMore = drain();
    const std::string name = path == "-" ? "standard input" : path;
    if (pieces->hasFailed()) {
        return unreadable({MessageId::FileUnreadable, {name, "reading failed"}, std::nullopt, {}});
    }
    if (output.isUnknown()) {
        return notKnown(name, MessageId::SegmentNotKnown, first);
    }
    return isMore ? FileOutcome::Read : FileOutcome::Enough;
}

FileOutcome FileDump::dumpLog(const PrintedFile& printed, const RecognizedFile& file, const ByteSource& source) {
    m_printer.begin(printed.path);
    SegmentScan scan(source, m_context.limits);
    PartOutput output(m_printer);
    SnapshotFrame frame(m_context.limits);
    const bool isSnapshot = file.kind == LogFileKind::MetadataSnapshot;
    std::vector<Diagnostic> remarks;
    std::uint64_t end = 0;
    bool isFirst = true;
    bool isMore = true;
    for (SegmentPart part; isMore && scan.next(part);) {
        const bool isEntry = part.skipped == 0 && part.crc;
        if (isEntry && !isSnapshot && std::exchange(isFirst, false)) {
            if (auto odd = firstOffsetRemark(file.name, part.entry.offset)) {
                remarks.push_back(std::move(*odd));
            }
        }
        if (isEntry && isSnapshot) {
            frame.add(part.entry);
        }
        end = part.entry.position + std::max<std::uint64_t>(part.skipped, part.entry.bytes.size());
        isMore = output.take(part, scan.isAtEnd());
    }
    m_printer.flush();
    if (scan.failure()) {
        return unreadable(*scan.failure());
    }
    if (output.isUnknown()) {
        return notKnown(printed.path, MessageId::SegmentNotKnown, file.first);
    }
    if (scan.shrinking()) {
        remarks.push_back(*scan.shrinking());
    }
    if (isSnapshot && isMore) {
        const auto missing = frame.finish(end);
        remarks.insert(remarks.end(), missing.begin(), missing.end());
    }
    m_entries.printFile(printed, {}, remarks);
    return isMore ? FileOutcome::Read : FileOutcome::Enough;
}

FileOutcome FileDump::dumpEntries(const PrintedFile& printed, const RecognizedFile& file, const ByteSource& source) {
    auto reader = openEntryReader(file.kind, file.name, source, m_context.limits);
    if (!reader) {
        return unreadable(reader.error());
    }
    if (!LogCheck::isFor(file.kind)) {
        return m_entries.print(printed, **reader, nullptr) ? FileOutcome::Read : FileOutcome::Enough;
    }
    const std::string beside = logBeside(printed.path);
    const auto log = FileByteSource::open(beside);
    std::optional<LogCheck> check;
    if (log) {
        check.emplace(file.kind, **log, m_context.limits);
    } else {
        const std::string reason = fmt::format("{} is not there", std::filesystem::path(beside).filename().string());
        m_entries.printFile(printed, {}, {{Severity::Note, MessageId::LogNotChecked, {reason}, {}, {}}});
    }
    const bool isMore = m_entries.print(printed, **reader, check ? &*check : nullptr);
    return isMore ? FileOutcome::Read : FileOutcome::Enough;
}

}  // namespace brokerscope
