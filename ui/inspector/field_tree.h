#pragma once

#include "core/value/node_ref.h"
#include "ui/inspector/copy_formats.h"
#include "ui/selection/selection_link.h"
#include "ui/widgets/tree_view_state.h"

#include <QPersistentModelIndex>
#include <QTreeView>

#include <deque>

namespace brokerscope {

class FieldColumns;
class OpenDocument;
class ValueTreeModel;

// The tree of a decoded message, joined to the other views by a SelectionLink. GUI thread.
class FieldTree : public QTreeView {
    Q_OBJECT

public:
    // Both must outlive it.
    FieldTree(ValueTreeModel& model, SelectionLink& link, QWidget* parent = nullptr);

    // Opens what fits on one screen, or what was open in the message before, if that was of the same kind. Null: empty.
    void showDocument(std::shared_ptr<OpenDocument> document);
    void selectNode(const NodeRef& node);

Q_SIGNALS:
    void saveWanted(const brokerscope::ByteSpan& span);  // these bytes, to a file

protected:
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void showSelection(const LinkedSelection& selection, const QObject* origin);
    void showHover(const LinkedSelection& selection, const QObject* origin);
    void showRemarksWhole();
    void openUntilFull();
    bool isRecordsField(const QModelIndex& index) const;
    NodeRef nodeOf(const LinkedSelection& selection) const;
    void open(std::deque<QModelIndex> pending, int room, int mostChildren);
    void setHoveredRow(const QModelIndex& index);
    void sizeColumns();
    void copy(int format);

    ValueTreeModel& m_model;
    SelectionLink& m_link;
    Copying m_copying;
    FieldColumns* m_columns = nullptr;
    bool m_quiet = false;    // a change that came from the link
    QString m_lastKind;      // of the last message
    TreeViewState m_before;  // how the last message was left
};

}  // namespace brokerscope
