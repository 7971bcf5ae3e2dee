#include "ui/forms/record_cell_delegate.h"

#include "core/base/diagnostic.h"
#include "ui/forms/bytes_editor.h"
#include "ui/models/byte_arrays.h"
#include "ui/models/draft_blob.h"
#include "ui/models/roles.h"
#include "ui/style/palette.h"
#include "ui/widgets/field_cell.h"

#include <QPainter>
#include <QStyle>

namespace brokerscope {
namespace {

constexpr int kBoxSize = 16;
constexpr int kBoxRoom = 22;

FieldCell::Ground severityGround(const QModelIndex& index) {
    const QVariant severity = index.data(SeverityRole);
    const int worst = severity.isValid() ? severity.toInt() : -1;
    return worst == static_cast<int>(Severity::Error)     ? FieldCell::Ground::Error
           : worst == static_cast<int>(Severity::Warning) ? FieldCell::Ground::Warning
                                                          : FieldCell::Ground::Plain;
}

}  // namespace

void RecordCellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const auto editor = static_cast<EditorKind>(index.data(EditorRole).toInt());
    const QVariant bytes = editor == EditorKind::Bytes ? index.data(Qt::EditRole) : QVariant();
    FieldCell cell;
    cell.text = index.data().toString();
    cell.ground = severityGround(index);
    cell.muted = !index.data(TouchedRole).toBool() || index.data(IsNullRole).toBool() ||
                 (bytes.isValid() && bytes.toByteArray().isEmpty());
    cell.monospace = bytes.isValid() && !bytes.toByteArray().isEmpty();
    const QVariant tint = index.column() == 0 ? index.data(TintRole) : QVariant();
    cell.roomForTint = tint.isValid();
    cell.tint = tint.isValid() ? tint.toInt() : -1;
    const QVariant alignment = index.data(Qt::TextAlignmentRole);
    cell.alignment = alignment.isValid() ? Qt::Alignment(alignment.toInt()) & Qt::AlignHorizontal_Mask
                                         : Qt::Alignment(Qt::AlignLeft);
    paintFieldGround(*painter, option, cell);
    QRect contents = option.rect;
    const QVariant check = index.data(Qt::CheckStateRole);
    if (check.isValid() && option.widget != nullptr) {
        QStyleOptionViewItem box(option);
        initStyleOption(&box, index);
        box.rect = QRect(contents.left() + 6, contents.center().y() - kBoxSize / 2 + 1, kBoxSize, kBoxSize);
        box.state.setFlag(check.toInt() == Qt::Checked ? QStyle::State_On : QStyle::State_Off);
        option.widget->style()->drawPrimitive(QStyle::PE_IndicatorItemViewItemCheck, &box, painter, option.widget);
        contents.setLeft(contents.left() + kBoxRoom);
    }
    paintFieldContents(*painter, contents, option, cell);
    // Rows are selected as a whole; what would be edited is one cell.
    if ((option.state & QStyle::State_HasFocus) != 0) {
        painter->setPen(Palette::of(option.palette).accent);
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
    }
}

QWidget* RecordCellDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                                          const QModelIndex& index) const {
    QWidget* editor = DraftDelegate::createEditor(parent, option, index);
    if (auto* bytes = qobject_cast<BytesEditor*>(editor)) {
        if (isReadableText(viewOf(index.data(Qt::EditRole).toByteArray()))) {
            bytes->setForm(BytesEditor::Form::Text);
        }
    }
    return editor;
}

}  // namespace brokerscope
