#pragma once

#include <QModelIndex>
#include <QWidget>
#include <functional>

namespace brokerscope {

// The editors that the cells of a DraftModel open, one kind for each EditorKind, in a table.

// The editor for a cell; null for a cell that has none. `edited` is called when the value changed by hand.
QWidget* makeFieldEditor(QWidget* parent, const QModelIndex& index, const std::function<void()>& edited);
// Between the editor and the model's edit value.
void fillFieldEditor(QWidget* editor, const QModelIndex& index);
// An invalid QVariant while what was typed is no value yet.
QVariant fieldEditorValue(const QWidget* editor);

}  // namespace brokerscope
