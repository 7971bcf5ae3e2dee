#pragma once

#include "ui/models/fact_table_model.h"

#include <QWidget>

class QTableView;
class QTextBrowser;

namespace brokerscope {

class SearchField;
class TitleBar;

// A table of facts with a heading, a filter and, below, the chosen row in full. A row that leads somewhere is followed
// by Return or a double click. GUI thread.
class FactTableView : public QWidget {
    Q_OBJECT

public:
    enum class Parts { Table, TableAndDetail };

    // `name` for assistive tools.
    FactTableView(const QString& name, Parts parts, QWidget* parent = nullptr);

    void setTable(FactTable table);
    void setHeading(const QString& heading);
    // Chooses the row with that number; false: there is none. What the filter hides is shown by emptying the filter.
    bool chooseNumber(int number);
    int chosenNumber() const;  // -1 also for none
    void setFilterText(const QString& text);
    FactTableModel& model() const { return *m_model; }
    QTableView& table() const { return *m_table; }
    // Text of the chosen row, a line a cell; empty: none is chosen.
    QString detail() const;
    QByteArray columnState() const;
    void restoreColumnState(const QByteArray& state);

Q_SIGNALS:
    void targetWanted(const QString& target);

protected:
    void changeEvent(QEvent* event) override;

private:
    void setUpTable(const QString& name);
    void setUpDetail(Parts parts);
    void fitColumns();
    void showRemark();
    void showDetail();
    void follow(const QModelIndex& index);

    FactTableModel* m_model = nullptr;
    FactFilterModel* m_filtered = nullptr;
    TitleBar* m_bar = nullptr;
    SearchField* m_filter = nullptr;
    QTableView* m_table = nullptr;
    QTextBrowser* m_detail = nullptr;  // null: none
    QStringList m_fittedColumns;       // titles of the table whose columns were fitted
};

}  // namespace brokerscope
