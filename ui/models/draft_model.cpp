#include "ui/models/draft_model.h"

#include "ui/models/draft_model_state.h"

namespace brokerscope {
DraftModel::DraftModel(FieldTexts texts, QObject* parent)
    : QAbstractItemModel(parent), m_state(std::make_unique<State>(std::move(texts))) {}

DraftModel::~DraftModel() = default;

void DraftModel::setDraft(ValueDraft body, int version) {
    const auto spec = m_state->texts.registry().spec("RequestHeader");
    if (spec) {
        setDraft(ValueDraft::fromDefaults(*spec), std::move(body), version);
    }
}

void DraftModel::setDraft(ValueDraft header, ValueDraft body, int version) {
    beginResetModel();
    m_state->rows = nullptr;
    m_state->document =
        std::make_unique<DraftDocument>(m_state->texts.registry(), std::move(header), std::move(body), version);
    m_state->document->setAutomatic(m_state->clientId.toStdString(), m_state->correlationId);
    m_state->rows = std::make_unique<DraftRows>(m_state->document->header(), m_state->document->body());
    m_state->undo.clear();
    m_state->redo.clear();
    m_state->typedIn = nullptr;
    endResetModel();
    Q_EMIT versionChanged(version);
    Q_EMIT draftChanged();
}

bool DraftModel::isEmpty() const {
    return m_state->document == nullptr;
}

void DraftModel::setVersion(int version) {
    if (isEmpty() || version == m_state->document->version()) {
        return;
    }
    if (m_state->document->fits(version)) {
        Q_EMIT layoutAboutToBeChanged();
        m_state->document->setVersion(version);
        Q_EMIT layoutChanged();
    } else {
        beginResetModel();
        m_state->document->setVersion(version);
        resetRows();
        endResetModel();
    }
    Q_EMIT versionChanged(version);
    Q_EMIT draftChanged();
}

// Undo steps are kept as they are: they are bound to the definition that they were made with.
void DraftModel::resetRows() {
    m_state->typedIn = nullptr;
    m_state->rows = std::make_unique<DraftRows>(m_state->document->header(), m_state->document->body());
}

int DraftModel::version() const {
    return isEmpty() ? -1 : m_state->document->version();
}

void DraftModel::setAutomatic(const QString& clientId, std::int32_t correlationId) {
    if (clientId == m_state->clientId && correlationId == m_state->correlationId) {
        return;
    }
    m_state->clientId = clientId;
    m_state->correlationId = correlationId;
    if (!isEmpty()) {
        m_state->document->setAutomatic(clientId.toStdString(), correlationId);
        announce();
    }
}

void DraftModel::setOffers(EntityOffers offers) {
    m_state->offers = std::move(offers);
}

const EntityOffers& DraftModel::offers() const {
    return m_state->offers;
}

const ValueDraft& DraftModel::body() const {
    return m_state->document->body();
}

const ValueDraft& DraftModel::writtenBody() const {
    return m_state->document->writtenBody();
}

ValueDraft DraftModel::header() const {
    return m_state->document->filledHeader().clone();
}

const ValueDraft& DraftModel::writtenHeader() const {
    return m_state->document->header();
}

std::shared_ptr<const ValueTree> DraftModel::preview() const {
    return isEmpty() ? nullptr : m_state->document->preview();
}

const std::vector<Diagnostic>& DraftModel::problems() const {
    static const std::vector<Diagnostic> kNone;
    return isEmpty() ? kNone : m_state->document->problems();
}

// Rows and nodes.

DraftRow* DraftModel::rowOf(const QModelIndex& index) const {
    if (index.isValid()) {
        return static_cast<DraftRow*>(index.internalPointer());
    }
    return m_state->rows != nullptr ? &m_state->rows->root() : nullptr;
}

QModelIndex DraftModel::indexOfRow(const DraftRow* row, int column) const {
    return row == nullptr || row->parent == nullptr
               ? QModelIndex()
               : createIndex(static_cast<int>(row->position), column, const_cast<DraftRow*>(row));
}

QModelIndex DraftModel::indexOfPath(const QString& path) const {
    return isEmpty() ? QModelIndex() : indexOfRow(m_state->rows->find(path.toStdString()));
}

QModelIndex DraftModel::indexOf(const NodeRef& previewNode) const {
    if (isEmpty() || !previewNode.isValid() || previewNode.kind() == NodeKind::Size ||
        previewNode.kind() == NodeKind::Frame) {
        return {};
    }
    DraftRow* row = m_state->rows->find(previewNode.path());
    if (row != nullptr && previewNode.kind() == NodeKind::Tags) {
        for (const auto& child : m_state->rows->childrenOf(*row)) {
            if (child->kind == RowKind::Tags) {
                return indexOfRow(child.get());
            }
        }
    }
    return indexOfRow(row);
}

NodeRef DraftModel::node(const QModelIndex& index) const {
    return index.isValid() ? nodeOf(*rowOf(index)) : NodeRef();
}

NodeRef DraftModel::nodeOf(const DraftRow& row) const {
    if (row.kind == RowKind::Section) {
        const NodeRef frame = NodeRef::root(preview());
        const std::size_t part = row.isHeader ? 1 : 2;
        return frame.isValid() && frame.childCount() > part ? frame.child(part) : NodeRef();
    }
    const NodeRef above = nodeOf(*row.parent);
    if (!above.isValid()) {
        return {};
    }
    if (row.kind == RowKind::Element) {
        return row.position < above.childCount() ? above.child(row.position) : NodeRef();
    }
    if (row.kind == RowKind::Field) {
        return above.findField(row.field->jsonName).value_or(NodeRef());
    }
    for (std::size_t i = 0; i < above.childCount(); ++i) {
        const NodeRef child = above.child(i);
        const DraftTag* tag = m_state->rows->unknownTag(row);
        const bool same = row.kind == RowKind::Tags ? child.kind() == NodeKind::Tags
                                                    : child.kind() == NodeKind::UnknownTag && tag != nullptr &&
                                                          child.node().integer == tag->tag;
        if (same) {
            return child;
        }
    }
    return {};
}

QModelIndex DraftModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) {
        return {};
    }
    const auto& children = m_state->rows->childrenOf(*rowOf(parent));
    return createIndex(row, column, children[static_cast<std::size_t>(row)].get());
}

QModelIndex DraftModel::parent(const QModelIndex& child) const {
    return child.isValid() ? indexOfRow(rowOf(child)->parent) : QModelIndex();
}

int DraftModel::rowCount(const QModelIndex& parent) const {
    DraftRow* row = rowOf(parent);
    return row == nullptr || parent.column() > 0 ? 0 : static_cast<int>(m_state->rows->childCount(*row));
}

int DraftModel::columnCount(const QModelIndex& /*parent*/) const {
    return TreeColumn::Count;
}

}  // namespace brokerscope
