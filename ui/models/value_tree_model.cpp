#include "ui/models/value_tree_model.h"

#include "core/records/record_formats.h"
#include "core/value/node_lookup.h"
#include "ui/models/value_tree_row.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::size_t kMostRemarks = 50;  // on the whole of a message

// What is shown of a part: its fields, or the batches or records without the array that they are in.
NodeRef shownOf(const DocumentPart& part) {
    const NodeRef root = NodeRef::root(part.tree);
    const bool isSet =
        !part.tree->layouts.empty() && part.tree->layouts.back() == RecordFormats::embedded().recordSet();
    const bool isList = isSet || part.kind == PartKind::Records;
    return isList && root.childCount() == 1 ? root.child(0) : root;
}

}  // namespace

ValueTreeModel::ValueTreeModel(FieldTexts texts, QObject* parent)
    : QAbstractItemModel(parent), m_texts(std::move(texts)), m_root(std::make_unique<Row>()) {}

ValueTreeModel::~ValueTreeModel() = default;

void ValueTreeModel::setDocument(std::shared_ptr<OpenDocument> document) {
    beginResetModel();
    if (m_document != nullptr) {
        disconnect(m_document.get(), nullptr, this, nullptr);
    }
    m_document = std::move(document);
    m_counts.clear();
    m_root = std::make_unique<Row>();
    if (m_document != nullptr) {
        for (const DocumentPart* part : m_document->parts()) {
            m_counts.emplace(part, DiagnosticCounts(part->tree));
        }
        m_root->node = NodeRef::root(m_document->message());
        m_root->within = m_document->parts().front();
        m_root->below = shownOf(*m_root->within);
        m_root->setExtent(0, m_root->below.childCount());
        m_root->prefixes = std::min(m_root->node.diagnostics().size(), kMostRemarks);
        connect(m_document.get(), &OpenDocument::opened, this, &ValueTreeModel::showOpened);
        connect(m_document.get(), &OpenDocument::secretsShown, this, [this] { setTexts(m_texts); });
        m_texts.showSecrets(m_document->showsSecrets());
    }
    endResetModel();
}

std::shared_ptr<const ValueTree> ValueTreeModel::tree() const {
    return m_document != nullptr ? m_document->message() : nullptr;
}

void ValueTreeModel::setTexts(FieldTexts texts) {
    Q_EMIT layoutAboutToBeChanged();
    m_texts = std::move(texts);
    m_texts.showSecrets(m_document != nullptr && m_document->showsSecrets());
    Q_EMIT layoutChanged();
}

ValueTreeModel::Row* ValueTreeModel::rowOf(const QModelIndex& index) const {
    return index.isValid() ? static_cast<Row*>(index.internalPointer()) : m_root.get();
}

ValueTreeModel::Row* ValueTreeModel::childRow(Row& parent, std::size_t position) const {
    std::unique_ptr<Row>& slot = parent.children[position];
    if (slot != nullptr) {
        return slot.get();
    }
    slot = std::make_unique<Row>();
    slot->parent = &parent;
    slot->position = position;
    slot->within = parent.opened != nullptr ? parent.opened : parent.within;
    if (position < parent.prefixes && &parent == m_root.get()) {
        slot->node = parent.node;
        slot->remark = parent.node.diagnostics()[position];
        return slot.get();
    }
    if (position < parent.prefixes) {
        slot->node = parent.node;
        slot->within = parent.within;
        slot->prefix = &parent.opened->prefixes[position];
        return slot.get();
    }
    const std::size_t first = parent.first + (position - parent.prefixes) * parent.step;
    slot->isRange = parent.step > 1;
    if (slot->isRange) {
        slot->node = parent.below;
        slot->below = parent.below;
        slot->setExtent(first, std::min(parent.step, parent.first + parent.count - first));
    } else {
        slot->node = parent.below.child(first);
        fill(*slot);
    }
    return slot.get();
}

// The rows below a node's row.
void ValueTreeModel::fill(Row& row) const {
    row.below = row.node;
    if (m_document->mayOpen(row.node)) {
        row.opened = m_document->openedAt(row.node);
    }
    if (row.opened != nullptr && row.opened->tree != nullptr) {
        row.below = shownOf(*row.opened);
        row.prefixes = row.opened->prefixes.size();
    }
    row.setExtent(0, row.below.isValid() ? row.below.childCount() : 0);
}

bool ValueTreeModel::hasChildren(const QModelIndex& parent) const {
    return parent.column() <= 0 && (rowOf(parent)->rows() > 0 || canFetchMore(parent));
}

bool ValueTreeModel::canFetchMore(const QModelIndex& parent) const {
    const Row& row = *rowOf(parent);
    return parent.column() <= 0 && row.isPlain() && row.opened == nullptr && m_document->mayOpen(row.node) &&
           !m_document->wasOpened(row.node);
}

void ValueTreeModel::fetchMore(const QModelIndex& parent) {
    if (canFetchMore(parent)) {
        m_document->open(rowOf(parent)->node);
    }
}

void ValueTreeModel::showOpened(const NodeRef& node) {
    const QModelIndex index = indexOf(node);
    if (!index.isValid()) {
        return;
    }
    Row& row = *rowOf(index);
    Row filled;
    filled.node = row.node;
    fill(filled);
    if (filled.opened != nullptr) {
        m_counts.emplace(filled.opened, DiagnosticCounts(filled.opened->tree));
        countRemarks(*filled.opened, &row);
    }
    const auto take = [&row, &filled] {
        row.opened = filled.opened;
        row.below = filled.below;
        row.prefixes = filled.prefixes;
        row.first = filled.first;
        row.count = filled.count;
        row.step = filled.step;
    };
    if (filled.rows() > 0) {
        beginInsertRows(index, 0, static_cast<int>(filled.rows()) - 1);
        take();
        endInsertRows();
    } else {
        take();
    }
    for (QModelIndex above = index; above.isValid(); above = above.parent()) {
        Q_EMIT dataChanged(above, above.siblingAtColumn(TreeColumn::Count - 1));
    }
}

// Those of a part are its own and its tree's.
void ValueTreeModel::countRemarks(const DocumentPart& part, Row* row) {
    DiagnosticCounts::Summary sum;
    if (part.tree != nullptr) {
        sum = m_counts.at(&part).below(NodeRef::root(part.tree));
    }
    for (const Diagnostic& remark : part.remarks) {
        sum.add({remark.severity == Severity::Note ? 0 : 1, static_cast<int>(remark.severity)});
    }
    for (; row != nullptr; row = row->parent) {
        row->nested.add(sum);
    }
}

QModelIndex ValueTreeModel::indexOfRow(Row* row, int column) const {
    return row == nullptr || row == m_root.get() ? QModelIndex()
                                                 : createIndex(static_cast<int>(row->position), column, row);
}

NodeRef ValueTreeModel::node(const QModelIndex& index) const {
    return index.isValid() ? rowOf(index)->node : NodeRef();
}

LinkedSelection ValueTreeModel::selectionOf(const QModelIndex& index) const {
    if (!index.isValid() || m_document == nullptr) {
        return {};
    }
    const Row& row = *rowOf(index);
    if (row.prefix == nullptr && row.remark == nullptr) {
        return m_document->linkedTo(row.node);
    }
    ByteSpan span = row.remark != nullptr ? row.remark->span : row.prefix->span;
    span.buffer = row.within->buffer;
    return {span, std::nullopt};
}

// The row, or below ranges the one, that stands for a child of row->below.
ValueTreeModel::Row* ValueTreeModel::rowBelow(Row* row, std::size_t child) const {
    do {
        if (child < row->first || child >= row->first + row->count) {
            return nullptr;
        }
        row = childRow(*row, row->prefixes + (child - row->first) / row->step);
    } while (row->isRange);
    return row;
}

QModelIndex ValueTreeModel::indexOf(const NodeRef& node) const {
    const DocumentPart* part = m_document != nullptr ? m_document->partOf(node) : nullptr;
    if (part == nullptr) {
        return {};
    }
    Row* row = m_root.get();
    if (part->parent != nullptr) {
        const QModelIndex owner = indexOf(part->owner);
        if (!owner.isValid() || rowOf(owner)->opened != part) {
            return {};
        }
        row = rowOf(owner);
    }
    std::vector<std::size_t> positions = childPositions(node);
    // Of a list of batches or records the array has no row of its own.
    if (row->below.parent().isValid() && row->below.kind() == NodeKind::Array && !positions.empty() &&
        (row->opened != nullptr || row == m_root.get())) {
        positions.erase(positions.begin());
    }
    for (const std::size_t position : positions) {
        row = rowBelow(row, position);
        if (row == nullptr) {
            return {};
        }
    }
    return indexOfRow(row);
}

QModelIndex ValueTreeModel::indexOfPath(const QString& path) const {
    if (!m_root->node.isValid()) {
        return {};
    }
    const std::string wanted = path.toStdString();
    NodeRef start = m_root->node;
    // Body fields of a frame have paths of their own, without a name for the body.
    if (start.kind() == NodeKind::Frame && wanted != "header" && !path.startsWith(QLatin1String("header.")) &&
        wanted != "size" && start.childCount() > 2) {
        start = start.child(2);
    }
    const auto found = start.find(wanted);
    return found ? indexOf(*found) : QModelIndex();
}

QModelIndex ValueTreeModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) {
        return {};
    }
    return createIndex(row, column, childRow(*rowOf(parent), static_cast<std::size_t>(row)));
}

QModelIndex ValueTreeModel::parent(const QModelIndex& child) const {
    return child.isValid() ? indexOfRow(rowOf(child)->parent) : QModelIndex();
}

int ValueTreeModel::rowCount(const QModelIndex& parent) const {
    return parent.column() > 0 ? 0 : static_cast<int>(rowOf(parent)->rows());
}

int ValueTreeModel::columnCount(const QModelIndex& /*parent*/) const {
    return TreeColumn::Count;
}

}  // namespace brokerscope
