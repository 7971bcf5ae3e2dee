#include "ui/models/comparison_model.h"

namespace brokerscope {

ComparisonModel::ComparisonModel(FieldTexts texts, QObject* parent)
    : QAbstractTableModel(parent), m_texts(std::move(texts)) {
    m_texts.showSecrets(true);  // whether one is hidden is asked of its document
}

void ComparisonModel::setDifferences(std::shared_ptr<OpenDocument> before, std::shared_ptr<OpenDocument> after,
                                     TreeDifferences found) {
    beginResetModel();
    m_before = std::move(before);
    m_after = std::move(after);
    m_found = std::move(found);
    endResetModel();
}

const TreeDifference* ComparisonModel::difference(const QModelIndex& index) const {
    const auto row = static_cast<std::size_t>(index.row());
    return index.isValid() && row < m_found.differences.size() ? &m_found.differences[row] : nullptr;
}

QModelIndex ComparisonModel::indexOf(const NodeRef& node, bool isLeft) const {
    for (NodeRef at = node; at.isValid(); at = at.parent()) {
        for (std::size_t row = 0; row < m_found.differences.size(); ++row) {
            // Elements that are made on demand are other nodes each time, at the same place.
            const TreeDifference& one = m_found.differences[row];
            const NodeRef& there = isLeft ? one.before : one.after;
            if (there.isValid() && there.kind() == at.kind() && there.span() == at.span()) {
                return index(static_cast<int>(row), FieldColumn);
            }
        }
    }
    return {};
}

int ComparisonModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_found.differences.size());
}

int ComparisonModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString ComparisonModel::changeText(const TreeDifference& difference) const {
    switch (difference.change) {
        case TreeDifference::Change::Added:
            return tr("added");
        case TreeDifference::Change::Removed:
            return tr("removed");
        case TreeDifference::Change::Changed:
            break;
    }
    return tr("changed");
}

QString ComparisonModel::valueText(const OpenDocument* document, const NodeRef& node) const {
    if (!node.isValid() || document == nullptr) {
        return {};
    }
    return document->hides(node) ? FieldTexts::hiddenText() : m_texts.value(node);
}

QVariant ComparisonModel::data(const QModelIndex& index, int role) const {
    const TreeDifference* one = difference(index);
    if (one == nullptr) {
        return {};
    }
    if (role == ChangeRole) {
        return static_cast<int>(one->change);
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) {
        return {};
    }
    switch (index.column()) {
        case ChangeColumn:
            return changeText(*one);
        case FieldColumn:
            return one->path.empty() ? tr("the message") : QString::fromStdString(one->path);
        case BeforeColumn:
            return valueText(m_before.get(), one->before);
        default:
            return valueText(m_after.get(), one->after);
    }
}

QVariant ComparisonModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    return QStringList{tr("Change"), tr("Field"), tr("Left"), tr("Right")}.value(section);
}

}  // namespace brokerscope
