#include "ui/models/layout_tree_model.h"

#include "ui/models/draft_text.h"
#include "ui/models/field_texts.h"
#include "ui/models/value_format.h"

namespace brokerscope {
namespace {

// "compact array of int32"; structures by their name.
QString wireTypeText(const FieldLayout& field) {
    const QString type = typeText(field.wireTypeName());
    if (field.type == FieldType::Struct) {
        const QString structure = QString::fromStdString(field.spec->structure->name);
        return field.isArray    ? LayoutTreeModel::tr("%1 of %2").arg(type, structure)
               : field.nullable ? LayoutTreeModel::tr("nullable %1").arg(structure)
                                : structure;
    }
    return field.isArray ? LayoutTreeModel::tr("%1 of %2").arg(type, typeText(field.elementWireTypeName())) : type;
}

QString flagsText(const FieldSpec& spec) {
    QStringList flags;
    if (spec.ignorable) {
        flags.append(LayoutTreeModel::tr("ignorable"));
    }
    if (spec.mapKey) {
        flags.append(LayoutTreeModel::tr("map key"));
    }
    return flags.join(QStringLiteral(" · "));
}

QString rangeText(const VersionRange& range) {
    return range.isEmpty() ? QString() : QString::fromStdString(range.toString());
}

}  // namespace

void LayoutTreeModel::setSections(std::vector<LayoutSection> sections) {
    beginResetModel();
    m_sections = std::move(sections);
    m_rows.clear();
    m_top.clear();
    for (std::size_t section = 0; section < m_sections.size(); ++section) {
        const std::size_t top = addRow(kNone, section, nullptr);
        addFields(top, section, *m_sections[section].layout->root);
    }
    endResetModel();
}

std::size_t LayoutTreeModel::addRow(std::size_t parent, std::size_t section, const FieldLayout* field) {
    const std::size_t position = m_rows.size();
    std::vector<std::size_t>& siblings = parent == kNone ? m_top : m_rows[parent].children;
    const int place = static_cast<int>(siblings.size());
    siblings.push_back(position);
    m_rows.push_back({parent, place, section, field, {}});
    return position;
}

void LayoutTreeModel::addFields(std::size_t parent, std::size_t section, const StructLayout& layout) {
    for (const auto* fields : {&layout.fields, &layout.tagged}) {
        for (const FieldLayout& field : *fields) {
            const std::size_t position = addRow(parent, section, &field);
            if (field.structure != nullptr) {
                addFields(position, section, *field.structure);
            }
        }
    }
}

const LayoutTreeModel::Row* LayoutTreeModel::row(const QModelIndex& index) const {
    return index.isValid() ? &m_rows[index.internalId()] : nullptr;
}

const FieldLayout* LayoutTreeModel::field(const QModelIndex& index) const {
    const Row* found = row(index);
    return found == nullptr ? nullptr : found->field;
}

QModelIndex LayoutTreeModel::index(int rowNumber, int column, const QModelIndex& parent) const {
    if (!hasIndex(rowNumber, column, parent)) {
        return {};
    }
    const Row* above = row(parent);
    const auto& children = above == nullptr ? m_top : above->children;
    return createIndex(rowNumber, column, quintptr{children[static_cast<std::size_t>(rowNumber)]});
}

QModelIndex LayoutTreeModel::parent(const QModelIndex& child) const {
    const Row* found = row(child);
    if (found == nullptr || found->parent == kNone) {
        return {};
    }
    return createIndex(m_rows[found->parent].place, 0, quintptr{found->parent});
}

int LayoutTreeModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) {
        return static_cast<int>(m_top.size());
    }
    return parent.column() == 0 ? static_cast<int>(row(parent)->children.size()) : 0;
}

int LayoutTreeModel::columnCount(const QModelIndex& /*parent*/) const {
    return ColumnCount;
}

QString LayoutTreeModel::sectionText(const LayoutSection& section, int column) const {
    switch (column) {
        case FieldColumn:
            return section.title;
        case TypeColumn:
            return section.facts;
        case HelpColumn:
            return section.layout->unknownBody ? tr("The body of this version is not known.") : QString();
        default:
            return {};
    }
}

QString LayoutTreeModel::fieldText(const Row& row, int column) const {
    const FieldSpec& spec = *row.field->spec;
    switch (column) {
        case FieldColumn:
            return QString::fromStdString(spec.name);
        case TypeColumn:
            return wireTypeText(*row.field);
        case VersionsColumn:
            return rangeText(spec.versions);
        case NullableColumn:
            return rangeText(spec.nullableVersions);
        case TagColumn:
            return row.field->tag >= 0 ? QString::number(row.field->tag) : QString();
        case DefaultColumn:
            return QString::fromStdString(spec.defaultText);
        case FlagsColumn:
            return flagsText(spec);
        case EntityColumn:
            return QString::fromStdString(entityOf(spec));
        case HelpColumn:
            return FieldTexts::help(*m_sections[row.section].layout->spec, spec);
        default:
            return {};
    }
}

QString LayoutTreeModel::path(const Row& row) const {
    if (row.field == nullptr) {
        return {};
    }
    const QString above = row.parent == kNone ? QString() : path(m_rows[row.parent]);
    const QString own =
        QString::fromStdString(row.field->spec->jsonName) + (row.field->isArray ? QStringLiteral("[]") : QString());
    return above.isEmpty() ? own : above + QLatin1Char('.') + own;
}

QVariant LayoutTreeModel::data(const QModelIndex& index, int role) const {
    const Row* found = row(index);
    if (found == nullptr) {
        return {};
    }
    switch (role) {
        case Qt::DisplayRole:
            return found->field == nullptr ? sectionText(m_sections[found->section], index.column())
                                           : fieldText(*found, index.column());
        case Qt::ToolTipRole:
        case HelpRole:
            return found->field == nullptr ? QString() : fieldText(*found, HelpColumn);
        case Qt::TextAlignmentRole:
            return index.column() == TagColumn ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
        case PathRole:
            return path(*found);
        case RowKindRole:
            return static_cast<int>(found->field == nullptr ? RowKind::Section : RowKind::Field);
        default:
            return {};
    }
}

QVariant LayoutTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section >= ColumnCount) {
        return {};
    }
    const QStringList titles{tr("Field"),   tr("Type"),  tr("Versions"), tr("Nullable"), tr("Tag"),
                             tr("Default"), tr("Flags"), tr("Entity"),   tr("Meaning")};
    return titles[section];
}

}  // namespace brokerscope
