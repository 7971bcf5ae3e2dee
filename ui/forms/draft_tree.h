#pragma once

#include "ui/models/draft_model.h"
#include "ui/widgets/tree_view_state.h"

#include <QTreeView>

namespace brokerscope {

class DraftDelegate;
class FieldColumns;

// The tree of a form: keys and buttons that change a draft's arrays, nulls, defaults and tags. GUI thread; the model
// outlives it.
class DraftTree : public QTreeView {
    Q_OBJECT

public:
    explicit DraftTree(DraftModel& model, QWidget* parent = nullptr);

    void goTo(const QModelIndex& index);

Q_SIGNALS:
    void rowSelected(const brokerscope::NodeRef& node);
    void rowHovered(const brokerscope::NodeRef& node);
    void recordsWanted(const QModelIndex& field);  // to be composed

protected:
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Command;
    static const QList<Command>& commands();

    void setUpReset();
    void openFirstRows();
    void sizeColumns();
    void setHoveredRow(const QModelIndex& index);
    void setNullOf(const QModelIndex& index);
    void add(const QModelIndex& index);
    void addMany(const QModelIndex& index);
    void addTag(const QModelIndex& tags);
    void openNew(const QModelIndex& index);

    DraftModel& m_model;
    DraftDelegate* m_delegate;
    FieldColumns* m_columns;
    TreeViewState m_beforeReset;
    const MessageSpec* m_shown = nullptr;  // the message whose rows were open
};

}  // namespace brokerscope
