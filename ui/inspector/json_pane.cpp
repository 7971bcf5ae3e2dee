#include "ui/inspector/json_pane.h"

#include "core/value/json_writer.h"
#include "ui/models/value_format.h"
#include "ui/style/fonts.h"
#include "ui/style/metrics.h"

namespace brokerscope {
namespace {

// A text widget lays out every line at once, so a larger message would keep the window waiting.
constexpr std::size_t kLargestMessage = 2'000'000;

}  // namespace

JsonPane::JsonPane(QWidget* parent) : QPlainTextEdit(parent) {
    setReadOnly(true);
    setFrameShape(QFrame::NoFrame);
    setLineWrapMode(NoWrap);
    setFont(monospaceFont());
    document()->setDocumentMargin(Metrics::Margin);
    setAccessibleName(tr("Message as JSON"));
}

void JsonPane::setTree(std::shared_ptr<const ValueTree> tree) {
    m_tree = std::move(tree);
    m_isWritten = false;
    if (isVisible()) {
        write();
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
    if (m_tree == nullptr) {
        clear();
        return;
    }
    if (m_tree->bytes->size() > kLargestMessage) {
        setPlainText(
            tr("This message has %1 bytes, too many to lay out as one text. Copy a part of it as JSON from the tree.")
                .arg(grouped(static_cast<std::int64_t>(m_tree->bytes->size()))));
        return;
    }
    const NodeRef root = NodeRef::root(m_tree);
    const NodeRef body = root.kind() == NodeKind::Frame && root.childCount() > 2 ? root.child(2) : root;
    setPlainText(QString::fromStdString(toJson(body, {true, 2})));
}

}  // namespace brokerscope
