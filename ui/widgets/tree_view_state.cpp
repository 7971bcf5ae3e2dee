#include "ui/widgets/tree_view_state.h"

#include <QScrollBar>
#include <QTreeView>

#include <functional>

namespace brokerscope {
namespace {

using Visit = std::function<bool(const QModelIndex& index, const QString& key)>;

// Calls `visit` for every row; goes below a row where it says so.
void walk(const QAbstractItemModel& model, const QModelIndex& parent, const QString& key, const Visit& visit) {
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        const QString own = key + QLatin1Char('/') + index.data().toString();
        if (visit(index, own)) {
            walk(model, index, own, visit);
        }
    }
}

}  // namespace

TreeViewState TreeViewState::of(const QTreeView& view) {
    TreeViewState state;
    state.scroll = view.verticalScrollBar()->value();
    const QModelIndex current = view.currentIndex().siblingAtColumn(0);
    walk(*view.model(), {}, {}, [&](const QModelIndex& index, const QString& key) {
        if (index == current) {
            state.current = key;
        }
        const bool isOpen = view.isExpanded(index);
        if (isOpen) {
            state.open.insert(key);
        }
        return isOpen;
    });
    return state;
}

void TreeViewState::restore(QTreeView& view) const {
    walk(*view.model(), {}, {}, [&](const QModelIndex& index, const QString& key) {
        if (key == current) {
            view.setCurrentIndex(index);
        }
        const bool isOpen = open.contains(key);
        if (isOpen) {
            view.expand(index);
        }
        return isOpen;
    });
    view.verticalScrollBar()->setValue(scroll);
}

}  // namespace brokerscope
