#pragma once

#include "core/workbench/partition_history.h"
#include "ui/models/pool_work.h"
#include "ui/pages/topic_rows_model.h"

#include <QWidget>

#include <functional>
#include <memory>
#include <optional>

class QSlider;
class QTableView;

namespace brokerscope {

class SegmentedControl;
class StateFactModel;
class StateObjectModel;
class TitleBar;

// The state that the records of a partition make, at any of them: what there is, every fact with the record that set
// it, and what is another than before. A slider goes through the records. Nothing is worked out before it is seen; the
// work is the pool's. GUI thread.
class StatePanel : public QWidget {
    Q_OBJECT

public:
    explicit StatePanel(QWidget* parent = nullptr);

    // Of the place's partition, as its record left it. `pieces` are all that were read.
    void show(const TopicRowsModel::Place& place, const TopicRowContext& context,
              const std::deque<SharedTopicPiece>& pieces);
    // The bar above, for whoever puts more into it.
    TitleBar& titleBar() const { return *m_bar; }
    StateObjectModel& objects() const { return *m_objects; }
    StateFactModel& facts() const { return *m_facts; }
    QTableView& objectTable() const { return *m_objectTable; }
    QTableView& factTable() const { return *m_factTable; }
    QSlider& scrubber() const { return *m_scrubber; }
    SegmentedControl& comparison() const { return *m_comparison; }

Q_SIGNALS:
    void recordWanted(int partition, qint64 offset);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void setUpTables();
    void clear(const QString& sentence);
    void work();
    void take(const std::shared_ptr<const RecordedState>& moment, const QString& failure);
    void scrub(int step);
    void showObject();

    TopicRowsModel::Place m_place;
    TopicRowContext m_context;
    std::vector<SharedTopicPiece> m_pieces;
    std::shared_ptr<PartitionHistory> m_history;  // of the pieces and the partition; null: not made yet
    std::shared_ptr<const RecordedState> m_moment;
    std::optional<StateObjectId> m_chosen;  // the object that was looked at last
    std::int64_t m_offset = -1;
    bool m_isDue = false;
    LatestWork m_work;
    LatestWork m_objectWork;
    TitleBar* m_bar = nullptr;
    SegmentedControl* m_comparison = nullptr;
    QSlider* m_scrubber = nullptr;
    StateObjectModel* m_objects = nullptr;
    StateFactModel* m_facts = nullptr;
    QTableView* m_objectTable = nullptr;
    QTableView* m_factTable = nullptr;
};

}  // namespace brokerscope
