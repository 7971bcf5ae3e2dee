#pragma once

#include "ui/models/pool_work.h"
#include "ui/pages/shared_history.h"

#include <QWidget>

#include <memory>
#include <optional>

class QTableView;

namespace brokerscope {

class MomentBar;
class SegmentedControl;
class StateFactModel;
class StateObjectModel;
class TitleBar;

// The state that the records of a partition make, at any of them: what there is, every fact with the record that set
// it, and what is another than at another moment: before the record, at the beginning, or at one that was marked.
// Nothing is worked out before it is seen; the work is the pool's. GUI thread.
class StatePanel : public QWidget {
    Q_OBJECT

public:
    explicit StatePanel(QWidget* parent = nullptr);

    // Of the place's partition, as its record left it. Null history: the place is invalid, or of a topic whose records
    // make no state.
    void show(const TopicRowsModel::Place& place, const TopicRowContext& context,
              std::shared_ptr<SharedHistory> history);
    // The bar above, for whoever puts more into it.
    TitleBar& titleBar() const { return *m_bar; }
    StateObjectModel& objects() const { return *m_objects; }
    StateFactModel& facts() const { return *m_facts; }
    MomentBar& moments() const { return *m_moments; }
    SegmentedControl& comparison() const { return *m_comparison; }

Q_SIGNALS:
    void recordWanted(int partition, qint64 offset);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void setUpTables();
    void fitColumns();
    void clear(const QString& sentence);
    void work();
    void take(const std::shared_ptr<const RecordedState>& moment, const QString& failure);
    void showMomentFacts();
    void goTo(std::int64_t offset);
    void goToText(const QString& text);
    void goToTime(const WrittenTime& time);
    void mark();
    std::int64_t comparedOffset() const;
    void showObject();

    TopicRowsModel::Place m_place;
    TopicRowContext m_context;
    std::shared_ptr<SharedHistory> m_shared;
    std::shared_ptr<PartitionHistory> m_history;  // null: not made yet
    std::shared_ptr<const RecordedState> m_moment;
    std::optional<StateObjectId> m_chosen;  // the object that was looked at last
    std::int64_t m_offset = -1;
    std::optional<std::int64_t> m_mark;  // an offset of the same partition
    bool m_isDue = false;
    LatestWork m_work;
    LatestWork m_objectWork;
    TitleBar* m_bar = nullptr;
    SegmentedControl* m_comparison = nullptr;
    MomentBar* m_moments = nullptr;
    StateObjectModel* m_objects = nullptr;
    StateFactModel* m_facts = nullptr;
    QTableView* m_objectTable = nullptr;
    QTableView* m_factTable = nullptr;
};

}  // namespace brokerscope
