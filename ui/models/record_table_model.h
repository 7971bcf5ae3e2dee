#pragma once

#include "core/base/limits.h"
#include "ui/models/record_list.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace brokerscope {

// How keys and values are written in a table of records.
enum class RecordText : int { Text, Json, Hex };

// "text", a JSON value on one line, or hex; what is not of the form that was asked for is given as the next one:
// JSON as text, text that is no UTF-8 or has control characters as "0xff01". What has no bytes says so: "null",
// "\"\" (0 bytes)", "not read"; a text that reads like one of these stands in quotes.
QString recordText(const RecordList::Cell& cell, RecordText form);
// Whether the bytes are written as text: UTF-8 without control characters but tabs and line ends.
bool isRecordText(const RecordList::Cell& cell);

// Which rows of a list are shown besides records and remarks.
struct ShownRecords {
    bool controls = false;   // control records
    bool committed = false;  // what a committed reader is given: no aborted records, and control records never

    bool operator==(const ShownRecords&) const = default;
};

// The records of one record set: offset, timestamp, key, value, headers, size, and what committed readers make of it.
// Control records say what they are; a batch that could not be read says why in a row of its own. GUI thread.
class RecordTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column : int {
        OffsetColumn,
        TimestampColumn,
        KeyColumn,
        ValueColumn,
        HeadersColumn,
        SizeColumn,
        StateColumn,
        ColumnCount
    };
    enum Role : int {
        KindRole = Qt::UserRole + 1,  // int: RecordList::Kind
        AbortedRole,                  // bool
        NothingRole,                  // bool: of key and value, it has no bytes: null, empty or not read
        SeverityRole                  // int: Severity, of a remark
    };
    // Rows of the list, hidden ones too.
    struct Counts {
        std::uint64_t records = 0;  // shown ones
        std::uint64_t controls = 0;
        std::uint64_t aborted = 0;
        std::uint64_t remarks = 0;
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setList(std::shared_ptr<const RecordList> list);  // null: none
    void setForm(RecordText form);
    void setShown(ShownRecords shown);  // at first no control records
    const ShownRecords& shown() const { return m_which; }
    const Counts& counts() const { return m_counts; }
    const RecordList* list() const { return m_list.get(); }                // null: none
    const RecordList::Row* row(const QModelIndex& index) const;            // null: no such row
    QModelIndex indexOf(std::uint32_t entry, std::uint32_t record) const;  // invalid: no such row, or a hidden one

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void findShown();
    QString contentText(const RecordList::Row& row, int column) const;
    QString recordContent(const RecordList::Row& row, int column) const;
    QString text(const RecordList::Row& row, int column) const;
    QString tip(const RecordList::Row& row, int column) const;

    std::shared_ptr<const RecordList> m_list;
    std::vector<std::uint32_t> m_shown;  // of the list's rows
    ShownRecords m_which;
    Counts m_counts;
    RecordText m_form = RecordText::Text;
};

}  // namespace brokerscope
