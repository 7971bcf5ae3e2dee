#include "ui/forms/draft_delegate.h"

#include "core/base/diagnostic.h"
#include "ui/forms/field_editors.h"
#include "ui/models/draft_model.h"
#include "ui/models/roles.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/widgets/field_cell.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace brokerscope {
namespace {

constexpr int kButtonSize = 20;
constexpr const char* kFilled = "isFilled";
constexpr const char* kEdited = "isEdited";

FieldCell::Ground groundOf(const QModelIndex& row, bool hovered) {
    const auto loss = static_cast<Loss>(row.data(LossRole).toInt());
    const int severity = row.data(SeverityRole).toInt();
    const bool own = !row.data(OwnRemarksRole).toStringList().isEmpty();
    if (loss == Loss::Refused || (own && severity == static_cast<int>(Severity::Error))) {
        return FieldCell::Ground::Error;
    }
    if (loss == Loss::Dropped || (own && severity == static_cast<int>(Severity::Warning))) {
        return FieldCell::Ground::Warning;
    }
    if (row.data(RowKindRole).toInt() == static_cast<int>(RowKind::Section)) {
        return FieldCell::Ground::Heading;
    }
    return hovered ? FieldCell::Ground::Hovered : FieldCell::Ground::Plain;
}

void describeField(FieldCell& cell, const QModelIndex& row, RowKind kind) {
    cell.tint = row.data(TintRole).toInt();
    cell.roomForTint = kind != RowKind::Section;
    cell.bold = kind == RowKind::Section;
    cell.muted = kind == RowKind::Tags;
    const int count = row.data(RemarkCountRole).toInt();
    if (count > 0) {
        cell.badge = QString::number(count);
        cell.badgeKind = row.data(SeverityRole).toInt() == static_cast<int>(Severity::Error) ? StatusKind::Error
                                                                                             : StatusKind::Warning;
    }
}

void describeValue(FieldCell& cell, const QModelIndex& row, RowKind kind) {
    const auto editor = static_cast<EditorKind>(row.data(EditorRole).toInt());
    cell.framed = editor != EditorKind::None && editor != EditorKind::Bool && row.data(InVersionRole).toBool();
    const bool isField = kind == RowKind::Field || kind == RowKind::Element;
    cell.muted = kind == RowKind::Section || kind == RowKind::Tags || row.data(IsNullRole).toBool() ||
                 (isField && !row.data(TouchedRole).toBool());
}

FieldCell cellOf(const QModelIndex& index, bool hovered) {
    const QModelIndex row = index.siblingAtColumn(TreeColumn::Field);
    const auto kind = static_cast<RowKind>(row.data(RowKindRole).toInt());
    FieldCell cell;
    cell.text = index.data().toString();
    cell.ground = groundOf(row, hovered);
    cell.disabled = !row.data(InVersionRole).toBool();
    if (index.column() == TreeColumn::Field) {
        describeField(cell, row, kind);
    } else if (index.column() == TreeColumn::Value) {
        describeValue(cell, row, kind);
    } else {
        cell.muted = true;
    }
    return cell;
}

QString iconOf(DraftDelegate::Button button) {
    switch (button) {
        case DraftDelegate::Button::Add:
            return QStringLiteral("add");
        case DraftDelegate::Button::Records:
            return QStringLiteral("table");
        case DraftDelegate::Button::Null:
            return QStringLiteral("null");
        case DraftDelegate::Button::Default:
            return QStringLiteral("undo");
        case DraftDelegate::Button::Remove:
            return QStringLiteral("remove");
        case DraftDelegate::Button::None:
            break;
    }
    return {};
}

QString helpOf(DraftDelegate::Button button) {
    switch (button) {
        case DraftDelegate::Button::Add:
            return DraftDelegate::tr("Add (Insert)");
        case DraftDelegate::Button::Records:
            return DraftDelegate::tr("Compose the records (Return)");
        case DraftDelegate::Button::Null:
            return DraftDelegate::tr("Null or a value (Ctrl+0)");
        case DraftDelegate::Button::Default:
            return DraftDelegate::tr("Back to the default (Ctrl+Backspace)");
        case DraftDelegate::Button::Remove:
            return DraftDelegate::tr("Remove (Delete)");
        case DraftDelegate::Button::None:
            break;
    }
    return {};
}

}  // namespace

bool DraftDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                              const QModelIndex& index) {
    const QString help =
        event->type() == QEvent::ToolTip ? helpOf(buttonAt(event->pos(), option.rect, index)) : QString();
    if (help.isEmpty()) {
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    }
    QToolTip::showText(event->globalPos(), help, view);
    return true;
}

// Adding and null are always in sight; what only undoes something is shown under the mouse.
QList<DraftDelegate::Button> DraftDelegate::buttonsOf(const QModelIndex& index) const {
    QList<Button> buttons;
    if (index.column() != TreeColumn::Value) {
        return buttons;
    }
    const QModelIndex row = index.siblingAtColumn(TreeColumn::Field);
    const auto* model = qobject_cast<const DraftModel*>(index.model());
    const auto kind = static_cast<RowKind>(row.data(RowKindRole).toInt());
    const bool hovered = m_hovered.isValid() && m_hovered == row;
    if (model == nullptr || !row.data(InVersionRole).toBool()) {
        return buttons;
    }
    if (model->isArray(row) || model->canHoldTags(row)) {
        buttons.append(Button::Add);
    }
    if (model->holdsRecords(row)) {
        buttons.append(Button::Records);
    }
    if (row.data(NullableRole).toBool()) {
        buttons.append(Button::Null);
    }
    if (hovered && kind == RowKind::Field && row.data(TouchedRole).toBool()) {
        buttons.append(Button::Default);
    }
    if (hovered && (kind == RowKind::Element || kind == RowKind::UnknownTag)) {
        buttons.append(Button::Remove);
    }
    return buttons;
}

QRect DraftDelegate::buttonRect(const QRect& cell, qsizetype position) const {
    const int right = cell.right() - 4 - static_cast<int>(position) * kButtonSize;
    return {right - kButtonSize + 1, cell.center().y() - kButtonSize / 2 + 1, kButtonSize, kButtonSize};
}

DraftDelegate::Button DraftDelegate::buttonAt(const QPoint& point, const QRect& cell, const QModelIndex& index) const {
    const QList<Button> buttons = buttonsOf(index);
    for (qsizetype i = 0; i < buttons.size(); ++i) {
        if (buttonRect(cell, i).contains(point)) {
            return buttons[i];
        }
    }
    return Button::None;
}

void DraftDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const bool hovered = m_hovered.isValid() && m_hovered == index.siblingAtColumn(TreeColumn::Field);
    const FieldCell cell = cellOf(index, hovered);
    paintFieldGround(*painter, option, cell);
    const QList<Button> buttons = buttonsOf(index);
    QRect contents = option.rect.adjusted(0, 0, static_cast<int>(-buttons.size()) * kButtonSize, 0);
    const QVariant check = index.data(Qt::CheckStateRole);
    if (check.isValid()) {
        QStyleOptionViewItem box(option);
        initStyleOption(&box, index);
        box.rect = QRect(contents.left() + 6, contents.center().y() - 7, 16, 16);
        box.state.setFlag(check.toInt() == Qt::Checked ? QStyle::State_On : QStyle::State_Off);
        const QStyle* style = box.widget != nullptr ? box.widget->style() : nullptr;
        if (style != nullptr) {
            style->drawPrimitive(QStyle::PE_IndicatorItemViewItemCheck, &box, painter, box.widget);
        }
        contents.setLeft(contents.left() + 22);
    }
    paintFieldContents(*painter, contents, option, cell);
    for (qsizetype i = 0; i < buttons.size(); ++i) {
        const bool isNull = buttons[i] == Button::Null && index.siblingAtColumn(0).data(IsNullRole).toBool();
        const bool strong = isNull || buttons[i] == Button::Add || buttons[i] == Button::Records || hovered;
        icon(iconOf(buttons[i]), strong ? IconRole::Accent : IconRole::Muted)
            .paint(painter, buttonRect(option.rect, i).adjusted(3, 3, -3, -3));
    }
}

QSize DraftDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    return {QStyledItemDelegate::sizeHint(option, index).width() + kButtonSize, rowHeight()};
}

QWidget* DraftDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& /*option*/,
                                     const QModelIndex& index) const {
    auto* self = const_cast<DraftDelegate*>(this);
    auto holder = std::make_shared<QWidget*>(nullptr);
    QWidget* editor = makeFieldEditor(parent, index, [self, holder] {
        if (*holder != nullptr) {
            (*holder)->setProperty(kEdited, true);
            Q_EMIT self->commitData(*holder);
        }
    });
    *holder = editor;
    return editor;
}

// Once only: while typing, the model answers with what was typed, and writing that again would move the cursor.
void DraftDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
    if (!editor->property(kFilled).toBool()) {
        fillFieldEditor(editor, index);
        editor->setProperty(kFilled, true);
    }
}

// Opening and leaving an editor touches nothing.
void DraftDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const {
    const QVariant value = fieldEditorValue(editor);
    if (editor->property(kEdited).toBool() && value.isValid()) {
        model->setData(index, value, Qt::EditRole);
        editor->setProperty(kEdited, false);
    }
}

void DraftDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                         const QModelIndex& index) const {
    const int taken = static_cast<int>(buttonsOf(index).size()) * kButtonSize;
    editor->setGeometry(option.rect.adjusted(0, 0, -taken - 2, 0));
}

}  // namespace brokerscope
