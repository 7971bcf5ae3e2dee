#pragma once

#include "ui/models/draft_model.h"

#include <QWidget>

class QListView;
class QTreeView;
class QStandardItemModel;

namespace brokerscope {

class DraftTree;

// The form of a request: a tree whose cells are edited in place, and the list of problems below it. Keyboard first: F2,
// Enter or typing edits, Insert adds an element, Ctrl+D duplicates, Delete removes, Alt+Up/Down moves, Ctrl+0 toggles
// null, Ctrl+Backspace returns to the default, Ctrl+Z and Ctrl+Shift+Z undo and redo. GUI thread. The model is not
// owned and must outlive it.
class DraftForm : public QWidget {
    Q_OBJECT

public:
    explicit DraftForm(DraftModel& model, QWidget* parent = nullptr);

    QTreeView* view() const;
    // Makes the row of a path current and visible.
    void goTo(const QString& path);
    void setReadOnly(bool readOnly);

Q_SIGNALS:
    // The row that is current or under the mouse; an empty span where it has no bytes. For framing in a hex view.
    void rowSelected(const brokerscope::NodeRef& node);
    void rowHovered(const brokerscope::NodeRef& node);

private:
    void setUpProblems();
    void updateProblems();

    DraftModel& m_model;
    DraftTree* m_tree = nullptr;
    QListView* m_problems = nullptr;
    QStandardItemModel* m_problemItems = nullptr;
};

}  // namespace brokerscope
