#pragma once

#include <QSize>

class QWidget;

namespace brokerscope {

// The size that a window begins with: the wanted one, in as many characters as it has at the standard font size, but
// never more than its screen has room for.
QSize firstSize(QSize wanted, const QWidget& window);

}  // namespace brokerscope
