#pragma once

#include "core/value/node_ref.h"
#include "ui/models/entity_names.h"
#include "ui/pages/shared_history.h"
#include "ui/pages/topic_record_reading.h"

#include <QFrame>

#include <array>

class QPlainTextEdit;
class QPushButton;
class QStackedWidget;

namespace brokerscope {

class Inspector;
class KeyHistoryPanel;
class OpenDocument;
class SegmentedControl;
class StatePanel;
class TitleBar;
class TopicAnswersPanel;

// The chosen record: what it says as text, JSON or hex, its bytes within its batch in the inspector, the state that it
// left, the history of what it is about; and what operators ask of all records together. GUI thread. The registry must
// outlive it and the work of the pool.
class TopicRecordPanel : public QFrame {
    Q_OBJECT

public:
    enum class View : int { Record, Bytes, State, History, Answers };

    explicit TopicRecordPanel(const SchemaRegistry& registry, QWidget* parent = nullptr);

    // `pieces` are all that were read.
    void show(const TopicRowsModel::Place& place, const TopicRowContext& context, TransactionState state,
              const std::deque<SharedTopicPiece>& pieces = {});
    // More was read of the topic that is shown.
    void setRecords(const TopicRowContext& context, const std::deque<SharedTopicPiece>& pieces, bool isOver);
    void setNames(const EntityNames& names);
    void setTopicNames(const TopicNameOf& nameOf);
    void setView(View view);
    View view() const;
    // Of the shown record; empty: it is about none.
    const QString& group() const { return m_group; }
    QString text() const;  // as it is shown
    Inspector& inspector() const { return *m_inspector; }
    StatePanel& state() const { return *m_state; }
    KeyHistoryPanel& history() const { return *m_history; }
    TopicAnswersPanel& answers() const { return *m_answers; }
    SegmentedControl& writing() const { return *m_writing; }

Q_SIGNALS:
    void groupWanted(const QString& group);
    void pathHovered(const QString& text);
    void recordWanted(int partition, qint64 offset);
    void filterWanted(const QString& filter);

private:
    QWidget* makeTextSide();
    void addView(View view, QWidget* widget, TitleBar& bar);
    std::shared_ptr<SharedHistory> historyOf(const TopicRowsModel::Place& place, const TopicRowContext& context,
                                             const std::deque<SharedTopicPiece>& pieces);
    void showReading(const TopicRecordReading& reading);
    void showText();
    void openBytes();
    void selectRecord();

    const SchemaRegistry& m_registry;
    TopicRowsModel::Place m_place;
    TopicRowContext m_context;
    TopicRecordReading m_reading;
    LatestWork m_work;
    QString m_group;
    std::shared_ptr<OpenDocument> m_document;
    bool m_isSelected = true;  // in the inspector
    QStackedWidget* m_stack = nullptr;
    TitleBar* m_bar = nullptr;
    std::array<SegmentedControl*, 5> m_choices{};  // the same in the bar of each view
    SegmentedControl* m_writing = nullptr;
    QPushButton* m_toGroup = nullptr;
    QPlainTextEdit* m_text = nullptr;
    Inspector* m_inspector = nullptr;
    StatePanel* m_state = nullptr;
    KeyHistoryPanel* m_history = nullptr;
    TopicAnswersPanel* m_answers = nullptr;
    std::shared_ptr<SharedHistory> m_shared;  // of the partition of the record; null: none
};

}  // namespace brokerscope
