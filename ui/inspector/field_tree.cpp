#include "ui/inspector/field_tree.h"

#include "ui/inspector/field_delegate.h"
#include "ui/models/hidden_bytes.h"
#include "ui/models/roles.h"
#include "ui/models/value_tree_model.h"
#include "ui/style/metrics.h"
#include "ui/widgets/field_columns.h"

#include <QContextMenuEvent>
#include <QMenu>

namespace brokerscope {
namespace {

constexpr int kRowsOpenedAtOnce = 24;  // children of a row that is opened without being asked
constexpr int kMostRowsOpened = 5000;  // at the wish for everything below a row, so that the window goes on

QString kindOfMessage(const std::shared_ptr<const ValueTree>& tree) {
    return tree == nullptr || tree->layouts.empty() ? QString()
                                                    : QString::fromStdString(tree->layouts.back()->spec->name);
}

// Of the widest "offset+size" of a message.
int widthOfBytes(const QFontMetrics& metrics, std::uint64_t size) {
    const QString digits = QString::number(std::max<std::uint64_t>(size, 999));
    return metrics.horizontalAdvance(digits + QLatin1Char('+') + digits);
}

}  // namespace

FieldTree::FieldTree(ValueTreeModel& model, SelectionLink& link, QWidget* parent)
    : QTreeView(parent), m_model(model), m_link(link), m_copying(this) {
    setModel(&model);
    m_columns = new FieldColumns(*this);
    setItemDelegate(new FieldDelegate(this));
    setAccessibleName(tr("Fields of the message"));
    setHorizontalScrollMode(ScrollPerPixel);
    connect(this, &QAbstractItemView::entered, this, [this](const QModelIndex& index) {
        setHoveredRow(index);
        m_link.hover(m_model.selectionOf(index), this);
    });
    // A view fetches only what it lays out at once.
    connect(this, &QTreeView::expanded, this, [this](const QModelIndex& index) { m_model.fetchMore(index); });
    connect(&m_link, &SelectionLink::selectionChanged, this, &FieldTree::showSelection);
    connect(&m_link, &SelectionLink::hoverChanged, this, &FieldTree::showHover);
}

void FieldTree::showDocument(std::shared_ptr<OpenDocument> document) {
    const std::shared_ptr<const ValueTree> tree = document != nullptr ? document->message() : nullptr;
    // Between two messages there may be none: while one waits for the second.
    if (m_model.tree() != nullptr) {
        m_lastKind = kindOfMessage(m_model.tree());
        m_before = TreeViewState::of(*this);
    }
    const bool isAlike = tree != nullptr && kindOfMessage(tree) == m_lastKind && !m_before.isEmpty();
    m_quiet = true;
    m_model.setDocument(std::move(document));
    showRemarksWhole();
    sizeColumns();
    if (isAlike) {
        m_before.restore(*this);
    } else {
        openUntilFull();
    }
    m_quiet = false;
    if (currentIndex().isValid()) {
        m_link.select(m_model.selectionOf(currentIndex()), this);
    }
}

// Remarks on the message have its first rows, one sentence each.
void FieldTree::showRemarksWhole() {
    int remarks = 0;
    while (m_model.index(remarks, 0).data(RowKindRole).toInt() == static_cast<int>(RowKind::Remark)) {
        setFirstColumnSpanned(remarks++, {}, true);
    }
    setUniformRowHeights(remarks == 0);
}

void FieldTree::openUntilFull() {
    const int room = std::max(viewport()->height() / brokerscope::rowHeight(), kRowsOpenedAtOnce) * 2;
    std::deque<QModelIndex> top;
    for (int row = 0; row < m_model.rowCount(); ++row) {
        top.push_back(m_model.index(row, 0));
    }
    open(std::move(top), room, kRowsOpenedAtOnce);
}

// Breadth first, so that what is near is seen before what is deep. The given rows are opened whatever they hold, those
// below them as long as there is room.
void FieldTree::open(std::deque<QModelIndex> pending, int room, int mostChildren) {
    for (std::size_t given = pending.size(); !pending.empty() && room > 0; given -= given > 0 ? 1 : 0) {
        const QModelIndex index = pending.front();
        pending.pop_front();
        const int children = m_model.rowCount(index);
        if (children == 0 && m_model.canFetchMore(index) && (given > 0 || isRecordsField(index))) {
            expand(index);
            m_model.fetchMore(index);
        }
        if (children == 0 || (given == 0 && children > std::min(room, mostChildren))) {
            continue;
        }
        expand(index);
        room -= children;
        for (int row = 0; row < std::min(children, mostChildren); ++row) {
            pending.push_back(m_model.index(row, 0, index));
        }
    }
}

// Batches are seen at once, records and structures when somebody opens them.
bool FieldTree::isRecordsField(const QModelIndex& index) const {
    const NodeRef node = m_model.node(index);
    const DocumentPart* part = m_model.document()->partOf(node);
    return node.kind() == NodeKind::Records && part != nullptr && part->kind == PartKind::Message;
}

void FieldTree::selectNode(const NodeRef& node) {
    const QModelIndex index = m_model.indexOf(node);
    if (!index.isValid()) {
        return;
    }
    for (QModelIndex above = index.parent(); above.isValid(); above = above.parent()) {
        expand(above);
    }
    setCurrentIndex(index);
    scrollTo(index);
}

void FieldTree::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    QTreeView::currentChanged(current, previous);
    if (!m_quiet && current.isValid()) {
        m_link.select(m_model.selectionOf(current), this);
    }
}

NodeRef FieldTree::nodeOf(const LinkedSelection& selection) const {
    return m_model.document() != nullptr ? m_model.document()->nodeOf(selection) : NodeRef();
}

void FieldTree::showSelection(const LinkedSelection& selection, const QObject* origin) {
    if (origin == this) {
        return;
    }
    m_quiet = true;
    const NodeRef node = nodeOf(selection);
    if (node.isValid()) {
        selectNode(node);
    } else {
        clearSelection();
    }
    m_quiet = false;
}

void FieldTree::showHover(const LinkedSelection& selection, const QObject* origin) {
    if (origin == this) {
        return;
    }
    // A closed row stands for what is below it.
    QModelIndex index = m_model.indexOf(nodeOf(selection));
    for (QModelIndex above = index.parent(); above.isValid(); above = above.parent()) {
        if (!isExpanded(above)) {
            index = above;
        }
    }
    setHoveredRow(index);
}

void FieldTree::setHoveredRow(const QModelIndex& index) {
    auto* delegate = static_cast<FieldDelegate*>(itemDelegate());
    delegate->setHovered(index.siblingAtColumn(0));
    viewport()->update();
}

bool FieldTree::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::Leave) {
        setHoveredRow({});
        m_link.hover({}, this);
    }
    return QTreeView::viewportEvent(event);
}

void FieldTree::resizeEvent(QResizeEvent* event) {
    QTreeView::resizeEvent(event);
    sizeColumns();
}

void FieldTree::sizeColumns() {
    const std::uint64_t size = m_model.tree() != nullptr ? m_model.tree()->bytes->size() : 0;
    m_columns->fit(widthOfBytes(fontMetrics(), size));
    if (!uniformRowHeights()) {
        scheduleDelayedItemsLayout();  // a sentence may need other lines now
    }
}

void FieldTree::copy(int format) {
    const NodeRef node = m_model.node(currentIndex());
    const QString value = currentIndex().data(RawValueRole).toString();
    if (m_model.document() != nullptr) {
        m_copying.copyNode(*m_model.document(), node, value, static_cast<CopyFormat>(format));
    }
}

void FieldTree::contextMenuEvent(QContextMenuEvent* event) {
    if (!currentIndex().isValid()) {
        return;
    }
    const bool isMasked = holdsHidden(*m_model.document(), m_model.node(currentIndex()));
    QMenu menu(this);
    for (const CopyFormat format :
         nodeCopyFormats(holdsHidden(*m_model.document(), NodeRef::root(m_model.document()->message())))) {
        menu.addAction(copyFormatName(format, isMasked), this, [this, format] { copy(static_cast<int>(format)); });
    }
    menu.addAction(tr("Save bytes…"), this, [this] {
        const NodeRef node = m_model.node(currentIndex());
        const DocumentPart* part = m_model.document()->partOf(node);
        Q_EMIT saveWanted(part != nullptr ? Document::span(*part, node) : ByteSpan());
    });
    menu.addSeparator();
    menu.addAction(tr("Open all below"), this,
                   [this] { open({currentIndex().siblingAtColumn(0)}, kMostRowsOpened, kMostRowsOpened); });
    menu.addAction(tr("Close"), this, [this] { collapse(currentIndex().siblingAtColumn(0)); });
    menu.addSeparator();
    menu.addActions(actions());
    menu.exec(event->globalPos());
}

void FieldTree::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) {
        copy(static_cast<int>(CopyFormat::Value));
        return;
    }
    QTreeView::keyPressEvent(event);
}

}  // namespace brokerscope
