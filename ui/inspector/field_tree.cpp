#include "ui/inspector/field_tree.h"

#include "ui/inspector/copy_formats.h"
#include "ui/inspector/field_delegate.h"
#include "ui/inspector/node_link.h"
#include "ui/models/roles.h"
#include "ui/models/value_tree_model.h"
#include "ui/style/metrics.h"
#include "ui/widgets/field_columns.h"
#include "ui/widgets/tree_view_state.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>

#include <deque>

namespace brokerscope {
namespace {

constexpr int kLeastWidth = 260;
constexpr int kIndentation = 16;
constexpr int kCellRoom = 16;          // around the text of a cell
constexpr int kRowsOpenedAtOnce = 24;  // children of a row that is opened without being asked

QString kindOfMessage(const std::shared_ptr<const ValueTree>& tree) {
    return tree == nullptr || tree->layouts.empty() ? QString()
                                                    : QString::fromStdString(tree->layouts.back()->spec->name);
}

// Of the widest "offset+size" of a message.
int widthOfBytes(const QFontMetrics& metrics, std::uint64_t size) {
    const QString digits = QString::number(std::max<std::uint64_t>(size, 999));
    return metrics.horizontalAdvance(digits + QLatin1Char('+') + digits) + kCellRoom;
}

}  // namespace

FieldTree::FieldTree(ValueTreeModel& model, SelectionLink& link, QWidget* parent)
    : QTreeView(parent), m_model(model), m_link(link) {
    setModel(&model);
    setItemDelegate(new FieldDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setUniformRowHeights(true);
    setIndentation(kIndentation);
    setAllColumnsShowFocus(true);
    setMouseTracking(true);
    setAccessibleName(tr("Fields of the message"));
    setMinimumWidth(kLeastWidth);
    setHorizontalScrollMode(ScrollPerPixel);
    header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header()->setMinimumSectionSize(40);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(ValueColumn, QHeaderView::Stretch);
    connect(header(), &QHeaderView::sectionResized, this,
            [this] { m_sizedByHand = m_sizedByHand || QGuiApplication::mouseButtons() != Qt::NoButton; });
    connect(this, &QAbstractItemView::entered, this, [this](const QModelIndex& index) {
        setHoveredRow(index);
        m_link.hover(linkedTo(m_model.node(index)), this);
    });
    connect(&m_link, &SelectionLink::selectionChanged, this, &FieldTree::showSelection);
    connect(&m_link, &SelectionLink::hoverChanged, this, &FieldTree::showHover);
}

void FieldTree::showTree(std::shared_ptr<const ValueTree> tree) {
    const bool isAlike = kindOfMessage(tree) == kindOfMessage(m_model.tree());
    const TreeViewState state = isAlike ? TreeViewState::of(*this) : TreeViewState();
    m_quiet = true;
    m_model.setTree(std::move(tree));
    if (!m_sizedByHand) {
        sizeColumns();
    }
    if (state.isEmpty()) {
        openUntilFull();
    } else {
        state.restore(*this);
    }
    m_quiet = false;
}

// Breadth first, so that what is near the top is seen before what is deep.
void FieldTree::openUntilFull() {
    int room = std::max(viewport()->height() / brokerscope::rowHeight(), kRowsOpenedAtOnce) * 2;
    std::deque<QModelIndex> pending;
    for (int row = 0; row < m_model.rowCount(); ++row) {
        pending.push_back(m_model.index(row, 0));
    }
    while (!pending.empty() && room > 0) {
        const QModelIndex index = pending.front();
        pending.pop_front();
        const int children = m_model.rowCount(index);
        const bool isTop = !index.parent().isValid();
        if (children == 0 || (!isTop && children > std::min(room, kRowsOpenedAtOnce))) {
            continue;
        }
        expand(index);
        room -= children;
        for (int row = 0; row < std::min(children, kRowsOpenedAtOnce); ++row) {
            pending.push_back(m_model.index(row, 0, index));
        }
    }
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
        m_link.select(linkedTo(m_model.node(current)), this);
    }
}

void FieldTree::showSelection(const LinkedSelection& selection, const QObject* origin) {
    if (origin == this) {
        return;
    }
    m_quiet = true;
    const NodeRef node = nodeOf(m_model.tree(), selection);
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
    QModelIndex index = m_model.indexOf(nodeOf(m_model.tree(), selection));
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
    if (!m_sizedByHand) {
        sizeColumns();
    }
}

void FieldTree::sizeColumns() {
    const std::uint64_t size = m_model.tree() != nullptr ? m_model.tree()->bytes->size() : 0;
    fitFieldColumns(*this, widthOfBytes(fontMetrics(), size));
}

void FieldTree::copy(int format) {
    const NodeRef node = m_model.node(currentIndex());
    const QString value = currentIndex().data(RawValueRole).toString();
    QGuiApplication::clipboard()->setText(copiedNode(node, value, static_cast<CopyFormat>(format)));
}

void FieldTree::contextMenuEvent(QContextMenuEvent* event) {
    if (!currentIndex().isValid()) {
        return;
    }
    QMenu menu(this);
    for (const CopyFormat format : nodeCopyFormats()) {
        menu.addAction(copyFormatName(format), this, [this, format] { copy(static_cast<int>(format)); });
    }
    menu.addSeparator();
    menu.addAction(tr("Open all below"), this, [this] { expandRecursively(currentIndex(), 8); });
    menu.addAction(tr("Close all below"), this, [this] { collapse(currentIndex()); });
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
