#include "app/cli/segment_listing.h"

#include "app/cli/counted.h"
#include "core/base/file_byte_source.h"
#include "core/base/utf8.h"
#include "core/text/diagnostic_json.h"
#include "core/text/hex_dump.h"
#include "core/text/json_object.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {
namespace {

std::string shown(const std::string& name) {
    return displayUtf8(asBytes(name));
}

std::optional<std::int64_t> asNumber(const std::optional<std::uint64_t>& number) {
    return number ? std::optional(static_cast<std::int64_t>(*number)) : std::nullopt;
}

}  // namespace

Result<void> SegmentListing::list(const std::string& path) {
    const auto folder = readLogFolder(path);
    if (!folder) {
        return tl::unexpected<Error>(folder.error());
    }
    const auto isPartition = [](const std::string& below) {
        const auto partition = readLogFolder(below);
        return partition && partition->isKnown();
    };
    if (!folder->isKnown() && std::none_of(folder->partitions.begin(), folder->partitions.end(), isPartition)) {
        return failure(MessageId::FileUnreadable, {path, "no file of a broker and no partition is in it"});
    }
    if (!folder->files.empty()) {
        listFolder(*folder);
    }
    for (const std::string& partition : folder->partitions) {
        if (const auto below = readLogFolder(partition)) {
            listFolder(*below);
        } else {
            m_context.fail(below.error());
            m_hasError = true;
        }
    }
    return {};
}

void SegmentListing::listFolder(const LogFolder& folder) {
    if (!m_isJson) {
        std::uint64_t size = 0;
        for (const ListedFile& file : folder.files) {
            size += file.size;
        }
        m_context.line(
            fmt::format("{}: {}, {} bytes", shown(folder.path), counted(folder.files.size(), "file", "files"), size));
    }
    m_lastOffset.reset();
    for (const ListedFile& file : folder.files) {
        listFile(folder, file);
    }
}

Result<FileSummary> SegmentListing::summarize(const ListedFile& file) const {
    const auto source = FileByteSource::open(file.path);
    if (!source) {
        return tl::unexpected<Error>(source.error());
    }
    const auto recognized = recognizeFile(file.name, **source, m_context.limits);
    if (!recognized) {
        return tl::unexpected<Error>(recognized.error());
    }
    const auto log = FileByteSource::open(logBeside(file.path));
    auto summary = summarizeFile(*recognized, **source, log ? log->get() : nullptr, m_context.limits);
    if (summary && summary->kind == LogFileKind::Unknown) {
        summary->remarks.push_back({Severity::Note, MessageId::FileNotKnown, {spacedHex(recognized->first)}, {}, {}});
    }
    return summary;
}

void SegmentListing::listFile(const LogFolder& folder, const ListedFile& file) {
    auto summary = summarize(file);
    if (!summary) {
        const Error& error = summary.error();
        summary = FileSummary();
        summary->size = file.size;
        summary->remarks.push_back({Severity::Error, error.id, error.arguments, {}, {}});
    }
    addOverlap(file, *summary);
    m_hasError = m_hasError || std::any_of(summary->remarks.begin(), summary->remarks.end(),
                                           [](const auto& remark) { return remark.severity == Severity::Error; });
    if (m_isJson) {
        printJson(folder, file, *summary);
    } else {
        printText(file, *summary);
    }
    if (m_printLog && summary->kind == LogFileKind::Log) {
        m_printLog(file.path);
    }
}

// Segments of a partition follow each other; what is about to go, or to come, may overlap with them.
void SegmentListing::addOverlap(const ListedFile& file, FileSummary& summary) {
    if (summary.kind != LogFileKind::Log || !summary.baseOffset || !readLogFileName(file.name).suffix.empty()) {
        return;
    }
    if (m_lastOffset && *summary.baseOffset <= *m_lastOffset) {
        summary.remarks.push_back({Severity::Error,
                                   MessageId::EntryOrder,
                                   {"baseOffset", std::to_string(*summary.baseOffset), std::to_string(*m_lastOffset)},
                                   {BufferId::Main, 0, 8},
                                   "baseOffset"});
    }
    m_lastOffset = std::max(m_lastOffset.value_or(*summary.lastOffset), *summary.lastOffset);
}

void SegmentListing::printText(const ListedFile& file, const FileSummary& summary) {
    std::string line = fmt::format("  {}: {}, {}", shown(file.name), logFileKindName(summary.kind),
                                   counted(summary.size, "byte", "bytes"));
    if (summary.batches) {
        line += ", " + counted(*summary.batches, "batch", "batches");
    }
    if (summary.records) {
        line += ", " + counted(*summary.records, "record", "records");
    }
    if (summary.baseOffset) {
        line += fmt::format(", offsets {} to {}", *summary.baseOffset, *summary.lastOffset);
    }
    if (summary.entries) {
        line += ", " + counted(*summary.entries, "entry", "entries");
    }
    m_context.line(line);
    for (const Diagnostic& remark : summary.remarks) {
        m_context.line("    ! " + diagnosticLine(remark));
    }
}

void SegmentListing::printJson(const LogFolder& folder, const ListedFile& file, const FileSummary& summary) {
    std::string out;
    {
        JsonObject object(out);
        object.add("file", shown(file.path));
        if (folder.partition) {
            object.add("topic", folder.partition->topic);
            object.add("partition", folder.partition->partition);
        } else {
            object.addNull("topic");
            object.addNull("partition");
        }
        object.add("kind", logFileKindName(summary.kind));
        object.add("size", summary.size);
        object.add("batches", asNumber(summary.batches));
        object.add("records", asNumber(summary.records));
        object.add("baseOffset", summary.baseOffset);
        object.add("lastOffset", summary.lastOffset);
        object.add("maxTimestamp", summary.maxTimestamp);
        object.add("entries", asNumber(summary.entries));
        object.addKey("diagnostics");
        appendDiagnosticsJson(out, summary.remarks);
    }
    m_context.line(out);
}

}  // namespace brokerscope
