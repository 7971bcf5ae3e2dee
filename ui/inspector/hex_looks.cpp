#include "ui/inspector/hex_looks.h"

#include "ui/models/byte_intervals.h"
#include "ui/models/hidden_bytes.h"
#include "ui/models/open_document.h"

#include <algorithm>

namespace brokerscope {
namespace {

HexKind kindOf(const ByteInterval& interval) {
    if (interval.isFrameSize) {
        return HexKind::SizePrefix;
    }
    switch (interval.part) {
        case AnnotationPart::Value:
            return HexKind::Value;
        case AnnotationPart::Length:
            return HexKind::LengthPrefix;
        case AnnotationPart::Count:
            return HexKind::Count;
        case AnnotationPart::Null:
            return HexKind::Null;
        case AnnotationPart::Tags:
        case AnnotationPart::Tag:
            return HexKind::Tags;
        case AnnotationPart::Gap:
            break;
    }
    return HexKind::Gap;
}

HexMark::Severity severityOf(Severity severity) {
    switch (severity) {
        case Severity::Error:
            return HexMark::Severity::Error;
        case Severity::Warning:
            return HexMark::Severity::Warning;
        case Severity::Note:
            break;
    }
    return HexMark::Severity::Note;
}

void addMark(std::vector<HexMark>& marks, const Diagnostic& remark, std::uint64_t from, std::uint64_t to) {
    const ByteSpan& span = remark.span;
    if (span.length > 0 && span.offset < to && span.end() > from) {
        marks.push_back({span.offset, span.length, severityOf(remark.severity)});
    }
}

void addLooks(const std::shared_ptr<const ValueTree>& tree, std::uint64_t from, std::uint64_t to,
              std::vector<HexHighlight>& runs, std::vector<HexMark>& marks) {
    for (const ByteInterval& interval : byteIntervals(tree, from, to)) {
        const int tint = interval.tint < 0 ? 7 : interval.tint;
        runs.push_back(
            {interval.offset, interval.size, tint, kindOf(interval), static_cast<std::uint32_t>(interval.nodeOffset)});
    }
    for (const NodeDiagnostic& remark : tree->diagnostics) {
        addMark(marks, remark.diagnostic, from, to);
    }
}

}  // namespace

HexHighlights hexLooks(const std::shared_ptr<const ValueTree>& tree, std::uint64_t from, std::uint64_t to) {
    std::vector<HexHighlight> runs;
    std::vector<HexMark> marks;
    if (tree != nullptr) {
        addLooks(tree, from, to, runs, marks);
    }
    return HexHighlights(std::move(runs), std::move(marks));
}

HexHighlights hexLooks(const OpenDocument& document, BufferId buffer, std::uint64_t from, std::uint64_t to,
                       std::span<const ByteSpan> changed) {
    std::vector<HexHighlight> runs;
    std::vector<HexMark> marks;
    for (const DocumentPart* part : document.parts()) {
        if (part->tree != nullptr && part->buffer == buffer) {
            addLooks(part->tree, from, to, runs, marks);
        }
        const bool isRemarkedHere = part->parent != nullptr && part->parent->buffer == buffer;
        for (const Diagnostic& remark : isRemarkedHere ? part->remarks : std::vector<Diagnostic>()) {
            addMark(marks, remark, from, to);
        }
    }
    const auto first = std::ranges::upper_bound(changed, from, {}, &ByteSpan::end);
    for (auto span = first; span != changed.end() && span->offset < to; ++span) {
        marks.push_back({span->offset, span->length, HexMark::Severity::Changed});
    }
    return HexHighlights(std::move(runs), std::move(marks), hiddenBytes(document, buffer, from, to));
}

}  // namespace brokerscope
