#pragma once

#include "core/text/document_secrets.h"
#include "ui/models/pool_work.h"
#include "ui/models/record_list.h"
#include "ui/selection/selection_link.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QCheckBox;
class QComboBox;
class QPlainTextEdit;
class QTableView;

namespace brokerscope {

class OpenDocument;
class RecordTableModel;
class SegmentedControl;
class TitleBar;

// The records of a message as a table, of one record set at a time, and the chosen one in full. Control records are
// hidden until they are asked for; records of a Fetch answer may be shown as a committed reader is given them. Joined
// to the other views by a SelectionLink: a chosen record is opened and selected there. Reads when it is first seen, on
// a thread of the pool. GUI thread.
class RecordsPane : public QWidget {
    Q_OBJECT

public:
    explicit RecordsPane(SelectionLink& link, QWidget* parent = nullptr);

    void setDocument(std::shared_ptr<OpenDocument> document);  // null: nothing
    QTableView& table() const { return *m_table; }
    RecordTableModel& model() const { return *m_model; }
    QCheckBox& controls() const { return *m_controls; }
    QCheckBox& committed() const { return *m_committed; }
    TitleBar& titleBar() const { return *m_bar; }

Q_SIGNALS:
    void recordOpened();  // somebody wants to see the chosen record's bytes

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Wanted {
        std::uint32_t entry = 0;
        std::uint32_t record = 0;
        bool isEntry = false;  // the batch or message itself
    };

    void setUpBar(TitleBar& bar);
    void findSets();
    void readSet(int set);
    MaskRecord maskOfSet() const;  // of the records that are shown
    RecordsOrigin originOfSet() const;
    void spanRemarks();
    void showList(std::shared_ptr<const RecordList> list);
    void showWhich();
    void showFacts();
    void chooseRecord();
    void selectWanted();
    void showChosen();

    SelectionLink& m_link;
    std::shared_ptr<OpenDocument> m_document;
    std::vector<NodeRef> m_sets;
    bool m_isRead = true;
    int m_set = -1;
    LatestWork m_reading;            // of that set
    std::optional<Wanted> m_wanted;  // being opened
    std::optional<Wanted> m_chosen;  // the row
    NodeRef m_record;                // that is shown in full
    bool m_abortsAreTold = true;     // of that set
    TitleBar* m_bar;
    RecordTableModel* m_model;
    QTableView* m_table;
    QComboBox* m_chooser;
    SegmentedControl* m_form;
    QCheckBox* m_controls;
    QCheckBox* m_committed;
    QPlainTextEdit* m_text;
};

}  // namespace brokerscope
