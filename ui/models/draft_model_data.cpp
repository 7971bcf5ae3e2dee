#include "core/schema/default_value.h"
#include "core/schema/field_meaning.h"
#include "core/value/draft_defaults.h"
#include "core/value/draft_emptiness.h"
#include "ui/models/byte_arrays.h"
#include "ui/models/diagnostic_counts.h"
#include "ui/models/draft_model.h"
#include "ui/models/draft_model_state.h"
#include "ui/models/draft_text.h"
#include "ui/models/field_tint.h"
#include "ui/models/value_format.h"

#include <algorithm>

namespace brokerscope {
namespace {

bool isTouched(const DraftValue* value) {
    return value != nullptr && !std::holds_alternative<std::monostate>(*value);
}

// "2+", "8–10" where the message has other versions as well.
QString versionsText(const VersionRange& field, const VersionRange& message) {
    if (field.min <= message.min && field.max >= message.max) {
        return {};
    }
    if (field.max >= message.max) {
        return QStringLiteral("%1+").arg(field.min);
    }
    return field.min == field.max ? QString::number(field.min)
                                  : QStringLiteral("%1–%2").arg(std::max(field.min, message.min)).arg(field.max);
}

}  // namespace

bool DraftModel::isInVersion(const DraftRow& row) const {
    const int version = m_state->document->layoutVersion(row.isHeader);
    if (row.kind == RowKind::Section) {
        return m_state->document->layout(row.isHeader) != nullptr;
    }
    if (row.kind == RowKind::Tags || row.kind == RowKind::UnknownTag) {
        return m_state->rows->message(row).flexibleVersions.contains(version) && isInVersion(*row.parent);
    }
    const bool here = row.kind != RowKind::Field || row.field->versions.contains(version);
    // A field that stands in the tag section may be an ordinary one at versions without tags.
    const DraftRow& above = row.parent->kind == RowKind::Tags ? *row.parent->parent : *row.parent;
    return here && isInVersion(above);
}

const FieldLayout* DraftModel::layoutOf(const DraftRow& row) const {
    const MessageLayout* layout = m_state->document->layout(row.isHeader);
    const DraftRow* owner = row.kind == RowKind::Element ? row.parent->parent : row.parent;
    if (layout == nullptr || row.field == nullptr || owner == nullptr) {
        return nullptr;
    }
    for (const auto& structure : layout->structs) {
        if (structure->spec != owner->structure) {
            continue;
        }
        for (const auto* fields : {&structure->fields, &structure->tagged}) {
            const auto found = std::ranges::find(*fields, row.field, &FieldLayout::spec);
            if (found != fields->end()) {
                return &*found;
            }
        }
    }
    return nullptr;
}

// What is shown and sent: the value, what stands automatically in the header, or the default. `holder` keeps a default.
const DraftValue* DraftModel::shownValue(const DraftRow& row, DraftValue& holder) const {
    const DraftValue* stored = m_state->rows->value(row);
    if (isTouched(stored)) {
        return stored;
    }
    if (row.isHeader && row.kind == RowKind::Field && row.parent->kind == RowKind::Section) {
        const DraftValue& filled = m_state->document->filledHeader().root.fields[row.field->index];
        if (isTouched(&filled)) {
            return &filled;
        }
    }
    holder = row.kind == RowKind::Element ? DraftRows::newElement(*row.field) : defaultValue(*row.field);
    return &holder;
}

QString DraftModel::nameText(const DraftRow& row) const {
    switch (row.kind) {
        case RowKind::Section:
            return row.isHeader ? tr("Request header") : tr("Body");
        case RowKind::Element:
            return QStringLiteral("[%1]").arg(row.number);
        case RowKind::Tags:
            return tr("tagged fields");
        case RowKind::UnknownTag:
            return tr("tag %1").arg(m_state->rows->unknownTag(row)->tag);
        default:
            return QString::fromStdString(row.field->name);
    }
}

QString DraftModel::valueText(const DraftRow& row) const {
    const DraftRows& rows = *m_state->rows;
    if (row.kind == RowKind::Section) {
        const QString version = QStringLiteral("v%1").arg(m_state->document->layoutVersion(row.isHeader));
        if (row.isHeader) {
            return version;
        }
        const QString message = QString::fromStdString(rows.message(row).name) + QLatin1Char(' ') + version;
        const std::size_t more = m_state->document->body().trailing.size();
        return more == 0 ? message
                         : withMeaning(message, tr("and %1 more").arg(countText(more, tr("byte"), tr("bytes"))));
    }
    if (row.kind == RowKind::UnknownTag) {
        return brokerscope::bytesText(rows.unknownTag(row)->bytes);
    }
    if (row.kind == RowKind::Tags) {
        const NodeRef tags = nodeOf(row);
        const std::uint64_t count = tags.isValid() ? tags.childCount() : 0;
        return withMeaning(count == 0 ? tr("none") : countText(count, tr("tagged field"), tr("tagged fields")),
                           overrideText(row));
    }
    DraftValue holder;
    const DraftValue& value = *shownValue(row, holder);
    const bool isList = editorOf(row) == EditorKind::ListChoice;
    if (isList && std::holds_alternative<DraftNull>(value) &&
        writesNullAsEmpty(*row.field, m_state->document->layoutVersion(row.isHeader))) {
        const DraftValue written = std::make_unique<DraftArray>();
        return withMeaning(draftText(m_state->texts, *row.field, written, -1), emptyMeaning(row, written));
    }
    const QString shown =
        withMeaning(draftText(m_state->texts, *row.field, value, m_state->document->layoutVersion(row.isHeader)),
                    emptyMeaning(row, value));
    return withMeaning(shown, overrideText(row));
}

// "all topics" of null, or of an array without elements; empty for anything else.
QString DraftModel::emptyMeaning(const DraftRow& row, const DraftValue& value) const {
    const FieldMeaning* meaning = row.kind == RowKind::Field ? row.field->meaning : nullptr;
    const bool isNull = std::holds_alternative<DraftNull>(value);
    const auto* array = std::get_if<std::unique_ptr<DraftArray>>(&value);
    if (meaning == nullptr || (!isNull && (array == nullptr || !(*array)->elements.empty()))) {
        return {};
    }
    const std::string* label = meaning->emptyLabel(isNull, m_state->document->layoutVersion(row.isHeader));
    return label != nullptr ? QString::fromStdString(*label) : QString();
}

QString DraftModel::typeText(const DraftRow& row) const {
    if (row.kind == RowKind::Section) {
        return {};
    }
    if (row.kind == RowKind::Tags) {
        return tr("tag section");
    }
    if (row.kind == RowKind::UnknownTag) {
        return tr("unknown tag");
    }
    const QString type = draftType(*row.field, row.kind == RowKind::Element, layoutOf(row));
    const QString versions = row.kind == RowKind::Field
                                 ? versionsText(row.field->versions, m_state->rows->message(row).validVersions)
                                 : QString();
    return versions.isEmpty() ? type : type + QStringLiteral(" · ") + versions;
}

QString DraftModel::bytesText(const DraftRow& row) const {
    if (!isInVersion(row)) {
        return row.kind == RowKind::Section ? tr("no such version")
                                            : tr("not in v%1").arg(m_state->document->layoutVersion(row.isHeader));
    }
    const NodeRef node = nodeOf(row);
    return node.isValid() ? QStringLiteral("%1+%2").arg(node.span().offset).arg(node.span().length) : QString();
}

QString DraftModel::text(const DraftRow& row, int column) const {
    switch (column) {
        case TreeColumn::Field:
            return nameText(row);
        case TreeColumn::Value:
            return valueText(row);
        case TreeColumn::Type:
            return typeText(row);
        default:
            return bytesText(row);
    }
}

Loss DraftModel::lossOf(const DraftRow& row) const {
    if (isInVersion(row)) {
        return Loss::None;
    }
    if (row.kind == RowKind::UnknownTag) {
        return Loss::Refused;
    }
    const DraftValue* stored = row.kind == RowKind::Field ? m_state->rows->value(row) : nullptr;
    if (!isTouched(stored) || isDefault(*row.field, *stored)) {
        return Loss::None;
    }
    return row.field->ignorable ? Loss::Dropped : Loss::Refused;
}

EditorKind DraftModel::editorOf(const DraftRow& row) const {
    if (row.kind == RowKind::UnknownTag) {
        return EditorKind::Bytes;
    }
    if (row.kind != RowKind::Field && row.kind != RowKind::Element) {
        return EditorKind::None;
    }
    const bool isList = row.kind == RowKind::Field && row.field->isArray;
    if (isList && !listChoices(*row.field, m_state->document->layoutVersion(row.isHeader)).isEmpty()) {
        return EditorKind::ListChoice;
    }
    return editorFor(m_state->texts, *row.field, row.kind == RowKind::Element);
}

// An empty list that says what null does in other versions counts as that.
ListChoice DraftModel::listChoiceOf(const DraftRow& row) const {
    DraftValue holder;
    const DraftValue& value = *shownValue(row, holder);
    const auto* array = std::get_if<std::unique_ptr<DraftArray>>(&value);
    if (array != nullptr && !(*array)->elements.empty()) {
        return ListChoice::Elements;
    }
    const bool isNull =
        array == nullptr || writesNullAsEmpty(*row.field, m_state->document->layoutVersion(row.isHeader));
    return isNull ? ListChoice::Null : ListChoice::Empty;
}

bool DraftModel::isNullable(const DraftRow& row) const {
    return row.kind == RowKind::Field &&
           row.field->nullableVersions.contains(m_state->document->layoutVersion(row.isHeader));
}

QVariant DraftModel::editValue(const DraftRow& row) const {
    if (const DraftTag* tag = m_state->rows->unknownTag(row)) {
        return arrayOf(tag->bytes);
    }
    if (editorOf(row) == EditorKind::ListChoice) {
        return static_cast<int>(listChoiceOf(row));
    }
    DraftValue holder;
    return row.field != nullptr ? draftEditValue(*row.field, *shownValue(row, holder)) : QVariant();
}

QVariant DraftModel::editorData(const DraftRow& row, int role) const {
    switch (role) {
        case EditorRole:
            return static_cast<int>(editorOf(row));
        case LeastRole:
        case GreatestRole: {
            const auto limits = row.field != nullptr ? integerLimits(row.field->type) : std::nullopt;
            return limits ? QVariant(qlonglong{role == LeastRole ? limits->least : limits->greatest}) : QVariant();
        }
        case ChoicesRole:
            if (editorOf(row) == EditorKind::ListChoice) {
                return listChoices(*row.field, m_state->document->layoutVersion(row.isHeader));
            }
            return row.field != nullptr
                       ? m_state->texts.choices(*row.field, m_state->document->layoutVersion(row.isHeader))
                       : QVariantList();
        default:
            return row.field != nullptr ? QString::fromStdString(entityOf(*row.field)) : QString();
    }
}

QVariant DraftModel::draftData(const DraftRow& row, int role) const {
    switch (role) {
        case InVersionRole:
            return isInVersion(row);
        case LossRole:
            return static_cast<int>(lossOf(row));
        case TouchedRole:
            return row.kind == RowKind::UnknownTag || row.kind == RowKind::Element || overrideOf(row) != nullptr ||
                   isTouched(m_state->rows->value(row));
        case NullableRole:
            return isNullable(row);
        case IsNullRole:
            return m_state->rows->isNull(row);
        case RowKindRole:
            return static_cast<int>(row.kind);
        default:
            return QString::fromStdString(m_state->rows->path(row));
    }
}

QString DraftModel::help(const DraftRow& row) const {
    return row.field != nullptr ? FieldTexts::help(m_state->rows->message(row), *row.field) : QString();
}

// Never shorter than what the cell may have no room for.
QString DraftModel::toolTip(const DraftRow& row, int column) const {
    const QString shown = text(row, column);
    if (column == TreeColumn::Field) {
        const QString meaning = help(row);
        return meaning.isEmpty() ? shown : shown + QLatin1Char('\n') + meaning;
    }
    return column == TreeColumn::Value ? (remarks(row, OwnRemarksRole).toStringList() << shown).join(QLatin1Char('\n'))
                                       : shown;
}

QVariant DraftModel::remarks(const DraftRow& row, int role) const {
    const std::string path = m_state->rows->path(row);
    const PathRemarks& all = m_state->document->remarks();
    const bool isPlace = row.kind != RowKind::Tags && row.kind != RowKind::Section;
    if (role == OwnRemarksRole) {
        QStringList own;
        for (const Diagnostic& problem : isPlace ? all.at(path) : std::vector<Diagnostic>()) {
            own.append(QString::fromStdString(problem.text()));
        }
        return own;
    }
    PathRemarks::Summary summary;
    if (path.empty() && row.kind != RowKind::Tags) {
        summary = all.ofBody();
    } else if (row.kind != RowKind::Tags) {
        summary = all.below(path);
        summary.add(isPlace ? all.summaryAt(path) : PathRemarks::Summary());
    }
    return role == SeverityRole ? summary.worst : summary.problems;
}

QVariant DraftModel::nodeData(const DraftRow& row, int role) const {
    const NodeRef node = nodeOf(row);
    if (!node.isValid()) {
        return role == TintRole ? QVariant(-1) : QVariant();
    }
    if (role == TintRole) {
        return tintOf(node);
    }
    if (role == RawValueRole) {
        return m_state->texts.rawValue(node);
    }
    return static_cast<qulonglong>(role == OffsetRole ? node.span().offset : node.span().length);
}

QVariant DraftModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const DraftRow& row = *rowOf(index);
    const bool isValue = index.column() == TreeColumn::Value;
    switch (role) {
        case Qt::DisplayRole:
            return text(row, index.column());
        case Qt::ToolTipRole:
            return toolTip(row, index.column());
        case HelpRole:
            return help(row);
        case Qt::EditRole:
            return isValue ? editValue(row) : QVariant();
        case Qt::CheckStateRole: {
            const bool box = isValue && editorOf(row) == EditorKind::Bool && !m_state->rows->isNull(row);
            return box ? QVariant(editValue(row).toBool() ? Qt::Checked : Qt::Unchecked) : QVariant();
        }
        case EditorRole:
        case LeastRole:
        case GreatestRole:
        case ChoicesRole:
        case EntityRole:
            return editorData(row, role);
        case InVersionRole:
        case LossRole:
        case TouchedRole:
        case NullableRole:
        case IsNullRole:
        case RowKindRole:
        case PathRole:
            return draftData(row, role);
        case SeverityRole:
        case RemarkCountRole:
        case OwnRemarksRole:
            return remarks(row, role);
        case TintRole:
        case RawValueRole:
        case OffsetRole:
        case SizeRole:
            return nodeData(row, role);
        default:
            return {};
    }
}

Qt::ItemFlags DraftModel::flags(const QModelIndex& index) const {
    Qt::ItemFlags flags = QAbstractItemModel::flags(index);
    if (!index.isValid() || index.column() != TreeColumn::Value) {
        return flags;
    }
    const EditorKind editor = editorOf(*rowOf(index));
    if (editor == EditorKind::Bool) {
        return flags | Qt::ItemIsUserCheckable;
    }
    return editor != EditorKind::None ? flags | Qt::ItemIsEditable : flags;
}

QVariant DraftModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    const QString titles[] = {tr("Field"), tr("Value"), tr("Type"), tr("Bytes")};
    return section >= 0 && section < TreeColumn::Count ? QVariant(titles[section]) : QVariant();
}

QHash<int, QByteArray> DraftModel::roleNames() const {
    QHash<int, QByteArray> names = QAbstractItemModel::roleNames();
    names.insert(PathRole, QByteArrayLiteral("path"));
    names.insert(LossRole, QByteArrayLiteral("loss"));
    return names;
}

}  // namespace brokerscope
