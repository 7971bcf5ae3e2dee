#pragma once

#include "core/value/node_ref.h"
#include "ui/models/draft_record_set.h"

#include <QWidget>

class QSplitter;
class QStackedWidget;
class QTableView;

namespace brokerscope {

class DraftBatchFieldModel;
class DraftBatchListModel;
class DraftRecordTableModel;
class MessageBar;
class RecordDetail;
class TitleBar;

// Writes the batches of a `records` field: the list of batches, the fields of one with what is computed and what is set
// by hand, its records as a table, and one record in full. Keyboard as in a form: F2, Return or typing edits, Insert
// adds, Ctrl+D duplicates, Alt+Up and Alt+Down move, Delete removes, Ctrl+0 switches null. GUI thread; the set must
// outlive it.
class RecordComposer : public QWidget {
    Q_OBJECT

public:
    explicit RecordComposer(DraftRecordSet& set, QWidget* parent = nullptr);

    void chooseBatch(int row);  // clamped to what is there
    int currentBatch() const;
    QTableView& batches() const { return *m_batchTable; }
    QTableView& fields() const { return *m_fieldTable; }
    QTableView& records() const { return *m_recordTable; }
    RecordDetail& detail() const { return *m_detail; }
    DraftBatchListModel& batchModel() const { return *m_batchModel; }
    DraftBatchFieldModel& fieldModel() const { return *m_fieldModel; }
    DraftRecordTableModel& recordModel() const { return *m_recordModel; }

Q_SIGNALS:
    void batchShown(int batch);  // -1: there is none
    // The preview's node of the row that is current; invalid where it has no bytes.
    void nodeSelected(const brokerscope::NodeRef& node);

private:
    void setUpBatches(QSplitter& column);
    void setUpRecords(QSplitter& column);
    void setUpFollowing();
    void restoreRows();
    void addBatch();
    void addRecord();
    void addManyRecords();
    void removeRecords();
    void showBatch();
    void showHeadings();
    void showRecord();
    void explainRaw(int batch);
    void switchNull();
    int currentRecord() const;
    void chooseRecord(int row);

    DraftRecordSet& m_set;
    DraftBatchListModel* m_batchModel;
    DraftBatchFieldModel* m_fieldModel;
    DraftRecordTableModel* m_recordModel;
    QTableView* m_batchTable = nullptr;
    QTableView* m_fieldTable = nullptr;
    QTableView* m_recordTable = nullptr;
    TitleBar* m_fieldBar = nullptr;
    TitleBar* m_recordBar = nullptr;
    MessageBar* m_messages = nullptr;
    RecordDetail* m_detail = nullptr;
    QStackedWidget* m_pages = nullptr;
    int m_batch = 0;  // shown last, and shown again once the list was changed
    int m_record = 0;
};

}  // namespace brokerscope
