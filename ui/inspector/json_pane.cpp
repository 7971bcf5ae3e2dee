#include "ui/inspector/json_pane.h"

#include "core/text/decode_answer.h"
#include "core/text/document_json.h"
#include "core/value/json_writer.h"
#include "ui/models/hidden_bytes.h"
#include "ui/models/open_document.h"
#include "ui/models/value_format.h"
#include "ui/style/metrics.h"
#include "ui/widgets/font_follower.h"

#include <QScrollBar>

namespace brokerscope {
namespace {

// A text widget lays out every line at once, so a larger message would keep the window waiting.
constexpr std::size_t kLargestMessage = 2'000'000;
constexpr std::size_t kLongestText = 4'000'000;  // with what was opened; records have many lines

}  // namespace

JsonPane::JsonPane(QWidget* parent) : QPlainTextEdit(parent) {
    setReadOnly(true);
    setFrameShape(QFrame::NoFrame);
    setLineWrapMode(NoWrap);
    followMonospaceFont(*this);
    document()->setDocumentMargin(Metrics::Margin);
    setAccessibleName(tr("Message as JSON"));
    m_writing.setSingleShot(true);
    connect(&m_writing, &QTimer::timeout, this, &JsonPane::write);
}

void JsonPane::setDocument(std::shared_ptr<OpenDocument> document) {
    if (m_document != nullptr) {
        disconnect(m_document.get(), nullptr, this, nullptr);
    }
    m_document = std::move(document);
    if (m_document != nullptr) {
        connect(m_document.get(), &OpenDocument::opened, this, &JsonPane::writeAgain);
        connect(m_document.get(), &OpenDocument::secretsShown, this, &JsonPane::writeAgain);
    }
    m_isWritten = false;
    if (isVisible()) {
        write();
    }
}

void JsonPane::writeAgain() {
    m_isWritten = false;
    if (isVisible() && !m_writing.isActive()) {
        m_writing.start();
    }
}

void JsonPane::showEvent(QShowEvent* event) {
    QPlainTextEdit::showEvent(event);
    if (!m_isWritten) {
        write();
    }
}

void JsonPane::write() {
    m_isWritten = true;
    m_writing.stop();
    if (m_document == nullptr) {
        clear();
        return;
    }
    const std::size_t size = m_document->message()->bytes->size();
    if (size > kLargestMessage) {
        setPlainText(
            tr("This message has %1 bytes, too many to lay out as one text. Copy a part of it as JSON from the tree.")
                .arg(grouped(static_cast<std::int64_t>(size))));
        return;
    }
    const int place = verticalScrollBar()->value();
    setPlainText(QString::fromStdString(text()));
    verticalScrollBar()->setValue(place);
}

std::string JsonPane::text() const {
    const NodeRef body = bodyNode(NodeRef::root(m_document->message()));
    const JsonOptions options = shownJson(*m_document);
    std::string text = toOpenedJson(
        body, [this](const NodeRef& node) { return m_document->openedAt(node); }, options);
    return text.size() <= kLongestText ? text : toJson(body, options);
}

}  // namespace brokerscope
