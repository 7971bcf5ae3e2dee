#pragma once

#include "ui/pages/topic_rows_model.h"

#include <QTimer>
#include <QWidget>

class QTableView;

namespace brokerscope {

class BatchRuler;
class ElidedLabel;
class EndFollower;
class FilterField;

// The records of a topic: a filter, how many there are, the batches around the chosen one, and the list. GUI thread.
class TopicRowsView : public QWidget {
    Q_OBJECT

public:
    explicit TopicRowsView(QWidget* parent = nullptr);

    // Rows of another topic follow.
    void begin(TopicRowContext context, bool isFollowing);
    void append(const std::vector<SharedTopicPiece>& pieces);
    void setFilterText(const QString& text);
    void focusFilter();
    // Nothing where it was not read or the filter hides it.
    void chooseRecord(int partition, qint64 offset);
    // What stands beside the count: why committed readers get no further.
    void setStability(const QString& text);

    TopicRowsModel& model() const { return *m_model; }
    QTableView& table() const { return *m_table; }
    FilterField& filter() const { return *m_filter; }
    BatchRuler& ruler() const { return *m_ruler; }
    QString countText() const;
    const QString& stability() const;

Q_SIGNALS:
    void placeChosen(const brokerscope::TopicRowsModel::Place& place);  // invalid: none

private:
    void setUpTable();
    void fitColumns();
    void readFilter();
    void showCount();
    void drawRulerSoon();
    void showBatches();
    void chooseRow(const SharedTopicPiece& piece, quint32 row);

    TopicRowsModel* m_model = nullptr;
    FilterField* m_filter = nullptr;
    ElidedLabel* m_count = nullptr;
    ElidedLabel* m_stability = nullptr;
    BatchRuler* m_ruler = nullptr;
    QTableView* m_table = nullptr;
    QTimer m_typing;  // the filter is looked for once typing pauses
    QTimer m_rulerDue;
    EndFollower* m_follower = nullptr;
};

}  // namespace brokerscope
