#pragma once

#include "core/value/node_ref.h"
#include "ui/models/draft_record_set.h"
#include "ui/models/reading_context.h"
#include "ui/selection/selection_link.h"

#include <QDialog>
#include <QPersistentModelIndex>

class QListView;
class QStandardItemModel;

namespace brokerscope {

class BytesPane;
class DraftModel;
class RecordComposer;

// The window in which the batches of a `records` field are written, beside the form: its batches, what a reader finds
// wrong with them, and the annotated bytes of the chosen one. Every change goes into the form at once and is one step
// of the form's history; changes of the form come back. GUI thread. Registry and draft must outlive it.
class RecordsWindow : public QDialog {
    Q_OBJECT

public:
    RecordsWindow(const ReadingContext& context, DraftModel& draft, QWidget* parent = nullptr);

    // A field for which DraftModel::holdsRecords() says so. Shows the window.
    void edit(const QModelIndex& field);
    RecordComposer& composer() const { return *m_composer; }
    DraftRecordSet& set() { return m_set; }
    BytesPane& bytes() const { return *m_bytes; }
    QListView& problems() const { return *m_problems; }

private:
    void setUpLayout();
    void setUpHistory();
    QWidget* makeProblems();
    QModelIndex field();
    void read();
    void write(const QString& step);
    void showBatch(int batch);
    void showRemarks();
    void selectNode(const NodeRef& node);

    ReadingContext m_context;
    DraftModel& m_draft;
    DraftRecordSet m_set;
    SelectionLink m_link;
    QPersistentModelIndex m_field;
    QString m_path;
    QString m_step;
    bool m_isWriting = false;
    RecordComposer* m_composer;
    BytesPane* m_bytes;
    QListView* m_problems;
    QStandardItemModel* m_problemItems;
};

}  // namespace brokerscope
