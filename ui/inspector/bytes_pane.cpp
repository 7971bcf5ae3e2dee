#include "ui/inspector/bytes_pane.h"

#include "ui/hexview/hex_view.h"
#include "ui/inspector/buffer_tabs.h"
#include "ui/inspector/bytes_and_explanation.h"
#include "ui/inspector/explanation_pane.h"
#include "ui/inspector/hex_looks.h"
#include "ui/inspector/save_bytes.h"
#include "ui/models/hidden_bytes.h"
#include "ui/models/open_document.h"
#include "ui/models/record_field_texts.h"
#include "ui/models/value_format.h"
#include "ui/widgets/title_bar.h"

#include <QFileDialog>
#include <QMenu>
#include <QVBoxLayout>

namespace brokerscope {

QString placeText(const OpenDocument& document, const NodeRef& node) {
    if (!node.isValid()) {
        return {};
    }
    const ByteSpan span = node.span();
    const std::string path = document.fullPath(node);
    const QString name = QString::fromStdString(path.empty() || node.kind() == NodeKind::Tags ? node.name() : path);
    return BytesPane::tr("%1 · byte %2, %3")
        .arg(name)
        .arg(span.offset)
        .arg(countText(span.length, BytesPane::tr("byte"), BytesPane::tr("bytes")));
}

BytesPane::BytesPane(const SchemaRegistry& registry, SelectionLink& link, QWidget* parent)
    : QWidget(parent)
    , m_link(link)
    , m_copying(this)
    , m_title(tr("Message"))
    , m_bar(new TitleBar({}, TitleBar::Height::Header))
    , m_tabs(new BufferTabs)
    , m_hex(new HexView)
    , m_explanation(new ExplanationPane(registry))
    , m_splitter(new BytesAndExplanation(*m_hex, m_explanation)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_tabs);
    layout->addWidget(m_splitter, 1);
    setUpHex();
    connect(m_tabs, &BufferTabs::bufferChosen, this, &BytesPane::showBuffer);
    connect(m_tabs, &BufferTabs::originWanted, this, &BytesPane::goToOrigin);
    connect(&m_link, &SelectionLink::selectionChanged, this, &BytesPane::showSelection);
    connect(&m_link, &SelectionLink::hoverChanged, this, &BytesPane::showHover);
    setDocument(nullptr);
}

void BytesPane::setUpHex() {
    m_hex->setFrameShape(QFrame::NoFrame);
    m_hex->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_hex, &HexView::byteSelected, this, &BytesPane::selectByte);
    connect(m_hex, &HexView::byteHovered, this, &BytesPane::hoverByte);
    connect(m_hex, &HexView::rangeSelected, this, &BytesPane::showRange);
    connect(m_hex, &QWidget::customContextMenuRequested, this, &BytesPane::showMenu);
}

void BytesPane::setDocument(std::shared_ptr<OpenDocument> document) {
    if (m_document != nullptr) {
        disconnect(m_document.get(), nullptr, this, nullptr);
    }
    m_document = std::move(document);
    if (m_document != nullptr) {
        connect(m_document.get(), &OpenDocument::opened, this, [this] {
            m_tabs->setDocument(m_document, m_buffer);
            showLooks();
        });
        connect(m_document.get(), &OpenDocument::secretsShown, this, [this] {
            showLooks();
            m_explanation->showAgain();
        });
    }
    showBuffer(BufferId::Main);
    showSelection(m_link.selection(), nullptr);
}

std::shared_ptr<const ValueTree> BytesPane::tree() const {
    const DocumentPart* whole = m_document != nullptr ? m_document->wholeOf(m_buffer) : nullptr;
    return whole != nullptr ? whole->tree : nullptr;
}

void BytesPane::showBuffer(BufferId buffer) {
    m_buffer = buffer;
    m_framed = {};
    showCovered({});
    const std::shared_ptr<const ValueTree> whole = tree();
    m_hex->setBytes(whole != nullptr ? whole->bytes : nullptr);
    m_splitter->share();
    m_hex->setFramed({});
    showLooks();
    m_tabs->setDocument(m_document, m_buffer);
    m_bar->setHeading(heading());
    m_bar->setStatus(whole == nullptr ? QString() : countText(whole->bytes->size(), tr("byte"), tr("bytes")));
    m_bar->setFacts({});
    m_explanation->clearExplanation();
    Q_EMIT bufferShown();
}

QString BytesPane::heading() const {
    return m_buffer == BufferId::Main ? m_title : tr("Decompressed");
}

void BytesPane::showLooks() {
    m_hex->setHighlightSource([this](std::uint64_t from, std::uint64_t to) {
        static const std::vector<ByteSpan> kNone;
        return m_document != nullptr
                   ? hexLooks(*m_document, m_buffer, from, to, m_buffer == BufferId::Main ? m_changed : kNone)
                   : HexHighlights();
    });
}

void BytesPane::setChanged(std::vector<ByteSpan> changed) {
    m_changed = std::move(changed);
    showLooks();
}

void BytesPane::showRange(quint64 offset, quint64 length) {
    if (m_document == nullptr || length < 2) {
        return;
    }
    m_explanation->explainRange(m_document, {m_buffer, offset, length});
    const quint64 last = offset + length - 1;
    m_bar->setFacts(tr("%1 to %2 (0x%3 to 0x%4), %5")
                        .arg(offset)
                        .arg(last)
                        .arg(offset, 0, 16)
                        .arg(last, 0, 16)
                        .arg(countText(length, tr("byte"), tr("bytes"))));
}

std::optional<std::uint64_t> BytesPane::place() const {
    if (m_document == nullptr || m_hex->selection().isEmpty()) {
        return std::nullopt;
    }
    const bool isFramed = m_framed.isValid() && m_hex->framed().length > 0;
    return isFramed && !m_hex->hasFocus() ? m_hex->framed().offset : m_hex->selection().cursor();
}

void BytesPane::saveBytes(const ByteSpan& span) {
    if (m_document == nullptr || span.length == 0) {
        return;
    }
    const QString path = QFileDialog::getSaveFileName(this, tr("Save bytes"), QStringLiteral("bytes.bin"));
    if (!path.isEmpty()) {
        saveBytesTo(span, path);
    }
}

void BytesPane::saveBytesTo(const ByteSpan& span, const QString& path) {
    m_saving.start(
        this, [bytes = shownBytes(*m_document, span), path](const CancelToken&) { return saveToFile(bytes, path); },
        [this](const QString& sentence) { Q_EMIT saved(sentence); });
}

void BytesPane::addLayoutMenu(QMenu& menu) {
    const auto add = [this](QMenu& to, const QString& name, const HexOptions& options) {
        QAction* action = to.addAction(name, this, [this, options] { Q_EMIT optionsChosen(options); });
        action->setCheckable(true);
        action->setChecked(m_hex->options() == options);
    };
    const HexOptions now = m_hex->options();
    QMenu* columns = menu.addMenu(tr("Bytes in a row"));
    for (const int count : {8, 16, 24, 32}) {
        add(*columns, QString::number(count), {count, now.offsets});
    }
    add(*columns, tr("As many as fit"), {0, now.offsets});
    QMenu* offsets = menu.addMenu(tr("Offsets"));
    add(*offsets, tr("Hexadecimal"), {now.columns, HexOffsets::Hex});
    add(*offsets, tr("Decimal"), {now.columns, HexOffsets::Decimal});
}

// To the field whose bytes were decompressed.
void BytesPane::goToOrigin() {
    const DocumentPart* whole = m_document != nullptr ? m_document->wholeOf(m_buffer) : nullptr;
    if (whole != nullptr && whole->owner.isValid()) {
        m_link.select(m_document->linkedTo(whole->owner), nullptr);
    }
}

NodeRef BytesPane::nodeAt(std::uint64_t offset) const {
    return m_document != nullptr ? m_document->nodeAt(m_buffer, offset) : NodeRef();
}

void BytesPane::frame(const NodeRef& node, ByteSpan span) {
    m_hex->setFramed(span);
    m_framed = node;
    showCovered({});
    m_explanation->explainField(m_document, node);
    updateCaption(node);
}

// What the field under the mouse covers, else the chosen one. Both lie in the buffer that is shown.
void BytesPane::showCovered(const NodeRef& hovered) {
    const auto covered = coveredBytes(hovered);
    m_hex->setCovered(covered ? *covered : coveredBytes(m_framed).value_or(ByteSpan{}));
}

QSize BytesPane::sizeHint() const {
    return {m_hex->sizeHint().width(), QWidget::sizeHint().height()};
}

int BytesPane::widthWithoutText() const {
    return m_hex->widthWithoutText();
}

void BytesPane::setTitle(const QString& title) {
    m_title = title;
    m_bar->setHeading(heading());
}

void BytesPane::selectByte(std::uint64_t offset) {
    const NodeRef node = nodeAt(offset);
    if (node.isValid()) {
        frame(node, node.span());
        m_link.select(m_document->linkedTo(node), this);
    }
}

void BytesPane::hoverByte(qint64 offset) {
    const NodeRef node = offset < 0 ? NodeRef() : nodeAt(static_cast<std::uint64_t>(offset));
    m_hex->setHovered(node.isValid() ? node.span() : ByteSpan{});
    showCovered(node);
    m_link.hover(node.isValid() ? m_document->linkedTo(node) : LinkedSelection{}, this);
    Q_EMIT pathHovered(node.isValid() ? placeText(*m_document, node) : QString());
}

void BytesPane::showSelection(const LinkedSelection& selection, const QObject* origin) {
    if (origin == this) {
        return;
    }
    const NodeRef node = m_document != nullptr ? m_document->nodeOf(selection) : NodeRef();
    if (!node.isValid()) {
        m_framed = {};
        m_hex->setFramed({});
        showCovered({});
        m_bar->setFacts({});
        m_explanation->clearExplanation();
        return;
    }
    // A buffer that somebody looks at stays until a field of another one is chosen.
    const BufferId buffer = m_document->partOf(node)->buffer;
    if (buffer != m_buffer) {
        showBuffer(buffer);
    }
    frame(node, selection.node ? node.span() : selection.span);
}

void BytesPane::showHover(const LinkedSelection& selection, const QObject* origin) {
    if (origin == this) {
        return;
    }
    const NodeRef node = m_document != nullptr ? m_document->nodeOf(selection) : NodeRef();
    const bool isHere = node.isValid() && m_document->partOf(node)->buffer == m_buffer;
    m_hex->setHovered(isHere ? node.span() : ByteSpan{});
    showCovered(isHere ? node : NodeRef());
    Q_EMIT pathHovered(node.isValid() ? placeText(*m_document, node) : QString());
}

void BytesPane::updateCaption(const NodeRef& node) {
    m_bar->setFacts(node.isValid() ? placeText(*m_document, node) : QString());
}

void BytesPane::showMenu(const QPoint& position) {
    const std::shared_ptr<const ValueTree> whole = tree();
    if (whole == nullptr || m_hex->selection().isEmpty()) {
        return;
    }
    // One byte stands for the field that is framed around it.
    const HexSelection& selected = m_hex->selection();
    const ByteSpan framed = m_hex->framed();
    const ByteSpan span = selected.length() > 1 || framed.length == 0
                              ? ByteSpan{BufferId::Main, selected.first(), selected.length()}
                              : framed;
    const ByteSpan copied{m_buffer, span.offset, span.length};
    const bool isMasked = !hiddenBytes(*m_document, m_buffer, span.offset, span.end()).empty();
    QMenu menu(this);
    for (const CopyFormat format : byteCopyFormats()) {
        menu.addAction(copyFormatName(format, isMasked), this, [this, document = m_document, copied, format] {
            m_copying.copyBytes(*document, copied, format);
        });
    }
    menu.addAction(tr("Save bytes…"), this, [this, copied] { saveBytes(copied); });
    menu.addSeparator();
    addLayoutMenu(menu);
    menu.addSeparator();
    menu.addActions(actions());
    menu.exec(m_hex->viewport()->mapToGlobal(position));
}

}  // namespace brokerscope
