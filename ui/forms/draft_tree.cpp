#include "ui/forms/draft_tree.h"

#include "ui/forms/draft_delegate.h"
#include "ui/models/roles.h"
#include "ui/widgets/field_columns.h"

#include <QContextMenuEvent>
#include <QInputDialog>
#include <QMenu>

namespace brokerscope {
namespace {

constexpr int kMostAtOnce = 100000;

}  // namespace

// What can be done to a row: by key and by menu, from one table.
struct DraftTree::Command {
    QKeySequence key;
    QString name;
    bool (*applies)(const DraftModel& model, const QModelIndex& row);
    void (*run)(DraftTree& tree, const QModelIndex& row);
};

const QList<DraftTree::Command>& DraftTree::commands() {
    using Model = const DraftModel&;
    using Row = const QModelIndex&;
    static const QList<Command> kCommands{
        {QKeySequence(Qt::Key_Insert), tr("Add"),
         [](Model m, Row r) { return m.isArray(r) || m.canHoldTags(r) || m.isElement(r); },
         [](DraftTree& t, Row r) { t.add(t.m_model.isElement(r) ? r.parent() : r); }},
        {QKeySequence(Qt::SHIFT | Qt::Key_Insert), tr("Add many…"), [](Model m, Row r) { return m.isArray(r); },
         [](DraftTree& t, Row r) { t.addMany(r); }},
        {QKeySequence(Qt::CTRL | Qt::Key_D), tr("Duplicate"), [](Model m, Row r) { return m.isElement(r); },
         [](DraftTree& t, Row r) { t.openNew(t.m_model.duplicate(r)); }},
        {QKeySequence(Qt::ALT | Qt::Key_Up), tr("Move up"), [](Model m, Row r) { return m.isElement(r); },
         [](DraftTree& t, Row r) { t.m_model.move(r, -1); }},
        {QKeySequence(Qt::ALT | Qt::Key_Down), tr("Move down"), [](Model m, Row r) { return m.isElement(r); },
         [](DraftTree& t, Row r) { t.m_model.move(r, 1); }},
        {QKeySequence(Qt::Key_Delete), tr("Remove"),
         [](Model m, Row r) {
             return m.isElement(r) || r.data(RowKindRole).toInt() == static_cast<int>(RowKind::UnknownTag);
         },
         [](DraftTree& t, Row r) { t.m_model.removeElement(r); }},
        {QKeySequence(Qt::CTRL | Qt::Key_0), tr("Null or a value"),
         [](Model /*m*/, Row r) { return r.data(NullableRole).toBool() || r.data(IsNullRole).toBool(); },
         [](DraftTree& t, Row r) { t.setNullOf(r); }},
        {QKeySequence(Qt::CTRL | Qt::Key_Backspace), tr("Back to the default"),
         [](Model /*m*/, Row r) {
             return r.data(TouchedRole).toBool() && r.data(RowKindRole).toInt() == static_cast<int>(RowKind::Field);
         },
         [](DraftTree& t, Row r) { t.m_model.resetToDefault(r); }},
        {QKeySequence(Qt::Key_Return), tr("Compose the records…"), [](Model m, Row r) { return m.holdsRecords(r); },
         [](DraftTree& t, Row r) { Q_EMIT t.recordsWanted(r); }},
        {QKeySequence(QKeySequence::Undo), tr("Undo"), [](Model m, Row /*r*/) { return m.canUndo(); },
         [](DraftTree& t, Row /*r*/) { t.m_model.undo(); }},
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), tr("Redo"), [](Model m, Row /*r*/) { return m.canRedo(); },
         [](DraftTree& t, Row /*r*/) { t.m_model.redo(); }}};
    return kCommands;
}

DraftTree::DraftTree(DraftModel& model, QWidget* parent)
    : QTreeView(parent), m_model(model), m_delegate(new DraftDelegate(this)) {
    setModel(&model);
    m_columns = new FieldColumns(*this);
    setItemDelegate(m_delegate);
    setEditTriggers(DoubleClicked | SelectedClicked | EditKeyPressed | AnyKeyPressed);
    setAccessibleName(tr("Fields of the request"));
    connect(this, &QAbstractItemView::entered, this, [this](const QModelIndex& index) {
        setHoveredRow(index);
        Q_EMIT rowHovered(m_model.node(index));
    });
    setUpReset();
}

void DraftTree::setUpReset() {
    connect(&m_model, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
        m_shown = m_model.isEmpty() ? nullptr : m_model.body().spec.get();
        m_beforeReset = TreeViewState::of(*this);
    });
    connect(&m_model, &QAbstractItemModel::modelReset, this, [this] {
        const bool same = !m_model.isEmpty() && m_shown != nullptr && m_shown->name == m_model.body().spec->name;
        if (same) {
            m_beforeReset.restore(*this);
        } else {
            openFirstRows();
        }
    });
    openFirstRows();
}

void DraftTree::openFirstRows() {
    expandToDepth(0);
    // Single structures are part of the message; arrays and tag sections are opened when wanted.
    for (int section = 0; section < m_model.rowCount(); ++section) {
        const QModelIndex above = m_model.index(section, 0);
        for (int row = 0; row < m_model.rowCount(above); ++row) {
            const QModelIndex index = m_model.index(row, 0, above);
            if (!m_model.canHoldTags(index)) {
                expand(index);
            }
        }
    }
}

void DraftTree::goTo(const QModelIndex& index) {
    if (!index.isValid()) {
        return;
    }
    for (QModelIndex above = index.parent(); above.isValid(); above = above.parent()) {
        expand(above);
    }
    setCurrentIndex(index.siblingAtColumn(TreeColumn::Value));
    scrollTo(index);
}

void DraftTree::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    QTreeView::currentChanged(current, previous);
    Q_EMIT rowSelected(m_model.node(current));
}

void DraftTree::setHoveredRow(const QModelIndex& index) {
    m_delegate->setHoveredRow(index);
    viewport()->update();
}

void DraftTree::setNullOf(const QModelIndex& index) {
    m_model.setNull(index, !index.data(IsNullRole).toBool());
}

void DraftTree::add(const QModelIndex& index) {
    m_model.canHoldTags(index) ? addTag(index) : openNew(m_model.addElement(index));
}

void DraftTree::addMany(const QModelIndex& index) {
    bool taken = false;
    const int count =
        QInputDialog::getInt(this, tr("Add many"), tr("How many elements?"), 10, 1, kMostAtOnce, 1, &taken);
    if (taken) {
        m_model.addElements(index, count);
    }
}

void DraftTree::addTag(const QModelIndex& tags) {
    bool taken = false;
    const int tag = QInputDialog::getInt(this, tr("Add a tag"), tr("Number of the tag:"), 99, 0, 2147483647, 1, &taken);
    if (taken) {
        openNew(m_model.addTag(tags, static_cast<std::uint32_t>(tag), {}));
    }
}

// The first cell of a new row that can be edited.
void DraftTree::openNew(const QModelIndex& index) {
    if (!index.isValid()) {
        return;
    }
    expand(index);
    QModelIndex cell = index;
    if ((index.siblingAtColumn(TreeColumn::Value).flags() & Qt::ItemIsEditable) == 0) {
        for (int row = 0; row < m_model.rowCount(index); ++row) {
            const QModelIndex child = m_model.index(row, 0, index);
            if ((child.siblingAtColumn(TreeColumn::Value).flags() & Qt::ItemIsEditable) != 0 &&
                child.data(InVersionRole).toBool()) {
                cell = child;
                break;
            }
        }
    }
    goTo(cell);
}

void DraftTree::keyPressEvent(QKeyEvent* event) {
    const QKeySequence pressed(event->keyCombination());
    const QModelIndex row = currentIndex().siblingAtColumn(TreeColumn::Field);
    for (const Command& command : commands()) {
        if (row.isValid() && pressed == command.key && command.applies(m_model, row)) {
            command.run(*this, row);
            return;
        }
    }
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isReturn && event->modifiers() == Qt::NoModifier && row.isValid() &&
        edit(row.siblingAtColumn(TreeColumn::Value), EditKeyPressed, event)) {
        return;
    }
    // Typing edits the value whatever column is current.
    if (row.isValid() && currentIndex().column() != TreeColumn::Value && !event->text().isEmpty() &&
        event->text()[0].isPrint()) {
        setCurrentIndex(row.siblingAtColumn(TreeColumn::Value));
    }
    QTreeView::keyPressEvent(event);
}

void DraftTree::mousePressEvent(QMouseEvent* event) {
    const QModelIndex index = indexAt(event->pos());
    const auto button = m_delegate->buttonAt(event->pos(), visualRect(index), index);
    const QModelIndex row = index.siblingAtColumn(TreeColumn::Field);
    switch (button) {
        case DraftDelegate::Button::Add:
            add(row);
            return;
        case DraftDelegate::Button::Records:
            Q_EMIT recordsWanted(row);
            return;
        case DraftDelegate::Button::Null:
            setNullOf(row);
            return;
        case DraftDelegate::Button::Default:
            m_model.resetToDefault(row);
            return;
        case DraftDelegate::Button::Remove:
            m_model.removeElement(row);
            return;
        case DraftDelegate::Button::None:
            break;
    }
    QTreeView::mousePressEvent(event);
}

void DraftTree::mouseMoveEvent(QMouseEvent* event) {
    QTreeView::mouseMoveEvent(event);
    const QModelIndex index = indexAt(event->pos());
    const bool onButton =
        index.isValid() && m_delegate->buttonAt(event->pos(), visualRect(index), index) != DraftDelegate::Button::None;
    viewport()->setCursor(onButton ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

// Records open where other fields are edited; as hex they are edited by F2.
void DraftTree::mouseDoubleClickEvent(QMouseEvent* event) {
    const QModelIndex index = indexAt(event->pos());
    if (index.column() == TreeColumn::Value && m_model.holdsRecords(index)) {
        Q_EMIT recordsWanted(index.siblingAtColumn(TreeColumn::Field));
        return;
    }
    QTreeView::mouseDoubleClickEvent(event);
}

bool DraftTree::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::Leave) {
        setHoveredRow({});
        Q_EMIT rowHovered({});
    }
    return QTreeView::viewportEvent(event);
}

void DraftTree::contextMenuEvent(QContextMenuEvent* event) {
    const QModelIndex row = indexAt(event->pos()).siblingAtColumn(TreeColumn::Field);
    if (!row.isValid()) {
        return;
    }
    const QPersistentModelIndex kept(row);
    QMenu menu(this);
    for (const Command& command : commands()) {
        if (command.applies(m_model, row)) {
            QAction* action = menu.addAction(command.name, this, [this, kept, run = command.run] {
                if (kept.isValid()) {
                    run(*this, kept);
                }
            });
            action->setShortcut(command.key);
        }
    }
    menu.exec(event->globalPos());
}

void DraftTree::resizeEvent(QResizeEvent* event) {
    QTreeView::resizeEvent(event);
    sizeColumns();
}

void DraftTree::sizeColumns() {
    m_columns->fit(std::max(fontMetrics().horizontalAdvance(tr("not in v%1").arg(99)),
                            fontMetrics().horizontalAdvance(QStringLiteral("9999+9999"))));
}

}  // namespace brokerscope
