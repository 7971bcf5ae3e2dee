#pragma once

#include "core/base/bytes.h"

#include <QObject>

#include <optional>
#include <vector>

namespace brokerscope {

// Names a node of an opened thing without holding it: the tree's number within the document, and the child numbers from
// that tree's root down to the node (none: the root itself). It stays true when a part of the tree is decoded again.
struct NodeKey {
    std::uint32_t tree = 0;
    std::vector<std::uint32_t> route;

    bool operator==(const NodeKey&) const = default;
};

// What is selected or hovered: bytes, and the node that they belong to where the sender knows it. Nothing selected is
// an empty span without a node. A node may have an empty span (a field that the version does not write).
struct LinkedSelection {
    ByteSpan span;
    std::optional<NodeKey> node;

    bool isEmpty() const { return span.length == 0 && !node; }
    bool operator==(const LinkedSelection&) const = default;
};

// The one place that joins the views of an inspector: tree, hex and explanation tell it what was selected or hovered
// and hear about it from here, never from each other.
//
// Every change carries its origin, the object that made it. A view compares it with itself and ignores its own changes,
// so that no loop can arise. A change to what already is so is not announced. GUI thread only.
class SelectionLink : public QObject {
    Q_OBJECT

public:
    explicit SelectionLink(QObject* parent = nullptr);

    const LinkedSelection& selection() const { return m_selection; }
    const LinkedSelection& hovered() const { return m_hovered; }

    void select(LinkedSelection selection, const QObject* origin);
    void hover(LinkedSelection selection, const QObject* origin);
    // Forgets both, for instance because another document is shown; announces what changed.
    void clear(const QObject* origin);

Q_SIGNALS:
    void selectionChanged(const brokerscope::LinkedSelection& selection, const QObject* origin);
    void hoverChanged(const brokerscope::LinkedSelection& selection, const QObject* origin);

private:
    LinkedSelection m_selection;
    LinkedSelection m_hovered;
};

}  // namespace brokerscope

Q_DECLARE_METATYPE(brokerscope::LinkedSelection)
