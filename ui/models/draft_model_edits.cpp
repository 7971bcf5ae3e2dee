#include "core/value/draft_defaults.h"
#include "ui/models/draft_model.h"
#include "ui/models/draft_model_state.h"
#include "ui/models/draft_size.h"
#include "ui/models/draft_text.h"

namespace brokerscope {
void DraftModel::remember(const DraftRow* typedIn) {
    if (typedIn != nullptr && typedIn == m_state->typedIn) {
        return;
    }
    m_state->typedIn = typedIn;
    m_state->keep(m_state->now(false));
    m_state->redo.clear();
}

// The bytes of every row may have moved, so every row that a view has seen is announced. Elements get their new names
// only here: a row that keeps its place must not change while rows are inserted or removed beside it.
void DraftModel::announce() {
    m_state->document->changed();
    std::vector<DraftRow*> pending{&m_state->rows->root()};
    while (!pending.empty()) {
        DraftRow* row = pending.back();
        pending.pop_back();
        if (!row->populated || row->children.empty()) {
            continue;
        }
        for (const auto& child : row->children) {
            child->number = child->position;
        }
        Q_EMIT dataChanged(indexOfRow(row->children.front().get()),
                           indexOfRow(row->children.back().get(), TreeColumn::Count - 1));
        for (const auto& child : row->children) {
            pending.push_back(child.get());
        }
    }
    Q_EMIT draftChanged();
}

bool DraftModel::assign(DraftRow& row, DraftValue value) {
    DraftValue* stored = m_state->rows->materialized(row);
    if (stored == nullptr) {
        return false;
    }
    if (!brokerscope::isArray(row) && !isStructure(row)) {
        *stored = std::move(value);
        return true;
    }
    const QModelIndex parent = indexOfRow(&row);
    if (const std::size_t before = m_state->rows->childCount(row); before > 0) {
        beginRemoveRows(parent, 0, static_cast<int>(before) - 1);
        row.children.clear();
        endRemoveRows();
    }
    *stored = std::move(value);
    m_state->rows->forgetChildren(row);
    auto made = std::move(m_state->rows->childrenOf(row));
    row.children.clear();
    if (!made.empty()) {
        beginInsertRows(parent, 0, static_cast<int>(made.size()) - 1);
        row.children = std::move(made);
        endInsertRows();
    }
    return true;
}

bool DraftModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid()) {
        return false;
    }
    DraftRow& row = *rowOf(index);
    if (role == IsNullRole) {
        return setNull(index, value.toBool());
    }
    if (role == Qt::CheckStateRole) {
        return setData(index, value.toInt() == Qt::Checked, Qt::EditRole);
    }
    if (role != Qt::EditRole) {
        return false;
    }
    if (row.kind == RowKind::UnknownTag) {
        return setTagBytes(row, value);
    }
    if (editorOf(row) == EditorKind::ListChoice) {
        return setListChoice(index, static_cast<ListChoice>(value.toInt()));
    }
    if ((row.kind != RowKind::Field && row.kind != RowKind::Element) || brokerscope::isArray(row) || isStructure(row)) {
        return false;
    }
    Result<DraftValue> made = draftValueFrom(*row.field, value);
    if (!made) {
        Q_EMIT editRefused(index, QString::fromStdString(made.error().text()));
        return false;
    }
    remember(&row);
    takeBackBytes(row);
    assign(row, std::move(*made));
    announce();
    return true;
}

bool DraftModel::setListChoice(const QModelIndex& index, ListChoice choice) {
    DraftRow& row = *rowOf(index);
    if (choice == listChoiceOf(row)) {
        return false;
    }
    if (choice == ListChoice::Elements) {
        return addElements(index, 1);
    }
    remember();
    takeBackBytes(row);
    const bool done =
        assign(row, choice == ListChoice::Null ? DraftValue(DraftNull{}) : DraftValue(std::make_unique<DraftArray>()));
    announce();
    return done;
}

bool DraftModel::setTagBytes(DraftRow& row, const QVariant& value) {
    static const FieldSpec kBytes = [] {
        FieldSpec field;
        field.name = "tag";
        field.type = FieldType::Bytes;
        return field;
    }();
    Result<DraftValue> made = draftValueFrom(kBytes, value);
    if (!made) {
        Q_EMIT editRefused(indexOfRow(&row), QString::fromStdString(made.error().text()));
        return false;
    }
    remember(&row);
    takeBackBytes(row);
    m_state->rows->unknownTag(row)->bytes = std::get<ByteBuffer>(std::move(*made));
    announce();
    return true;
}

bool DraftModel::setNull(const QModelIndex& index, bool null) {
    DraftRow* row = index.isValid() ? rowOf(index) : nullptr;
    if (row == nullptr || row->kind != RowKind::Field || m_state->rows->isNull(*row) == null) {
        return false;
    }
    remember();
    takeBackBytes(*row);
    DraftValue value = DraftNull{};
    if (!null) {
        value = row->field->isArray ? DraftValue(std::make_unique<DraftArray>()) : DraftRows::newElement(*row->field);
    }
    const bool done = assign(*row, std::move(value));
    announce();
    return done;
}

bool DraftModel::resetToDefault(const QModelIndex& index) {
    DraftRow* row = index.isValid() ? rowOf(index) : nullptr;
    const DraftValue* stored = row != nullptr && row->kind == RowKind::Field ? m_state->rows->value(*row) : nullptr;
    const bool isOverridden = row != nullptr && overrideOf(*row) != nullptr;
    if (!isOverridden && (stored == nullptr || std::holds_alternative<std::monostate>(*stored))) {
        return false;
    }
    remember();
    dropOverride(*row);
    const bool done = assign(*row, std::monostate{});
    announce();
    return done;
}

bool DraftModel::isArray(const QModelIndex& index) const {
    return index.isValid() && brokerscope::isArray(*rowOf(index)) && !m_state->rows->isNull(*rowOf(index));
}

bool DraftModel::canHoldTags(const QModelIndex& index) const {
    return index.isValid() && rowOf(index)->kind == RowKind::Tags;
}

bool DraftModel::isElement(const QModelIndex& index) const {
    return index.isValid() && rowOf(index)->kind == RowKind::Element;
}

bool DraftModel::insert(DraftRow& array, std::size_t at, std::vector<DraftValue> values) {
    const std::size_t before = m_state->rows->childCount(array);
    if (values.empty() || m_state->rows->materialized(array) == nullptr) {
        return false;
    }
    takeBackBytes(array);
    beginInsertRows(indexOfRow(&array), static_cast<int>(at), static_cast<int>(at + values.size()) - 1);
    m_state->rows->insertElements(array, at, std::move(values));
    endInsertRows();
    announce();
    return m_state->rows->childCount(array) > before;
}

bool DraftModel::addElements(const QModelIndex& array, int count) {
    if (!array.isValid() || !brokerscope::isArray(*rowOf(array)) || count <= 0) {
        return false;
    }
    remember();
    DraftRow& row = *rowOf(array);
    if (m_state->rows->isNull(row)) {
        assign(row, std::make_unique<DraftArray>());
    }
    std::vector<DraftValue> values;
    for (int i = 0; i < count; ++i) {
        values.push_back(DraftRows::newElement(*row.field));
    }
    return insert(row, m_state->rows->childCount(row), std::move(values));
}

QModelIndex DraftModel::addElement(const QModelIndex& array) {
    if (!addElements(array, 1)) {
        return {};
    }
    return index(rowCount(array.siblingAtColumn(0)) - 1, 0, array.siblingAtColumn(0));
}

QModelIndex DraftModel::duplicate(const QModelIndex& element) {
    if (!isElement(element)) {
        return {};
    }
    remember();
    DraftRow& row = *rowOf(element);
    std::vector<DraftValue> values;
    values.push_back(cloneValue(*m_state->rows->value(row)));
    const std::size_t at = row.position + 1;
    insert(*row.parent, at, std::move(values));
    return element.siblingAtColumn(0).siblingAtRow(static_cast<int>(at));
}

bool DraftModel::move(const QModelIndex& element, int by) {
    if (!isElement(element)) {
        return false;
    }
    DraftRow& row = *rowOf(element);
    DraftRow& array = *row.parent;
    const int from = static_cast<int>(row.position);
    const int to = from + by;
    if (by == 0 || to < 0 || to >= static_cast<int>(array.children.size())) {
        return false;
    }
    remember();
    takeBackBytes(array);
    const QModelIndex parent = indexOfRow(&array);
    beginMoveRows(parent, from, from, parent, by > 0 ? to + 1 : to);
    m_state->rows->moveElement(array, static_cast<std::size_t>(from), static_cast<std::size_t>(to));
    endMoveRows();
    announce();
    return true;
}

bool DraftModel::removeElement(const QModelIndex& elementOrTag) {
    DraftRow* row = elementOrTag.isValid() ? rowOf(elementOrTag) : nullptr;
    if (row == nullptr || (row->kind != RowKind::Element && row->kind != RowKind::UnknownTag)) {
        return false;
    }
    remember();
    takeBackBytes(*row->parent);
    DraftRow& above = *row->parent;
    const std::size_t at = row->position;
    const bool isTag = row->kind == RowKind::UnknownTag;
    beginRemoveRows(indexOfRow(&above), static_cast<int>(at), static_cast<int>(at));
    isTag ? m_state->rows->removeUnknownTag(above, at) : m_state->rows->removeElements(above, at, 1);
    endRemoveRows();
    announce();
    return true;
}

QModelIndex DraftModel::addTag(const QModelIndex& tags, std::uint32_t tag, const ByteBuffer& bytes) {
    if (!canHoldTags(tags)) {
        return {};
    }
    DraftRow& row = *rowOf(tags);
    if (m_state->rows->structureOf(row, true) == nullptr) {
        return {};
    }
    remember();
    takeBackBytes(row);
    m_state->rows->childCount(row);
    const std::size_t at = m_state->rows->positionForTag(row, tag);
    beginInsertRows(indexOfRow(&row), static_cast<int>(at), static_cast<int>(at));
    m_state->rows->insertUnknownTag(row, {tag, bytes});
    endInsertRows();
    announce();
    return index(static_cast<int>(at), 0, indexOfRow(&row));
}

bool DraftModel::canUndo() const {
    return !m_state->undo.empty();
}

bool DraftModel::canRedo() const {
    return !m_state->redo.empty();
}

// A step between versions leads back to the version of then, and forth again.
DraftModel::State::Snapshot DraftModel::State::now(bool withVersion) const {
    return {document->header().clone(), document->body().clone(),
            withVersion ? std::optional(document->version()) : std::nullopt, heldBytes(document->body().root)};
}

void DraftModel::State::keep(Snapshot step) {
    undo.push_back(std::move(step));
    std::size_t held = 0;
    for (const Snapshot& kept : undo) {
        held += kept.bytes;
    }
    while (undo.size() > DraftSteps::kMost || (undo.size() > 1 && held > DraftSteps::kMostBytes)) {
        held -= undo.front().bytes;
        undo.pop_front();
    }
}

void DraftModel::undo() {
    if (canUndo()) {
        State::Snapshot step = std::move(m_state->undo.back());
        m_state->undo.pop_back();
        m_state->redo.push_back(m_state->now(step.version.has_value()));
        restore(std::move(step.header), std::move(step.body), step.version.value_or(version()));
    }
}

void DraftModel::redo() {
    if (canRedo()) {
        State::Snapshot step = std::move(m_state->redo.back());
        m_state->redo.pop_back();
        m_state->keep(m_state->now(step.version.has_value()));
        restore(std::move(step.header), std::move(step.body), step.version.value_or(version()));
    }
}

void DraftModel::adopt(ValueDraft header, ValueDraft body, int version) {
    remember();
    m_state->undo.back().version = this->version();
    restore(std::move(header), std::move(body), version);
}

void DraftModel::endTyping() {
    m_state->typedIn = nullptr;
}

void DraftModel::restore(ValueDraft header, ValueDraft body, int version) {
    const int before = this->version();
    beginResetModel();
    m_state->rows = nullptr;
    m_state->document->replace(std::move(header), std::move(body));
    m_state->document->setVersion(version);
    resetRows();
    endResetModel();
    if (version != before) {
        Q_EMIT versionChanged(version);
    }
    Q_EMIT draftChanged();
}

}  // namespace brokerscope
