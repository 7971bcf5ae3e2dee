#pragma once

#include "core/topology/cluster_snapshot.h"
#include "core/workbench/topic_answers.h"
#include "core/workbench/topic_row_fields.h"
#include "ui/models/pool_work.h"
#include "ui/pages/topic_directory.h"
#include "ui/pages/topic_rows_model.h"

#include <QWidget>

#include <deque>
#include <memory>
#include <vector>

class QPushButton;
class QTableView;

namespace brokerscope {

class TitleBar;
class TopicAnswerModel;
class TopicQuestionModel;

// What operators ask of an internal topic, answered from everything that was read of it: a list of questions, and the
// rows of the chosen one, each with a way to the records behind it. Nothing is worked out before it is seen; the work
// is the pool's. GUI thread.
class TopicAnswersPanel : public QWidget {
    Q_OBJECT

public:
    explicit TopicAnswersPanel(QWidget* parent = nullptr);

    // `pieces` are all that were read; none: another reading begins. Of more of the same reading the answers are made
    // anew once it is over, or when they are asked for.
    void setRecords(const TopicRowContext& context, const std::deque<SharedTopicPiece>& pieces, bool isOver);
    // Whose topics are there, where the records are of that cluster now; null: nobody knows.
    void setCluster(std::shared_ptr<const ClusterSnapshot> snapshot);
    // What hangingWanted() asked for.
    void setHanging(const HangingFound& found);
    TitleBar& titleBar() const { return *m_bar; }
    TopicQuestionModel& questions() const { return *m_questions; }
    TopicAnswerModel& answers() const { return *m_answers; }
    QTableView& questionTable() const { return *m_questionTable; }
    QTableView& answerTable() const { return *m_answerTable; }

Q_SIGNALS:
    void recordWanted(int partition, qint64 offset);
    void filterWanted(const QString& filter);
    // The records are of a cluster, which alone knows what hangs.
    void hangingWanted();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void setUpTables();
    void work();
    void take(const TopicAnswers& answers);
    void showAnswer();
    void showFacts();
    void goTo(const QModelIndex& index);
    QString unknownText(const TopicAnswer& answer) const;

    TopicRowContext m_context;
    std::vector<SharedTopicPiece> m_pieces;
    std::shared_ptr<const ClusterSnapshot> m_snapshot;
    std::uint64_t m_asked = 0;  // records that the answers are about
    bool m_isDue = false;
    bool m_isHangingAsked = false;
    HangingFound m_hanging;
    LatestWork m_work;
    TitleBar* m_bar = nullptr;
    QPushButton* m_again = nullptr;
    TopicQuestionModel* m_questions = nullptr;
    TopicAnswerModel* m_answers = nullptr;
    QTableView* m_questionTable = nullptr;
    QTableView* m_answerTable = nullptr;
};

}  // namespace brokerscope
