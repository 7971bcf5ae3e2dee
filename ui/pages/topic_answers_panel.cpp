#include "ui/pages/topic_answers_panel.h"

#include "core/workbench/piece_answers.h"
#include "ui/models/value_format.h"
#include "ui/pages/change_delegate.h"
#include "ui/pages/topic_answer_models.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/widgets/plain_table.h"
#include "ui/widgets/title_bar.h"

#include <QDateTime>
#include <QHeaderView>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace brokerscope {
namespace {

constexpr int kQuestionsWidth = 370;
constexpr int kAnswersWidth = 730;

// A topic that was made anew has another id, and the offsets are of the one before.
IsTopicThere topicsOf(const std::shared_ptr<const ClusterSnapshot>& snapshot) {
    if (snapshot == nullptr) {
        return {};
    }
    return [snapshot](std::string_view name, const Uuid& id) {
        const TopicInfo* topic = snapshot->topic(name);
        return topic != nullptr && (id.isZero() || topic->id.isZero() || topic->id == id);
    };
}

std::uint64_t recordsOf(const std::vector<SharedTopicPiece>& pieces) {
    std::uint64_t records = 0;
    for (const SharedTopicPiece& piece : pieces) {
        records += piece->rows.size();
    }
    return records;
}

}  // namespace

TopicAnswersPanel::TopicAnswersPanel(QWidget* parent)
    : QWidget(parent)
    , m_bar(new TitleBar({}, TitleBar::Height::Panel, this))
    , m_again(new QPushButton(icon(QStringLiteral("refresh")), tr("Ask again"), m_bar))
    , m_questions(new TopicQuestionModel(this))
    , m_answers(new TopicAnswerModel(this)) {
    setUpTables();
    m_again->setToolTip(tr("More records were read since; answer from all of them"));
    m_bar->addAfter(m_again);
    auto* tables = new QSplitter(Qt::Horizontal, this);
    tables->addWidget(m_questionTable);
    tables->addWidget(m_answerTable);
    tables->setChildrenCollapsible(false);
    tables->setSizes({kQuestionsWidth, kAnswersWidth});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(tables, 1);
    connect(m_again, &QPushButton::clicked, this, [this] {
        m_isDue = true;
        m_isHangingAsked = false;
        work();
    });
    showFacts();
}

void TopicAnswersPanel::setUpTables() {
    m_questionTable = makePlainTable(*m_questions, tr("Questions"), this);
    m_answerTable = makePlainTable(*m_answers, tr("The answer to the chosen question"), this);
    m_questionTable->setItemDelegate(new ChangeDelegate(TopicQuestionModel::ProblemRole, m_questionTable));
    m_answerTable->setItemDelegate(new ChangeDelegate(TopicAnswerModel::ProblemRole, m_answerTable));
    m_questionTable->horizontalHeader()->setStretchLastSection(false);
    m_answerTable->horizontalHeader()->setStretchLastSection(false);
    m_questionTable->horizontalHeader()->setSectionResizeMode(TopicQuestionModel::QuestionColumn, QHeaderView::Stretch);
    m_questionTable->setColumnWidth(TopicQuestionModel::CountColumn,
                                    m_questionTable->fontMetrics().horizontalAdvance(QLatin1String("1 000+")) +
                                        Metrics::CellRoom);
    connect(m_questionTable->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &TopicAnswersPanel::showAnswer);
    connect(m_answerTable, &QTableView::activated, this, &TopicAnswersPanel::goTo);
}

void TopicAnswersPanel::setCluster(std::shared_ptr<const ClusterSnapshot> snapshot) {
    m_snapshot = std::move(snapshot);
}

void TopicAnswersPanel::setRecords(const TopicRowContext& context, const std::deque<SharedTopicPiece>& pieces,
                                   bool isOver) {
    const bool isMore = !pieces.empty() && !m_pieces.empty() && context.topic == m_context.topic;
    m_context = context;
    m_pieces.assign(pieces.begin(), pieces.end());
    if (!isMore) {
        m_work.cancel();
        m_asked = 0;
        m_isHangingAsked = false;
        m_hanging = {};
        m_questions->setAnswers({});
        m_answers->setAnswer(nullptr);
    }
    const bool isWorthIt = !m_isDue && !context.decodedAs.empty() && recordsOf(m_pieces) > m_asked;
    m_isDue = m_isDue ? !m_pieces.empty() : isWorthIt && (m_asked == 0 || isOver);
    work();
    showFacts();
}

void TopicAnswersPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    work();
}

void TopicAnswersPanel::work() {
    if (!m_isDue || !isVisible()) {
        return;
    }
    m_isDue = false;
    m_asked = recordsOf(m_pieces);
    AnswerOptions options;
    options.isTopicThere = topicsOf(m_snapshot);
    options.hanging = m_hanging.hanging;
    options.nowMs = m_snapshot != nullptr ? QDateTime::currentMSecsSinceEpoch() : -1;
    m_work.start(
        this,
        [pieces = m_pieces, context = m_context, options](const CancelToken& cancel) {
            return answersOf(pieces, context, options, cancel);
        },
        [this](const TopicAnswers& answers) { take(answers); });
    showFacts();
}

void TopicAnswersPanel::take(const TopicAnswers& answers) {
    const TopicAnswer* before = m_questions->answer(m_questionTable->currentIndex());
    const auto kept = before != nullptr ? std::optional(before->question) : std::nullopt;
    m_questions->setAnswers(answers);
    const QModelIndex again = kept ? m_questions->indexOf(*kept) : QModelIndex();
    m_questionTable->setCurrentIndex(again.isValid() ? again : m_questions->index(0, 0));
    showAnswer();
    if (m_snapshot != nullptr && m_questions->indexOf(TopicQuestion::HangingTransactions).isValid() &&
        !std::exchange(m_isHangingAsked, true)) {
        Q_EMIT hangingWanted();
        showFacts();
    }
}

void TopicAnswersPanel::setHanging(const HangingFound& found) {
    m_hanging = found;
    m_isDue = m_isHangingAsked && !m_pieces.empty();
    work();
    showFacts();
}

QString TopicAnswersPanel::unknownText(const TopicAnswer& answer) const {
    if (answer.question == TopicQuestion::HangingTransactions && m_isHangingAsked) {
        return m_hanging.problem.isEmpty() ? tr("brokers are being asked…") : m_hanging.problem;
    }
    return tr("only a cluster can tell: connect to the one that the records are of");
}

void TopicAnswersPanel::showAnswer() {
    m_answers->setAnswer(m_questions->answer(m_questionTable->currentIndex()));
    const QFontMetrics metrics = m_answerTable->fontMetrics();
    for (int column = 0; column < m_answers->columnCount(); ++column) {
        const QString usual = m_answers->usualText(column);
        m_answerTable->horizontalHeader()->setSectionResizeMode(column, usual.isEmpty() ? QHeaderView::Stretch
                                                                                        : QHeaderView::Interactive);
        if (!usual.isEmpty()) {
            const QString title = m_answers->headerData(column, Qt::Horizontal).toString();
            m_answerTable->setColumnWidth(column,
                                          std::max(metrics.horizontalAdvance(usual), metrics.horizontalAdvance(title)) +
                                              Metrics::CellRoom);
        }
    }
    showFacts();
}

void TopicAnswersPanel::showFacts() {
    const std::uint64_t read = recordsOf(m_pieces);
    const TopicAnswer* answer = m_questions->answer(m_questionTable->currentIndex());
    m_again->setVisible(!m_work.isRunning() && answer != nullptr && read > m_asked);
    m_bar->setHeading(answer != nullptr ? questionText(answer->question) : QString());
    if (m_context.decodedAs.empty()) {
        m_bar->setFacts(m_pieces.empty() ? tr("Read an internal topic to have these questions answered.")
                                         : tr("Nothing is asked of an ordinary topic."));
        return;
    }
    if (m_work.isRunning() || answer == nullptr) {
        m_bar->setFacts(m_pieces.empty() ? tr("No records were read yet.") : tr("working it out…"));
        return;
    }
    QStringList facts;
    if (!answer->isKnown) {
        facts.append(unknownText(*answer));
    } else if (answer->rows.empty()) {
        facts.append(tr("none"));
    }
    facts.append(questionMeaning(answer->question));
    if (answer->left > 0) {
        facts.append(tr("%1 more are not listed").arg(grouped(static_cast<std::int64_t>(answer->left))));
    }
    facts.append(
        tr("of %1 that were read").arg(countText(m_questions->answers().records, tr("record"), tr("records"))));
    if (m_questions->answers().unread > 0) {
        facts.append(
            countText(m_questions->answers().unread, tr("batch could not be read"), tr("batches could not be read")));
    }
    m_bar->setFacts(facts.join(QStringLiteral(" · ")));
}

void TopicAnswersPanel::goTo(const QModelIndex& index) {
    const AnswerRow* row = m_answers->row(index);
    if (row != nullptr && row->record.offset >= 0) {
        Q_EMIT recordWanted(row->record.partition, row->record.offset);
    } else if (row != nullptr && !row->filter.empty()) {
        Q_EMIT filterWanted(QString::fromStdString(row->filter));
    }
}

}  // namespace brokerscope
