#include "ui/models/value_tree_model.h"

#include "core/value/node_lookup.h"
#include "ui/models/field_tint.h"
#include "ui/models/roles.h"
#include "ui/models/value_format.h"

#include <algorithm>
#include <unordered_map>

namespace brokerscope {

// A row that was asked for. A range row stands for `count` elements of its array from `first` on.
struct ValueTreeModel::Row {
    NodeRef node;
    Row* parent = nullptr;
    std::size_t position = 0;  // among the parent's rows
    bool isRange = false;
    std::size_t first = 0;
    std::size_t count = 0;  // children of the node that are below this row, directly or in ranges
    std::size_t step = 1;   // elements a child row stands for
    std::unordered_map<std::size_t, std::unique_ptr<Row>> children;

    void setExtent(std::size_t begin, std::size_t number) {
        first = begin;
        count = number;
        while (count / step > kRangeSize) {
            step *= kRangeSize;
        }
    }
    std::size_t rows() const { return (count + step - 1) / step; }
};

ValueTreeModel::ValueTreeModel(FieldTexts texts, QObject* parent)
    : QAbstractItemModel(parent), m_texts(std::move(texts)), m_root(std::make_unique<Row>()) {}

ValueTreeModel::~ValueTreeModel() = default;

void ValueTreeModel::setTree(std::shared_ptr<const ValueTree> tree) {
    beginResetModel();
    m_counts = DiagnosticCounts(tree);
    m_root = std::make_unique<Row>();
    m_tree = std::move(tree);
    m_root->node = NodeRef::root(m_tree);
    if (m_root->node.isValid()) {
        m_root->setExtent(0, m_root->node.childCount());
    }
    endResetModel();
}

std::shared_ptr<const ValueTree> ValueTreeModel::tree() const {
    return m_tree;
}

void ValueTreeModel::setTexts(FieldTexts texts) {
    Q_EMIT layoutAboutToBeChanged();
    m_texts = std::move(texts);
    Q_EMIT layoutChanged();
}

ValueTreeModel::Row* ValueTreeModel::rowOf(const QModelIndex& index) const {
    return index.isValid() ? static_cast<Row*>(index.internalPointer()) : m_root.get();
}

ValueTreeModel::Row* ValueTreeModel::childRow(Row& parent, std::size_t position) const {
    std::unique_ptr<Row>& slot = parent.children[position];
    if (slot == nullptr) {
        slot = std::make_unique<Row>();
        slot->parent = &parent;
        slot->position = position;
        const std::size_t first = parent.first + position * parent.step;
        slot->isRange = parent.step > 1;
        if (slot->isRange) {
            slot->node = parent.node;
            slot->step = 1;
            slot->setExtent(first, std::min(parent.step, parent.first + parent.count - first));
        } else {
            slot->node = parent.node.child(first);
            slot->setExtent(0, slot->node.isValid() ? slot->node.childCount() : 0);
        }
    }
    return slot.get();
}

QModelIndex ValueTreeModel::indexOfRow(Row* row, int column) const {
    return row == nullptr || row == m_root.get() ? QModelIndex()
                                                 : createIndex(static_cast<int>(row->position), column, row);
}

NodeRef ValueTreeModel::node(const QModelIndex& index) const {
    return index.isValid() ? rowOf(index)->node : NodeRef();
}

QModelIndex ValueTreeModel::indexOf(const NodeRef& node) const {
    if (!node.isValid() || !m_root->node.isValid()) {
        return {};
    }
    NodeRef top = node;
    while (top.parent().isValid()) {
        top = top.parent();
    }
    if (!(top == m_root->node)) {
        return {};
    }
    Row* row = m_root.get();
    for (std::size_t position : childPositions(node)) {
        do {
            if (position < row->first || position >= row->first + row->count) {
                return {};
            }
            row = childRow(*row, (position - row->first) / row->step);
        } while (row->isRange);
    }
    return indexOfRow(row);
}

QModelIndex ValueTreeModel::indexAt(std::uint64_t offset) const {
    return indexOf(deepestNodeAt(m_root->node, offset));
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
    return ColumnCount;
}

QVariant ValueTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
        case FieldColumn:
            return tr("Field");
        case ValueColumn:
            return tr("Value");
        case TypeColumn:
            return tr("Type");
        case BytesColumn:
            return tr("Bytes");
        default:
            return {};
    }
}

QString ValueTreeModel::rangeName(const Row& row) const {
    return QStringLiteral("[%1 … %2]").arg(row.first).arg(row.first + row.count - 1);
}

QString ValueTreeModel::text(const Row& row, int column) const {
    if (row.isRange) {
        const QString elements = countText(row.count, tr("element"), tr("elements"));
        return column == FieldColumn ? rangeName(row) : column == ValueColumn ? elements : QString();
    }
    switch (column) {
        case FieldColumn:
            return m_texts.name(row.node);
        case ValueColumn:
            return m_texts.value(row.node);
        case TypeColumn:
            return m_texts.type(row.node);
        default: {
            const ByteSpan span = row.node.span();
            return QStringLiteral("%1+%2").arg(span.offset).arg(span.length);
        }
    }
}

QVariant ValueTreeModel::remarks(const Row& row, int role) const {
    if (row.isRange) {
        return role == OwnRemarksRole ? QVariant(QStringList()) : role == SeverityRole ? QVariant(-1) : QVariant(0);
    }
    if (role == OwnRemarksRole) {
        return remarkTexts(row.node);
    }
    const DiagnosticCounts::Summary summary = m_counts.below(row.node);
    return role == SeverityRole ? summary.worst : summary.problems;
}

// Never shorter than what the cell may have no room for.
QString ValueTreeModel::toolTip(const Row& row, int column) const {
    switch (column) {
        case FieldColumn: {
            const QString help = m_texts.help(row.node);
            return help.isEmpty() ? text(row, column) : text(row, column) + QLatin1Char('\n') + help;
        }
        case ValueColumn:
            return (remarkTexts(row.node) << m_texts.rawValue(row.node)).join(QLatin1Char('\n'));
        case BytesColumn:
            return tr("offset %1, %2")
                .arg(row.node.span().offset)
                .arg(countText(row.node.span().length, tr("byte"), tr("bytes")));
        default:
            return text(row, column);
    }
}

QVariant ValueTreeModel::nodeData(const NodeRef& node, int role) const {
    switch (role) {
        case RawValueRole:
            return m_texts.rawValue(node);
        case PathRole:
            return QString::fromStdString(node.path());
        case OffsetRole:
            return static_cast<qulonglong>(node.span().offset);
        case SizeRole:
            return static_cast<qulonglong>(node.span().length);
        case TintRole:
            return tintOf(node);
        case IsErrorRole:
            return m_texts.isError(node);
        case IsNullRole:
            return node.isNull();
        case HelpRole:
            return m_texts.help(node);
        default:
            return {};
    }
}

QVariant ValueTreeModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const Row& row = *rowOf(index);
    if (!row.node.isValid()) {
        return {};
    }
    switch (role) {
        case Qt::DisplayRole:
            return text(row, index.column());
        case Qt::ToolTipRole:
            return row.isRange ? QVariant() : toolTip(row, index.column());
        case RowKindRole:
            return static_cast<int>(kindOf(row));
        case SeverityRole:
        case RemarkCountRole:
        case OwnRemarksRole:
            return remarks(row, role);
        default:
            return nodeData(row.node, role);
    }
}

RowKind ValueTreeModel::kindOf(const Row& row) const {
    if (row.isRange) {
        return RowKind::Range;
    }
    switch (row.node.kind()) {
        case NodeKind::Tags:
            return RowKind::Tags;
        case NodeKind::UnknownTag:
            return RowKind::UnknownTag;
        case NodeKind::Gap:
            return RowKind::Gap;
        default:
            break;
    }
    if (row.node.elementIndex() >= 0) {
        return RowKind::Element;
    }
    return row.node.field() == nullptr && row.node.kind() == NodeKind::Struct ? RowKind::Section : RowKind::Field;
}

QHash<int, QByteArray> ValueTreeModel::roleNames() const {
    QHash<int, QByteArray> names = QAbstractItemModel::roleNames();
    names.insert(PathRole, QByteArrayLiteral("path"));
    names.insert(RawValueRole, QByteArrayLiteral("rawValue"));
    return names;
}

}  // namespace brokerscope
