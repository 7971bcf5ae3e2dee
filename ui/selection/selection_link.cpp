#include "ui/selection/selection_link.h"

#include <utility>

namespace brokerscope {

SelectionLink::SelectionLink(QObject* parent) : QObject(parent) {}

void SelectionLink::select(LinkedSelection selection, const QObject* origin) {
    if (selection == m_selection) {
        return;
    }
    m_selection = std::move(selection);
    // A copy: a receiver may select something else while others still hear of this.
    const LinkedSelection announced = m_selection;
    Q_EMIT selectionChanged(announced, origin);
}

void SelectionLink::hover(LinkedSelection selection, const QObject* origin) {
    if (selection == m_hovered) {
        return;
    }
    m_hovered = std::move(selection);
    const LinkedSelection announced = m_hovered;
    Q_EMIT hoverChanged(announced, origin);
}

void SelectionLink::clear(const QObject* origin) {
    hover({}, origin);
    select({}, origin);
}

}  // namespace brokerscope
