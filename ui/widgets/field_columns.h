#pragma once

class QTreeView;

namespace brokerscope {

// The columns of trees of fields: name, value, type, bytes, in this order.
enum class FieldColumnOrder : int { Field, Value, Type, Bytes };

// Shares the width of the view among them: as much for the bytes as `bytesWidth` says, and to the value what the others
// leave, so that nothing has to be scrolled sideways. A narrow view has no type column: names and values are worth
// more.
void fitFieldColumns(QTreeView& view, int bytesWidth);

}  // namespace brokerscope
