#pragma once

#include <QSet>
#include <QString>

class QTreeView;

namespace brokerscope {

// Which rows of a tree are open, which one is current and how far it is scrolled, by the texts of the first column:
// what a view shows again after its model was filled anew with something alike.
struct TreeViewState {
    QSet<QString> open;
    QString current;
    int scroll = 0;

    // Looks at open rows only.
    static TreeViewState of(const QTreeView& view);
    // Opens what exists; does not emit more than the view itself does.
    void restore(QTreeView& view) const;
    bool isEmpty() const { return open.isEmpty() && current.isEmpty(); }
};

}  // namespace brokerscope
