#include "ui/models/draft_batch_field_model.h"

#include "core/schema/default_value.h"
#include "ui/models/byte_arrays.h"
#include "ui/models/entity_names.h"
#include "ui/models/field_tint.h"
#include "ui/models/roles.h"
#include "ui/models/value_format.h"

namespace brokerscope {
namespace {

QString latin(std::string_view text) {
    return QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size()));
}

QVariantList codecChoices() {
    QVariantList choices;
    for (int codec = 0; codec <= kCompressionMask; ++codec) {
        const auto known = compressionOf(codec);
        const QString name = known ? latin(compressionName(*known)) : DraftBatchFieldModel::tr("no codec");
        choices.append(QVariant::fromValue(Choice{codec, name}));
    }
    return choices;
}

QVariantList timestampTypeChoices() {
    QVariantList choices;
    for (const auto type : {TimestampType::CreateTime, TimestampType::LogAppendTime}) {
        choices.append(QVariant::fromValue(Choice{static_cast<int>(type), latin(timestampTypeName(type))}));
    }
    return choices;
}

QVariantList choicesOf(BatchFieldKind kind) {
    return kind == BatchFieldKind::Compression     ? codecChoices()
           : kind == BatchFieldKind::TimestampType ? timestampTypeChoices()
                                                   : QVariantList();
}

QString labelOf(const QVariantList& choices, std::int64_t value) {
    for (const QVariant& entry : choices) {
        if (entry.value<Choice>().value == value) {
            return entry.value<Choice>().label;
        }
    }
    return {};
}

bool isBits(BatchFieldKind kind) {
    return kind == BatchFieldKind::Compression || kind == BatchFieldKind::TimestampType || kind == BatchFieldKind::Flag;
}

QString numberText(const FieldSpec& field, std::int64_t value) {
    const bool isTime = field.jsonName.ends_with("imestamp");
    if (field.type == FieldType::UInt32) {
        return QStringLiteral("0x%1").arg(value & 0xffffffff, 8, 16, QLatin1Char('0'));
    }
    return isTime ? recordTimeText(value) : QString::number(value);
}

}  // namespace

DraftBatchFieldModel::DraftBatchFieldModel(DraftRecordSet& set, QObject* parent)
    : QAbstractTableModel(parent), m_set(set) {
    connect(&set, &DraftRecordSet::aboutToRearrange, this, [this] { show(-1, -1); });
    connect(&set, &DraftRecordSet::batchChanged, this, &DraftBatchFieldModel::follow);
}

void DraftBatchFieldModel::showHead(int batch) {
    show(batch, -1);
}

void DraftBatchFieldModel::showRecord(int batch, int record) {
    const bool isThere = batch >= 0 && record >= 0;
    show(isThere ? batch : -1, isThere ? record : -1);
}

void DraftBatchFieldModel::show(int batch, int record) {
    beginResetModel();
    m_batch = batch;
    m_record = record;
    m_fields = batch < 0    ? std::span<const BatchField>()
               : record < 0 ? headFields(m_set.batch(batch))
                            : recordFields(m_set.batch(batch).format);
    endResetModel();
}

// A record that went away is shown no more by those who chose it; until then it has no row.
void DraftBatchFieldModel::follow(int batch) {
    if (batch != m_batch) {
        return;
    }
    const DraftBatch& shown = m_set.batch(batch);
    if (m_record >= shown.recordCount()) {
        show(-1, -1);
        return;
    }
    const auto fields = m_record < 0 ? headFields(shown) : recordFields(shown.format);
    if (fields.data() != m_fields.data() || fields.size() != m_fields.size()) {
        show(m_batch, m_record);
    } else if (!m_fields.empty()) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

int DraftBatchFieldModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_fields.size());
}

int DraftBatchFieldModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

const DraftStruct& DraftBatchFieldModel::structure() const {
    const DraftBatch& batch = m_set.batch(m_batch);
    return m_record < 0 ? batch.head.root : batch.record(m_record);
}

const FieldSpec* DraftBatchFieldModel::spec(const BatchField& field) const {
    return structure().spec->find(field.field);
}

NodeRef DraftBatchFieldModel::node(const QModelIndex& index) const {
    if (!index.isValid() || m_batch < 0) {
        return {};
    }
    const DraftBatch& batch = m_set.batch(m_batch);
    const auto tree = m_set.tree(m_batch);
    const NodeRef above = m_record < 0 ? headNode(batch, tree) : recordNode(batch, tree, m_record);
    const BatchField& field = fieldAt(index.row());
    if (!above.isValid() || field.kind == BatchFieldKind::Bytes) {
        return above;
    }
    const char* name = field.kind != BatchFieldKind::Count ? field.field
                       : above.findField("recordsCount")   ? "recordsCount"
                                                           : "records";
    return above.findField(name).value_or(NodeRef());
}

// What is written: set by hand, read off the bytes, or the default. Nothing where compression hides it.
std::optional<std::int64_t> DraftBatchFieldModel::number(int row) const {
    const BatchField& field = fieldAt(row);
    if (const auto told = toldNumber(structure(), field)) {
        return told;
    }
    if (field.kind == BatchFieldKind::Count) {
        return m_set.batch(m_batch).recordCount();
    }
    if (!field.isComputed) {
        return draftInteger(structure(), field.field);
    }
    const NodeRef written = node(index(row, 0));
    return written.isValid() ? std::optional(written.node().integer) : std::nullopt;
}

bool DraftBatchFieldModel::isTold(int row) const {
    const BatchField& field = fieldAt(row);
    return field.kind == BatchFieldKind::Bytes ||
           (isBits(field.kind) ? bitsOf(structure(), field) != 0 : toldNumber(structure(), field).has_value());
}

QString DraftBatchFieldModel::nameText(const BatchField& field) const {
    const FieldSpec* known = *field.label == '\0' ? spec(field) : nullptr;
    return known != nullptr ? QString::fromStdString(known->name) : QString::fromLatin1(field.label);
}

QString DraftBatchFieldModel::valueText(int row) const {
    const BatchField& field = fieldAt(row);
    if (field.kind == BatchFieldKind::Bytes) {
        return bytesText(m_set.batch(m_batch).raw);
    }
    if (isBits(field.kind)) {
        const std::int64_t bits = bitsOf(structure(), field);
        if (field.kind == BatchFieldKind::Flag) {
            return bits != 0 ? tr("yes") : tr("no");
        }
        return withMeaning(QString::number(bits), labelOf(choicesOf(field.kind), bits));
    }
    const auto value = number(row);
    if (!value) {
        return tr("within the compressed bytes");
    }
    const FieldSpec* known = spec(field);
    return known != nullptr ? numberText(*known, *value) : QString::number(*value);
}

QString DraftBatchFieldModel::handText(const BatchField& field) const {
    if (isBits(field.kind) || field.kind == BatchFieldKind::Bytes) {
        return {};
    }
    return toldNumber(structure(), field) ? tr("by hand") : field.isComputed ? tr("computed") : tr("default");
}

QVariant DraftBatchFieldModel::checkState(const QModelIndex& index) const {
    const BatchField& field = fieldAt(index.row());
    if (index.column() == ValueColumn && field.kind == BatchFieldKind::Flag) {
        return bitsOf(structure(), field) != 0 ? Qt::Checked : Qt::Unchecked;
    }
    if (index.column() == HandColumn && !handText(field).isEmpty()) {
        return toldNumber(structure(), field) ? Qt::Checked : Qt::Unchecked;
    }
    return {};
}

QVariant DraftBatchFieldModel::editValue(int row) const {
    const BatchField& field = fieldAt(row);
    if (field.kind == BatchFieldKind::Bytes) {
        const ByteBuffer& raw = m_set.batch(m_batch).raw;
        return arrayOf(raw);
    }
    if (isBits(field.kind)) {
        return qlonglong{bitsOf(structure(), field)};
    }
    const auto value = number(row);
    return value ? QVariant(qlonglong{*value}) : QVariant();
}

QVariant DraftBatchFieldModel::editorData(int row, int column, int role) const {
    const BatchField& field = fieldAt(row);
    if (role == EditorRole) {
        const bool isChoice = field.kind == BatchFieldKind::Compression || field.kind == BatchFieldKind::TimestampType;
        const EditorKind kind = column == HandColumn                  ? EditorKind::None
                                : field.kind == BatchFieldKind::Flag  ? EditorKind::Bool
                                : field.kind == BatchFieldKind::Bytes ? EditorKind::Bytes
                                : isChoice                            ? EditorKind::Enumeration
                                                                      : EditorKind::Integer;
        return static_cast<int>(kind);
    }
    if (role == ChoicesRole) {
        return choicesOf(field.kind);
    }
    const FieldSpec* known = spec(field);
    const auto limits = integerLimits(known != nullptr ? known->type : FieldType::Int32);
    return limits ? QVariant(qlonglong{role == LeastRole ? limits->least : limits->greatest}) : QVariant();
}

QVariant DraftBatchFieldModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const int row = index.row();
    switch (role) {
        case Qt::DisplayRole:
        case Qt::ToolTipRole:
            return index.column() == FieldColumn   ? nameText(fieldAt(row))
                   : index.column() == ValueColumn ? valueText(row)
                                                   : handText(fieldAt(row));
        case Qt::EditRole:
            return index.column() == ValueColumn ? editValue(row) : QVariant();
        case Qt::CheckStateRole:
            return checkState(index);
        case EditorRole:
        case ChoicesRole:
        case LeastRole:
        case GreatestRole:
            return editorData(row, index.column(), role);
        case TouchedRole:
            return index.column() == FieldColumn || isTold(row);
        case InVersionRole:
            return true;
        case RowKindRole:
            return static_cast<int>(RowKind::Field);
        case TintRole: {
            const NodeRef written = node(index);
            return written.isValid() ? tintOf(written) : -1;
        }
        default:
            return {};
    }
}

Qt::ItemFlags DraftBatchFieldModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (!index.isValid()) {
        return flags;
    }
    if (checkState(index).isValid()) {
        return flags | Qt::ItemIsUserCheckable;
    }
    return index.column() == ValueColumn ? flags | Qt::ItemIsEditable : flags;
}

void DraftBatchFieldModel::change(int row, const std::function<void(DraftStruct&)>& edit) {
    const QString step = QStringLiteral("%1.%2.%3").arg(m_batch).arg(m_record).arg(row);
    m_set.change(m_batch, step,
                 [this, &edit](DraftBatch& batch) { edit(m_record < 0 ? batch.head.root : batch.record(m_record)); });
}

bool DraftBatchFieldModel::setNumber(int row, std::optional<std::int64_t> number) {
    const BatchField& field = fieldAt(row);
    const FieldSpec* known = spec(field);
    const auto limits = integerLimits(known != nullptr ? known->type : FieldType::Int32);
    if (number && limits && (*number < limits->least || *number > limits->greatest)) {
        Q_EMIT editRefused(tr("%1 takes %2 to %3.").arg(nameText(field)).arg(limits->least).arg(limits->greatest));
        return false;
    }
    change(row, [&field, number](DraftStruct& draft) { tellNumber(draft, field, number); });
    return true;
}

bool DraftBatchFieldModel::setNumberFrom(int row, const QVariant& value) {
    const auto number = value.typeId() == QMetaType::QString ? parseInteger(value.toString().trimmed().toStdString())
                                                             : std::optional<std::int64_t>(value.toLongLong());
    if (!number) {
        Q_EMIT editRefused(tr("%1 takes a whole number, decimal or with 0x.").arg(nameText(fieldAt(row))));
        return false;
    }
    const BatchField& field = fieldAt(row);
    if (isBits(field.kind)) {
        change(row, [&field, number](DraftStruct& draft) { setBits(draft, field, *number); });
        return true;
    }
    return setNumber(row, number);
}

bool DraftBatchFieldModel::setChecked(const QModelIndex& index, bool checked) {
    const BatchField& field = fieldAt(index.row());
    if (!checkState(index).isValid()) {
        return false;
    }
    if (index.column() == ValueColumn) {
        change(index.row(), [&field, checked](DraftStruct& draft) { setBits(draft, field, checked ? 1 : 0); });
        return true;
    }
    return setNumber(index.row(), checked ? std::optional(number(index.row()).value_or(0)) : std::nullopt);
}

bool DraftBatchFieldModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid()) {
        return false;
    }
    if (role == Qt::CheckStateRole) {
        return setChecked(index, value.toInt() == Qt::Checked);
    }
    if (role != Qt::EditRole || index.column() != ValueColumn) {
        return false;
    }
    if (fieldAt(index.row()).kind != BatchFieldKind::Bytes) {
        return setNumberFrom(index.row(), value);
    }
    const QByteArray bytes = value.toByteArray();
    m_set.change(m_batch, QStringLiteral("%1.bytes").arg(m_batch),
                 [&bytes](DraftBatch& batch) { batch.raw = ByteBuffer(bytes.begin(), bytes.end()); });
    return true;
}

QVariant DraftBatchFieldModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    const QString titles[] = {tr("Field"), tr("Value"), tr("Set")};
    return section >= 0 && section < ColumnCount ? QVariant(titles[section]) : QVariant();
}

}  // namespace brokerscope
