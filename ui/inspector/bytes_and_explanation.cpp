#include "ui/inspector/bytes_and_explanation.h"

#include "ui/hexview/hex_view.h"
#include "ui/style/metrics.h"

#include <QEvent>

#include <algorithm>

namespace brokerscope {

namespace {

constexpr int kMostOfTheHeight = 58;  // percent, for the bytes
constexpr int kLeastRows = 3;         // so that a selection has its neighbours

}  // namespace

BytesAndExplanation::BytesAndExplanation(HexView& bytes, QWidget* explanation, QWidget* parent)
    : QSplitter(Qt::Vertical, parent), m_bytes(bytes) {
    addWidget(&bytes);
    addWidget(explanation);
    setChildrenCollapsible(false);
    setHandleWidth(Metrics::Spacing);
    connect(this, &QSplitter::splitterMoved, this, [this] { m_movedByHand = true; });
}

int BytesAndExplanation::heightOfBytes(int height, int all, int row) {
    const int most = std::max(height * kMostOfTheHeight / 100, kLeastRows * row);
    return std::clamp(all, std::min(kLeastRows * row, height), std::min(most, height));
}

bool BytesAndExplanation::event(QEvent* event) {
    const bool done = QSplitter::event(event);
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) {
        share();
    }
    return done;
}

void BytesAndExplanation::share() {
    if (m_movedByHand) {
        return;
    }
    const int room = height() - handleWidth();
    const int bytes = heightOfBytes(room, m_bytes.heightOfAll(), m_bytes.heightOfRow());
    if (sizes() != QList<int>{bytes, room - bytes}) {
        setSizes({bytes, room - bytes});
    }
}

}  // namespace brokerscope
