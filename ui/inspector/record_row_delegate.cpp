#include "ui/inspector/record_row_delegate.h"

#include "ui/models/record_table_model.h"
#include "ui/style/palette.h"

namespace brokerscope {
namespace {

QColor colourOfRecord(const Palette& palette, const QModelIndex& index) {
    switch (static_cast<RecordList::Kind>(index.data(RecordTableModel::KindRole).toInt())) {
        case RecordList::Kind::Control:
            return palette.muted;
        case RecordList::Kind::Remark: {
            const auto severity = static_cast<Severity>(index.data(RecordTableModel::SeverityRole).toInt());
            return severity == Severity::Error     ? palette.error
                   : severity == Severity::Warning ? palette.warning
                                                   : palette.muted;
        }
        case RecordList::Kind::Record:
            break;
    }
    const bool isMuted =
        index.data(RecordTableModel::AbortedRole).toBool() || index.data(RecordTableModel::NothingRole).toBool();
    return isMuted ? palette.muted : palette.text;
}

}  // namespace

void RecordRowDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    const QColor colour = colourOfRecord(Palette::of(option->palette), index);
    option->palette.setColor(QPalette::Text, colour);
    option->palette.setColor(QPalette::HighlightedText, colour);
    option->textElideMode = Qt::ElideRight;
    const bool isContent =
        index.column() == RecordTableModel::KeyColumn || index.column() == RecordTableModel::ValueColumn;
    option->font.setItalic(index.data(RecordTableModel::NothingRole).toBool());
    option->font.setStrikeOut(isContent && index.data(RecordTableModel::AbortedRole).toBool());
}

}  // namespace brokerscope
