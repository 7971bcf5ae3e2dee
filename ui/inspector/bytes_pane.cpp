#include "ui/inspector/bytes_pane.h"

#include "core/value/node_lookup.h"
#include "ui/hexview/hex_view.h"
#include "ui/inspector/copy_formats.h"
#include "ui/inspector/explanation_pane.h"
#include "ui/inspector/hex_looks.h"
#include "ui/inspector/node_link.h"
#include "ui/models/value_format.h"
#include "ui/widgets/title_bar.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QSplitter>
#include <QVBoxLayout>

namespace brokerscope {

QString placeText(const NodeRef& node) {
    if (!node.isValid()) {
        return {};
    }
    const ByteSpan span = node.span();
    const std::string path = node.path();
    const QString name = QString::fromStdString(path.empty() || node.kind() == NodeKind::Tags ? node.name() : path);
    return BytesPane::tr("%1 · offset %2, %3")
        .arg(name)
        .arg(span.offset)
        .arg(countText(span.length, BytesPane::tr("byte"), BytesPane::tr("bytes")));
}

BytesPane::BytesPane(const SchemaRegistry& registry, SelectionLink& link, QWidget* parent)
    : QWidget(parent)
    , m_link(link)
    , m_title(tr("Message"))
    , m_bar(new TitleBar({}, TitleBar::Height::Header))
    , m_hex(new HexView)
    , m_explanation(new ExplanationPane(registry))
    , m_splitter(new QSplitter(Qt::Vertical)) {
    m_splitter->addWidget(m_hex);
    m_splitter->addWidget(m_explanation);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_splitter, 1);
    setUpHex();
    connect(&m_link, &SelectionLink::selectionChanged, this, &BytesPane::showSelection);
    connect(&m_link, &SelectionLink::hoverChanged, this, &BytesPane::showHover);
    setTree(nullptr);
}

void BytesPane::setUpHex() {
    m_hex->setFrameShape(QFrame::NoFrame);
    m_hex->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_hex, &HexView::byteSelected, this, &BytesPane::selectByte);
    connect(m_hex, &HexView::byteHovered, this, &BytesPane::hoverByte);
    connect(m_hex, &HexView::rangeSelected, this, [this](quint64 offset, quint64 length) {
        if (m_tree != nullptr && length > 1) {
            m_explanation->explainRange(m_tree, {BufferId::Main, offset, length});
        }
    });
    connect(m_hex, &QWidget::customContextMenuRequested, this, &BytesPane::showMenu);
}

void BytesPane::setTree(std::shared_ptr<const ValueTree> tree) {
    m_tree = std::move(tree);
    m_hex->setBytes(m_tree != nullptr ? m_tree->bytes : nullptr);
    m_hex->setHighlightSource(
        [tree = m_tree](std::uint64_t from, std::uint64_t to) { return hexLooks(tree, from, to); });
    m_bar->setHeading(m_title);
    m_bar->setStatus(m_tree == nullptr ? QString() : countText(m_tree->bytes->size(), tr("byte"), tr("bytes")));
    showSelection(m_link.selection(), nullptr);
}

QSize BytesPane::sizeHint() const {
    return {m_hex->sizeHint().width(), QWidget::sizeHint().height()};
}

int BytesPane::widthWithoutText() const {
    return m_hex->widthWithoutText();
}

void BytesPane::setTitle(const QString& title) {
    m_title = title;
    setTree(m_tree);
}

void BytesPane::selectByte(std::uint64_t offset) {
    const NodeRef node = deepestNodeAt(NodeRef::root(m_tree), offset);
    if (!node.isValid()) {
        return;
    }
    m_hex->setFramed(node.span());
    m_explanation->explainField(m_tree, node.span());
    updateCaption(node);
    m_link.select(linkedTo(node), this);
}

void BytesPane::hoverByte(qint64 offset) {
    const NodeRef node =
        offset < 0 ? NodeRef() : deepestNodeAt(NodeRef::root(m_tree), static_cast<std::uint64_t>(offset));
    m_hex->setHovered(node.isValid() ? node.span() : ByteSpan{});
    m_link.hover(linkedTo(node), this);
    Q_EMIT pathHovered(placeText(node));
}

void BytesPane::showSelection(const LinkedSelection& selection, const QObject* origin) {
    if (origin == this) {
        return;
    }
    const NodeRef node = nodeOf(m_tree, selection);
    m_hex->setFramed(node.isValid() ? node.span() : ByteSpan{});
    updateCaption(node);
    if (node.isValid()) {
        m_explanation->explainField(m_tree, node.span());
    } else {
        m_explanation->clearExplanation();
    }
}

void BytesPane::showHover(const LinkedSelection& selection, const QObject* origin) {
    if (origin != this) {
        const NodeRef node = nodeOf(m_tree, selection);
        m_hex->setHovered(node.isValid() ? node.span() : ByteSpan{});
        Q_EMIT pathHovered(placeText(node));
    }
}

void BytesPane::updateCaption(const NodeRef& node) {
    m_bar->setFacts(placeText(node));
}

void BytesPane::showMenu(const QPoint& position) {
    if (m_tree == nullptr || m_hex->selection().isEmpty()) {
        return;
    }
    // One byte stands for the field that is framed around it.
    const HexSelection& selected = m_hex->selection();
    const ByteSpan framed = m_hex->framed();
    const ByteSpan span = selected.length() > 1 || framed.length == 0
                              ? ByteSpan{BufferId::Main, selected.first(), selected.length()}
                              : framed;
    QMenu menu(this);
    for (const CopyFormat format : byteCopyFormats()) {
        menu.addAction(copyFormatName(format), this, [this, span, format] {
            QGuiApplication::clipboard()->setText(
                copiedBytes(ByteView(*m_tree->bytes).subspan(span.offset, span.length), span.offset, format));
        });
    }
    menu.addSeparator();
    menu.addActions(actions());
    menu.exec(m_hex->viewport()->mapToGlobal(position));
}

}  // namespace brokerscope
