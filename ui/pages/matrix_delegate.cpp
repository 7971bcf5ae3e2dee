#include "ui/pages/matrix_delegate.h"

#include "ui/pages/version_matrix_model.h"
#include "ui/style/palette.h"

namespace brokerscope {

namespace {

QColor stateColour(ApiState state, const Palette& palette) {
    switch (state) {
        case ApiState::Usable:
            return palette.text;
        case ApiState::Unsupported:
            return palette.disabled;
        case ApiState::Hidden:
        case ApiState::RefusedBelow:
            return palette.warning;
        case ApiState::Unknown:
            return palette.accent;
    }
    return palette.text;
}

}  // namespace

MatrixDelegate::MatrixDelegate(QObject* parent) : QStyledItemDelegate(parent) {}

void MatrixDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    const Palette& palette = Palette::of(option->palette);
    const QVariant state = index.data(VersionMatrixModel::StateRole);
    QColor colour = index.column() == VersionMatrixModel::NameColumn ? palette.text : palette.muted;
    if (state.isValid()) {
        colour = stateColour(static_cast<ApiState>(state.toInt()), palette);
    }
    option->palette.setColor(QPalette::Text, colour);
    option->palette.setColor(QPalette::HighlightedText, colour);
}

}  // namespace brokerscope
