#include "core/text/annotated_hex.h"

#include "core/text/annotation.h"
#include "core/text/diagnostic_json.h"
#include "core/text/hex_dump.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr std::size_t kHexLineBytes = 8;
constexpr std::size_t kHexWidth = kHexLineBytes * 3 - 1;
// Of a run of bytes no more lines than this are printed; the last says how many are left out.
constexpr std::size_t kLongestRun = 4096;

// Colours of the 256 that stay readable on dark and on light terminals; red is left to gaps and errors.
constexpr std::array<int, kAnnotationTints> kTints{33, 71, 136, 133, 37, 98, 173, 67};
constexpr std::string_view kGapTint = "\x1b[31m";
constexpr std::string_view kReset = "\x1b[0m";

class AnnotatedHexPrinter {
public:
    AnnotatedHexPrinter(const AnnotatedHexOptions& options, const std::function<void(std::string_view)>& take)
        : m_options(options), m_take(take) {}

    void annotation(const Annotation& annotation) {
        if (annotation.path != m_path || annotation.part == AnnotationPart::Tags) {
            m_path = annotation.path;
            ++m_field;
        }
        const ByteView bytes = ByteView(*annotation.node.tree().bytes).subspan(annotation.offset, annotation.size);
        const bool masked = m_options.readable.mask && isHidden(annotation);
        const ByteView first = bytes.first(std::min(bytes.size(), kHexLineBytes));
        print(annotation, annotation.offset, digits(first, masked), label(annotation), value(annotation));
        const std::size_t shown = std::min(bytes.size(), kLongestRun);
        for (std::size_t i = kHexLineBytes; i < shown; i += kHexLineBytes) {
            const ByteView next = bytes.subspan(i, std::min(kHexLineBytes, shown - i));
            print(annotation, annotation.offset + i, digits(next, masked), {}, {});
        }
        if (shown < bytes.size()) {
            print(annotation, annotation.offset + shown, "…", {}, fmt::format("{} more bytes", bytes.size() - shown));
        }
    }

    // Every run under `root`, and behind a bytes field what lies in it.
    void tree(const NodeRef& root, const NestedView& nested) {
        annotate(root, [&](const Annotation& found) {
            annotation(found);
            const bool isField = found.part == AnnotationPart::Value && found.node.kind() == NodeKind::Bytes;
            const auto opened = isField ? nested.open(found.node, m_options.readable.mask) : std::nullopt;
            if (opened) {
                structure(*opened, found.path, nested);
            }
        });
    }

private:
    void structure(const NestedStructure& opened, const std::string& path, const NestedView& nested) {
        const std::string outer = m_outer;
        m_outer += path + " > ";
        for (const Diagnostic& remark : opened.remarks) {
            m_take("! " + diagnosticLine(remark));
        }
        if (opened.tree != nullptr) {
            const ByteView bytes = *opened.tree->bytes;
            for (const StructurePrefix& prefix : opened.prefixes) {
                printRun(prefix.span.offset, spacedHex(bytes.subspan(prefix.span.offset, prefix.span.length)), {}, {},
                         m_outer + prefix.name, "INT16", std::to_string(prefix.value));
            }
            tree(NodeRef::root(opened.tree), nested.within(opened));
            for (const NodeDiagnostic& entry : opened.tree->diagnostics) {
                m_take("! " + diagnosticLine(entry.diagnostic));
            }
        }
        m_outer = outer;
    }

    static std::string digits(ByteView bytes, bool masked) {
        std::string text = spacedHex(bytes);
        if (masked) {
            std::replace_if(
                text.begin(), text.end(), [](char c) { return c != ' '; }, '*');
        }
        return text;
    }

    std::string label(const Annotation& annotation) const {
        std::string text = m_outer + annotation.path;
        if (annotation.part != AnnotationPart::Value) {
            text += text.empty() ? "" : " ";
            text += '(' + std::string(annotationPartName(annotation.part)) + ')';
        }
        return text;
    }

    std::string value(const Annotation& annotation) const {
        if (annotation.part == AnnotationPart::Value) {
            return readableValue(annotation.node, m_options.readable);
        }
        return annotation.part == AnnotationPart::Gap ? "not decoded" : annotation.valueJson();
    }

    void print(const Annotation& annotation, std::uint64_t offset, const std::string& hex, const std::string& label,
               const std::string& value) {
        std::string tint;
        if (m_options.colours) {
            tint = annotation.part == AnnotationPart::Gap
                       ? std::string(kGapTint)
                       : fmt::format("\x1b[38;5;{}m", kTints[m_field % kAnnotationTints]);
        }
        printRun(offset, hex, tint, m_options.colours ? kReset : std::string_view(), label, annotation.type, value);
    }

    void printRun(std::uint64_t offset, const std::string& hex, std::string_view tint, std::string_view reset,
                  const std::string& label, const std::string& type, const std::string& value) {
        // fmt counts "…" as one column.
        m_line = fmt::format("{:>6}{} {}{:<{}}{}", offset, m_outer.empty() ? ' ' : '>', tint, hex, kHexWidth, reset);
        if (!label.empty() || !value.empty()) {
            m_line += fmt::format("  {}{:<40}{} {:<24} {}", tint, label, reset, type, value);
        }
        while (!m_line.empty() && m_line.back() == ' ') {
            m_line.pop_back();
        }
        m_take(m_line);
    }

    const AnnotatedHexOptions& m_options;
    const std::function<void(std::string_view)>& m_take;
    std::string m_path;
    std::string m_outer;  // paths of the bytes fields that it is within, each with " > "
    std::string m_line;
    std::size_t m_field = 0;
};

}  // namespace

void writeAnnotatedHex(const NodeRef& root, const AnnotatedHexOptions& options,
                       const std::function<void(std::string_view)>& take, const NestedView& nested) {
    AnnotatedHexPrinter(options, take).tree(root, nested);
    if (root.isValid()) {
        for (const NodeDiagnostic& entry : root.tree().diagnostics) {
            take("! " + diagnosticLine(entry.diagnostic));
        }
    }
}

}  // namespace brokerscope
