#include "ui/widgets/first_size.h"

#include "ui/style/metrics.h"

#include <QScreen>
#include <QWidget>

namespace brokerscope {

QSize firstSize(QSize wanted, const QWidget& window) {
    const QSize scaled(scaledToFont(wanted.width()), scaledToFont(wanted.height()));
    return scaled.boundedTo(window.screen()->availableGeometry().size());
}

}  // namespace brokerscope
