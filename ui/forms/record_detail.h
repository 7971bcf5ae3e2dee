#pragma once

#include "ui/models/draft_record_set.h"

#include <QWidget>

class QTableView;

namespace brokerscope {

class BlobEditor;
class DraftBatchFieldModel;
class DraftHeaderTableModel;

// One record that is written, in full: key above value, and beside them its record headers or its numbers. GUI thread;
// the set must outlive it.
class RecordDetail : public QWidget {
    Q_OBJECT

public:
    explicit RecordDetail(DraftRecordSet& set, QWidget* parent = nullptr);

    void showRecord(int batch, int record);  // -1: nothing
    BlobEditor& key() const { return *m_key; }
    BlobEditor& value() const { return *m_value; }
    QTableView& headers() const { return *m_headerTable; }
    QTableView& fields() const { return *m_fieldTable; }
    DraftHeaderTableModel& headerModel() const { return *m_headerModel; }

Q_SIGNALS:
    void refused(const QString& reason);

private:
    void setUpHeaders();
    void setUpFields();
    QWidget* makeSide();
    void refresh();
    void write(const char* field, const QVariant& bytes);
    int currentHeader() const;

    DraftRecordSet& m_set;
    int m_batch = -1;
    int m_record = -1;
    BlobEditor* m_key;
    BlobEditor* m_value;
    DraftHeaderTableModel* m_headerModel;
    DraftBatchFieldModel* m_fieldModel;
    QTableView* m_headerTable = nullptr;
    QTableView* m_fieldTable = nullptr;
};

}  // namespace brokerscope
