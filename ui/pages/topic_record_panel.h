#pragma once

#include "core/value/node_ref.h"
#include "ui/models/entity_names.h"
#include "ui/pages/topic_record_reading.h"

#include <QFrame>

class QPlainTextEdit;
class QPushButton;
class QStackedWidget;

namespace brokerscope {

class Inspector;
class OpenDocument;
class SegmentedControl;
class StatePanel;
class TitleBar;

// The chosen record: what it says as text, JSON or hex, its bytes within its batch in the inspector, or the state that
// it left. GUI thread. The
// registry must outlive it and the work of the pool.
class TopicRecordPanel : public QFrame {
    Q_OBJECT

public:
    enum class View : int { Record, Bytes, State };

    explicit TopicRecordPanel(const SchemaRegistry& registry, QWidget* parent = nullptr);

    // `pieces` are all that were read.
    void show(const TopicRowsModel::Place& place, const TopicRowContext& context, TransactionState state,
              const std::deque<SharedTopicPiece>& pieces = {});
    void setNames(const EntityNames& names);
    void setView(View view);
    View view() const;
    // Of the shown record; empty: it is about none.
    const QString& group() const { return m_group; }
    QString text() const;  // as it is shown
    Inspector& inspector() const { return *m_inspector; }
    StatePanel& state() const { return *m_state; }
    SegmentedControl& writing() const { return *m_writing; }

Q_SIGNALS:
    void groupWanted(const QString& group);
    void pathHovered(const QString& text);

private:
    QWidget* makeTextSide();
    void setUpInspector();
    void setUpState();
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
    SegmentedControl* m_choice = nullptr;       // in the bar above the text
    SegmentedControl* m_bytesChoice = nullptr;  // the same above the bytes
    SegmentedControl* m_stateChoice = nullptr;  // and above the state
    SegmentedControl* m_writing = nullptr;
    QPushButton* m_toGroup = nullptr;
    QPlainTextEdit* m_text = nullptr;
    Inspector* m_inspector = nullptr;
    StatePanel* m_state = nullptr;
};

}  // namespace brokerscope
