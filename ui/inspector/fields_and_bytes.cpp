#include "ui/inspector/fields_and_bytes.h"

#include "ui/inspector/bytes_pane.h"
#include "ui/style/metrics.h"

#include <QEvent>

namespace brokerscope {

namespace {

constexpr int kReadableFields = 500;

}  // namespace

FieldsAndBytes::FieldsAndBytes(QWidget* fields, BytesPane& pane, QWidget* right, QWidget* parent)
    : QSplitter(Qt::Horizontal, parent), m_pane(pane) {
    addWidget(fields);
    addWidget(right);
    setStretchFactor(0, 1);
    setStretchFactor(1, 0);
    setChildrenCollapsible(false);
    setHandleWidth(Metrics::Spacing);
    connect(this, &QSplitter::splitterMoved, this, [this] { m_movedByHand = true; });
}

// A request for a new layout may mean that rows of bytes have become wider: their offsets have more digits.
bool FieldsAndBytes::event(QEvent* event) {
    const bool done = QSplitter::event(event);
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) {
        share();
    }
    return done;
}

void FieldsAndBytes::share() {
    if (m_movedByHand) {
        return;
    }
    const int frame =
        widget(1)->contentsMargins().left() + widget(1)->contentsMargins().right() + (widget(1) != &m_pane ? 2 : 0);
    const int room = width() - handleWidth();
    const int whole = m_pane.sizeHint().width() + frame;
    const int bytes = room - whole >= kReadableFields ? whole : m_pane.widthWithoutText() + frame;
    const int fields = std::max(0, room - bytes);
    if (sizes() != QList<int>{fields, room - fields}) {
        setSizes({fields, room - fields});
    }
}

}  // namespace brokerscope
