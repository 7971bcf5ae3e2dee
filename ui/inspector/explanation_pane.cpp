#include "ui/inspector/explanation_pane.h"

#include "core/text/explanation.h"
#include "core/value/node_lookup.h"
#include "ui/models/field_texts.h"
#include "ui/models/hidden_bytes.h"
#include "ui/models/open_document.h"
#include "ui/models/record_field_texts.h"
#include "ui/models/value_format.h"
#include "ui/style/fonts.h"
#include "ui/style/palette.h"

#include <QEvent>

namespace brokerscope {
namespace {

constexpr std::size_t kReadBytes = 64;  // of a range; longer ones are not read as one value

QString escaped(const std::string& text) {
    return QString::fromStdString(text).toHtmlEscaped();
}

QString coloured(const QString& html, const QColor& colour) {
    return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(colour.name(), html);
}

QString mono(const QString& html) {
    return QStringLiteral("<span style=\"font-family:'%1'; font-weight:600\">%2</span>")
        .arg(monospaceFont().family(), html);
}

QString paragraph(const QString& html) {
    return QStringLiteral("<p style=\"margin:0 0 3px 0\">%1</p>").arg(html);
}

QString linesHtml(const std::vector<ExplanationLine>& lines) {
    QString html;
    for (const ExplanationLine& line : lines) {
        html += paragraph(mono(escaped(line.bytes)) + QStringLiteral("&nbsp; ") + escaped(line.text));
    }
    return html;
}

QString readingsHtml(const std::vector<ByteReading>& readings, const Palette& palette) {
    QString html = QStringLiteral("<table cellspacing=\"0\" cellpadding=\"1\" style=\"margin-top:4px\">");
    for (const ByteReading& reading : readings) {
        html += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>")
                    .arg(coloured(escaped(reading.label), palette.muted), escaped(reading.value));
    }
    return html + QStringLiteral("</table>");
}

// What the field is called, how it is written and what it is for, before what its bytes say.
QString helpHtml(const SchemaRegistry& registry, const NodeRef& node, const Palette& palette) {
    const FieldTexts texts(registry);
    const QString help = node.isValid() ? texts.help(node) : QString();
    if (!node.isValid() || (node.field() == nullptr && help.isEmpty())) {
        return {};
    }
    const QString type = coloured(texts.type(node).toHtmlEscaped(), palette.muted);
    QString html = QStringLiteral("<b>%1</b>&nbsp; %2").arg(texts.name(node).toHtmlEscaped(), type);
    if (!help.isEmpty()) {
        html += QStringLiteral("<br>") + help.toHtmlEscaped();
    }
    return paragraph(html);
}

QColor remarkColour(Severity severity, const Palette& palette) {
    return severity == Severity::Error ? palette.error : severity == Severity::Warning ? palette.warning : palette.text;
}

// Those on the message whose bytes reach into these.
QString messageRemarksHtml(const NodeRef& root, ByteSpan span, const Palette& palette) {
    QString html;
    for (const Diagnostic* remark : root.diagnostics()) {
        if (remark->span.length > 0 && remark->span.offset < span.end() && span.offset < remark->span.end()) {
            html += paragraph(coloured(escaped(remark->text()), remarkColour(remark->severity, palette)));
        }
    }
    return html;
}

QString hiddenHtml(const Palette& palette) {
    return paragraph(coloured(ExplanationPane::tr("These bytes are a secret, or may hold one until they are opened. "
                                                  "\u201cShow secrets\u201d in the menu of the field shows them.")
                                  .toHtmlEscaped(),
                              palette.muted));
}

// The parts of a field: prefix and value each have an explanation of their own.
std::vector<Explanation> partsOf(const NodeRef& root, ByteSpan span, const ReadableOptions& options) {
    std::vector<Explanation> parts;
    std::uint64_t at = span.offset;
    while (at < span.end() && parts.size() < 3) {
        Explanation part = explain(root, at, options);
        if (!part.node.isValid() || part.span.length == 0) {
            break;
        }
        at = part.span.end();
        parts.push_back(std::move(part));
    }
    return parts;
}

}  // namespace

ExplanationPane::ExplanationPane(const SchemaRegistry& registry, QWidget* parent)
    : QTextBrowser(parent), m_registry(registry) {
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    setAccessibleName(tr("Explanation of the selected bytes"));
    document()->setDocumentMargin(8);
}

void ExplanationPane::explainField(std::shared_ptr<const OpenDocument> document, const NodeRef& node) {
    m_document = std::move(document);
    m_node = node;
    m_span = node.span();
    showAgain();
}

void ExplanationPane::explainRange(std::shared_ptr<const OpenDocument> document, ByteSpan span) {
    m_document = std::move(document);
    m_node = {};
    m_span = span;
    showAgain();
}

void ExplanationPane::clearExplanation() {
    m_document = nullptr;
    m_node = {};
    m_span = {};
    showAgain();
}

void ExplanationPane::changeEvent(QEvent* event) {
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        showAgain();
    }
}

void ExplanationPane::showAgain() {
    const Palette& palette = Palette::of(this->palette());
    if (m_document == nullptr || m_span.length == 0) {
        setHtml(coloured(tr("Select a field or a byte to see how it is read.").toHtmlEscaped(), palette.muted));
        return;
    }
    setHtml(m_node.isValid() ? fieldHtml(palette) : rangeHtml(palette));
}

QString ExplanationPane::rangeHtml(const Palette& palette) const {
    const QString place = paragraph(tr("%1 selected at offset %2")
                                        .arg(countText(m_span.length, tr("byte"), tr("bytes")))
                                        .arg(m_span.offset)
                                        .toHtmlEscaped());
    if (!hiddenBytes(*m_document, m_span.buffer, m_span.offset, m_span.end()).empty()) {
        return place + hiddenHtml(palette);
    }
    const ByteBuffer& buffer = *m_document->wholeOf(m_span.buffer)->tree->bytes;
    const ByteView bytes = ByteView(buffer).subspan(m_span.offset, m_span.length);
    return place + readingsHtml(byteReadings(bytes.first(std::min(bytes.size(), kReadBytes))), palette);
}

QString ExplanationPane::fieldHtml(const Palette& palette) const {
    const DocumentPart* part = m_document->partOf(m_node);
    if (part == nullptr) {
        return {};
    }
    // What is hidden is asked of the document.
    const ReadableOptions options{&m_registry, false};
    const NodeRef root = NodeRef::root(part->tree);
    const std::vector<Explanation> parts = partsOf(root, m_span, options);
    QString html = helpHtml(m_registry, deepestNodeAt(root, m_span.offset), palette);
    for (const QString& line : recordFieldLines(*part, m_node)) {
        html += paragraph(line.toHtmlEscaped());
    }
    const auto isHidden = [this](const Explanation& explained) {
        const bool isPrefix = explained.part != AnnotationPart::Value && explained.part != AnnotationPart::Gap;
        return !isPrefix && m_document->hides(explained.node);
    };
    for (const Explanation& explained : parts) {
        html += isHidden(explained) ? hiddenHtml(palette) : linesHtml(explained.lines);
    }
    if (!parts.empty()) {
        for (const std::string& remark : parts.front().remarks) {
            html += paragraph(coloured(escaped(remark), palette.error));
        }
    }
    if (m_node.parent().isValid()) {
        html += messageRemarksHtml(root, m_span, palette);
    }
    if (!parts.empty() && !isHidden(parts.back())) {
        html += readingsHtml(parts.back().readings, palette);
    }
    return html;
}

}  // namespace brokerscope
