#include "core/document/nested_opener.h"
#include "ui/models/field_tint.h"
#include "ui/models/hidden_bytes.h"
#include "ui/models/record_field_texts.h"
#include "ui/models/roles.h"
#include "ui/models/value_format.h"
#include "ui/models/value_tree_row.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::uint64_t kRawBytes = 64;

// "ConsumerProtocolSubscription v3".
QString structureText(const DocumentPart& part) {
    const MessageLayout& layout = *part.tree->layouts.back();
    return QStringLiteral("%1 v%2").arg(QString::fromStdString(layout.spec->name)).arg(layout.version);
}

QStringList textsOf(const std::vector<Diagnostic>& remarks) {
    QStringList texts;
    for (const Diagnostic& remark : remarks) {
        texts.append(QString::fromStdString(remark.text()));
    }
    return texts;
}

}  // namespace

QVariant ValueTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
        case TreeColumn::Field:
            return tr("Field");
        case TreeColumn::Value:
            return tr("Value");
        case TreeColumn::Type:
            return tr("Type");
        case TreeColumn::Bytes:
            return tr("Bytes");
        default:
            return {};
    }
}

QString ValueTreeModel::rangeName(const Row& row) const {
    return QStringLiteral("[%1 … %2]").arg(row.first).arg(row.first + row.count - 1);
}

// A number before a structure: which version of it follows.
QString ValueTreeModel::prefixText(const Row& row, int column) const {
    switch (column) {
        case TreeColumn::Field:
            return QString::fromStdString(row.prefix->name);
        case TreeColumn::Value:
            return QString::number(row.prefix->value);
        case TreeColumn::Type:
            return QStringLiteral("int%1").arg(row.prefix->span.length * 8);
        default:
            return QStringLiteral("%1+%2").arg(row.prefix->span.offset).arg(row.prefix->span.length);
    }
}

QString ValueTreeModel::remarkText(const Row& row, int column) const {
    switch (column) {
        case TreeColumn::Field:
            return row.remark->severity == Severity::Error     ? tr("Error")
                   : row.remark->severity == Severity::Warning ? tr("Warning")
                                                               : tr("Note");
        case TreeColumn::Value:
            return QString::fromStdString(row.remark->text());
        case TreeColumn::Bytes:
            return row.remark->span.length == 0
                       ? QString()
                       : QStringLiteral("%1+%2").arg(row.remark->span.offset).arg(row.remark->span.length);
        default:
            return {};
    }
}

QString ValueTreeModel::valueText(const Row& row) const {
    if (const auto summary = recordSummary(*row.within, row.node)) {
        return *summary;
    }
    if (const auto meaning = entryFieldMeaning(row.node)) {
        return withMeaning(QString::number(row.node.node().integer), *meaning);
    }
    if (m_document->hides(row.node)) {
        return hiddenText(row);
    }
    if (row.opened == nullptr || row.opened->tree == nullptr) {
        return m_texts.value(row.node);
    }
    const QString size = countText(row.node.content().size(), tr("byte"), tr("bytes"));
    switch (row.opened->kind) {
        case PartKind::RecordSet:
            return withMeaning(countText(row.count, tr("batch"), tr("batches")), size);
        case PartKind::Records:
            return withMeaning(
                countText(row.count, tr("record"), tr("records")),
                row.opened->buffer == row.within->buffer
                    ? size
                    : tr("%1, decompressed %2")
                          .arg(size, grouped(static_cast<std::int64_t>(row.opened->tree->bytes->size()))));
        default:
            return withMeaning(structureText(*row.opened), row.opened->isTombstone ? tr("tombstone") : size);
    }
}

// What may hold a secret says how it is opened, since then it shows all else.
QString ValueTreeModel::hiddenText(const Row& row) const {
    const QString size = countText(row.node.content().size(), tr("byte"), tr("bytes"));
    const bool isClosed = row.opened == nullptr && m_document->mayOpen(row.node);
    return withMeaning(FieldTexts::hiddenText(), isClosed ? tr("%1 that may hold secrets").arg(size) : size);
}

// As on the wire, but for what is hidden in it; for a tool tip a long text is cut.
QString ValueTreeModel::rawText(const NodeRef& node, bool isCut) const {
    if (m_document->hides(node)) {
        return FieldTexts::hiddenText();
    }
    const NodeKind kind = node.kind();
    const bool isPlain = kind == NodeKind::Scalar || kind == NodeKind::Size || kind == NodeKind::String ||
                         kind == NodeKind::Array || kind == NodeKind::Uuid;
    const DocumentPart* part = isPlain || node.isNull() ? nullptr : m_document->partOf(node);
    if (part == nullptr) {
        return isCut ? m_texts.rawBeginning(node) : m_texts.rawValue(node);
    }
    ByteSpan span = contentSpan(node);
    span.buffer = part->buffer;
    span.length = std::min(span.length, kRawBytes + 1);  // one more, so that the text says that there are more
    return hexText(shownBytes(*m_document, span), kRawBytes);
}

QString ValueTreeModel::text(const Row& row, int column) const {
    if (row.prefix != nullptr) {
        return prefixText(row, column);
    }
    if (row.remark != nullptr) {
        return remarkText(row, column);
    }
    if (row.isRange) {
        const QString elements = countText(row.count, tr("element"), tr("elements"));
        return column == TreeColumn::Field ? rangeName(row) : column == TreeColumn::Value ? elements : QString();
    }
    switch (column) {
        case TreeColumn::Field:
            return m_texts.name(row.node);
        case TreeColumn::Value:
            return valueText(row);
        case TreeColumn::Type:
            return m_texts.type(row.node);
        default: {
            const ByteSpan span = row.node.span();
            return QStringLiteral("%1+%2").arg(span.offset).arg(span.length);
        }
    }
}

QVariant ValueTreeModel::remarks(const Row& row, int role) const {
    if (row.remark != nullptr) {
        return role == OwnRemarksRole ? QVariant(QStringList{QString::fromStdString(row.remark->text())})
               : role == SeverityRole ? QVariant(static_cast<int>(row.remark->severity))
                                      : QVariant(row.remark->severity == Severity::Note ? 0 : 1);
    }
    if (row.isRange || row.prefix != nullptr) {
        return role == OwnRemarksRole ? QVariant(QStringList()) : role == SeverityRole ? QVariant(-1) : QVariant(0);
    }
    if (role == OwnRemarksRole) {
        return remarkTexts(row.node) + (row.opened != nullptr ? textsOf(row.opened->remarks) : QStringList());
    }
    DiagnosticCounts::Summary summary = m_counts.at(row.within).below(row.node);
    summary.add(row.nested);
    return role == SeverityRole ? summary.worst : summary.problems;
}

// Never shorter than what the cell may have no room for.
QString ValueTreeModel::toolTip(const Row& row, int column) const {
    switch (column) {
        case TreeColumn::Field: {
            const QString help = m_texts.help(row.node);
            return help.isEmpty() ? text(row, column) : text(row, column) + QLatin1Char('\n') + help;
        }
        case TreeColumn::Value:
            return (remarks(row, OwnRemarksRole).toStringList() << rawText(row.node, true)).join(QLatin1Char('\n'));
        case TreeColumn::Bytes:
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
            return rawText(node, false);
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
            return row.remark != nullptr ? QVariant(remarkText(row, TreeColumn::Value))
                   : row.isNode()        ? QVariant(toolTip(row, index.column()))
                                         : QVariant();
        case Qt::AccessibleTextRole:
            // A view may show the sentence in its first column, over all others.
            return row.remark != nullptr ? QVariant(QStringLiteral("%1: %2").arg(remarkText(row, TreeColumn::Field),
                                                                                 remarkText(row, TreeColumn::Value)))
                                         : QVariant();
        case RowKindRole:
            return static_cast<int>(kindOf(row));
        case SeverityRole:
        case RemarkCountRole:
        case OwnRemarksRole:
            return remarks(row, role);
        default:
            if (row.remark != nullptr || (row.prefix != nullptr && role == TintRole)) {
                return role == TintRole ? QVariant(-1) : QVariant();
            }
            return nodeData(row.node, role);
    }
}

RowKind ValueTreeModel::kindOf(const Row& row) const {
    if (row.isRange) {
        return RowKind::Range;
    }
    if (row.remark != nullptr) {
        return RowKind::Remark;
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
