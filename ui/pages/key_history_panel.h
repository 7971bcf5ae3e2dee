#pragma once

#include "core/internal_topics/record_phrase.h"
#include "core/workbench/key_records.h"
#include "ui/models/pool_work.h"
#include "ui/pages/shared_history.h"

#include <QWidget>

#include <memory>

class QTableView;

namespace brokerscope {

class KeyRecordModel;
class TitleBar;

// The history of what the chosen record is about: who committed this offset, when, from where. Nothing is worked out
// before it is seen; the work is the pool's. GUI thread.
class KeyHistoryPanel : public QWidget {
    Q_OBJECT

public:
    explicit KeyHistoryPanel(QWidget* parent = nullptr);

    // Null history: the place is invalid, or of a topic whose records make no state.
    void show(const TopicRowsModel::Place& place, std::shared_ptr<SharedHistory> history);
    // Names of topic ids in assignments.
    void setTopicNames(TopicNameOf nameOf) { m_nameOf = std::move(nameOf); }
    TitleBar& titleBar() const { return *m_bar; }
    KeyRecordModel& model() const { return *m_model; }
    QTableView& table() const { return *m_table; }

Q_SIGNALS:
    void recordWanted(int partition, qint64 offset);

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct MadeHistory;

    static MadeHistory historyOf(SharedHistory& shared, std::int64_t offset, const TopicNameOf& nameOf,
                                 const CancelToken& cancel);
    void setUpTable();
    void fitColumns();
    void work();
    void take(const MadeHistory& made);
    void say(const QString& sentence);

    TopicRowsModel::Place m_place;
    std::shared_ptr<SharedHistory> m_history;
    TopicNameOf m_nameOf;
    bool m_isDue = false;
    LatestWork m_work;
    TitleBar* m_bar = nullptr;
    KeyRecordModel* m_model = nullptr;
    QTableView* m_table = nullptr;
};

}  // namespace brokerscope
