#pragma once

#include "ui/models/draft_model.h"

#include <QWidget>

class QListView;
class QStandardItemModel;
class QTreeView;

namespace brokerscope {

class DraftTree;
class ElidedLabel;

// The form of a request: a tree whose cells are edited in place, and the list of problems below it. Keyboard first: F2,
// Return or typing edits, Return on records opens their composer, Space switches a bool, Insert adds an element, Ctrl+D
// duplicates, Delete removes, Alt+Up and Alt+Down move, Ctrl+0 switches null, Ctrl+Backspace returns to the default,
// Ctrl+Z and Ctrl+Shift+Z undo and redo. GUI thread. The model is not owned and must outlive it.
class DraftForm : public QWidget {
    Q_OBJECT

public:
    explicit DraftForm(DraftModel& model, QWidget* parent = nullptr);

    QTreeView* view() const;
    // Makes the row of a path, or of a node of the preview, current and visible.
    void goTo(const QString& path);
    void goTo(const NodeRef& previewNode);

Q_SIGNALS:
    // The preview's node of the row that is current or under the mouse; invalid where it has no bytes.
    void rowSelected(const brokerscope::NodeRef& node);
    void rowHovered(const brokerscope::NodeRef& node);
    void recordsWanted(const QModelIndex& field);  // to be composed

private:
    void setUpProblems();
    void updateProblems();

    DraftModel& m_model;
    DraftTree* m_tree;
    QListView* m_problems;
    QStandardItemModel* m_problemItems;
    ElidedLabel* m_refusal;
};

}  // namespace brokerscope
