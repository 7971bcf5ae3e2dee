#include "ui/pages/topic_answer_models.h"

#include "ui/models/group_words.h"
#include "ui/models/value_format.h"
#include "ui/pages/exchange_texts.h"

#include <algorithm>
#include <array>

namespace brokerscope {
namespace {

enum class AnswerUnit : std::uint8_t { Text, LongText, Number, Id, Bytes, Time, Rate, Duration };

struct AnswerColumn {
    const char* fact = nullptr;  // AnswerFact::name
    const char* title = nullptr;
    AnswerUnit unit = AnswerUnit::Text;
};

struct QuestionFacts {
    TopicQuestion question;
    const char* text;
    const char* meaning;
    std::array<AnswerColumn, 7> columns;  // those with a title
};

constexpr std::array kQuestionFacts{
    QuestionFacts{TopicQuestion::HangingTransactions,
                  QT_TR_NOOP("Hanging transactions"),
                  QT_TR_NOOP("the leader has them open and no coordinator lists them: nobody will end them (KIP-664)"),
                  {{{"producerId", QT_TR_NOOP("Producer"), AnswerUnit::Id},
                    {"producerEpoch", QT_TR_NOOP("Epoch"), AnswerUnit::Id},
                    {"topic", QT_TR_NOOP("Topic"), AnswerUnit::LongText},
                    {"topicPartition", QT_TR_NOOP("Part."), AnswerUnit::Number},
                    {"startOffset", QT_TR_NOOP("Since offset"), AnswerUnit::Number},
                    {"lastMs", QT_TR_NOOP("Last written"), AnswerUnit::Time},
                    {"transactionalIds", QT_TR_NOOP("In the log as"), AnswerUnit::LongText}}}},
    QuestionFacts{TopicQuestion::OpenTransactions,
                  QT_TR_NOOP("Open transactions"),
                  QT_TR_NOOP("bold: open for longer than their timeout, which nobody ended"),
                  {{{"transactionalId", QT_TR_NOOP("Transactional id"), AnswerUnit::LongText},
                    {"state", QT_TR_NOOP("State"), AnswerUnit::Text},
                    {"producerId", QT_TR_NOOP("Producer"), AnswerUnit::Id},
                    {"openMs", QT_TR_NOOP("Open for"), AnswerUnit::Duration},
                    {"timeoutMs", QT_TR_NOOP("Timeout"), AnswerUnit::Duration},
                    {"partitions", QT_TR_NOOP("Partitions"), AnswerUnit::LongText}}}},
    QuestionFacts{TopicQuestion::PendingOffsets,
                  QT_TR_NOOP("Offsets that wait"),
                  QT_TR_NOOP("committed within a transaction that nothing has ended yet"),
                  {{{"group", QT_TR_NOOP("Group"), AnswerUnit::LongText},
                    {"topic", QT_TR_NOOP("Topic"), AnswerUnit::LongText},
                    {"topicPartition", QT_TR_NOOP("Part."), AnswerUnit::Number},
                    {"offset", QT_TR_NOOP("Offset"), AnswerUnit::Number},
                    {"producerId", QT_TR_NOOP("Producer"), AnswerUnit::Id}}}},
    QuestionFacts{TopicQuestion::LargestGroups,
                  QT_TR_NOOP("Largest groups"),
                  QT_TR_NOOP("by the memory that their state takes in a coordinator, estimated"),
                  {{{"group", QT_TR_NOOP("Group"), AnswerUnit::LongText},
                    {"members", QT_TR_NOOP("Members"), AnswerUnit::Number},
                    {"partitions", QT_TR_NOOP("Partitions"), AnswerUnit::Number},
                    {"bytes", QT_TR_NOOP("State"), AnswerUnit::Bytes}}}},
    QuestionFacts{TopicQuestion::OffsetsAlone,
                  QT_TR_NOOP("Groups of offsets alone"),
                  QT_TR_NOOP("no member and no record of their own: committed by hand, or left behind"),
                  {{{"group", QT_TR_NOOP("Group"), AnswerUnit::LongText},
                    {"partitions", QT_TR_NOOP("Partitions"), AnswerUnit::Number},
                    {"lastCommitMs", QT_TR_NOOP("Last commit"), AnswerUnit::Time}}}},
    QuestionFacts{TopicQuestion::MissingTopics,
                  QT_TR_NOOP("Offsets of deleted topics"),
                  QT_TR_NOOP("the cluster has no such topic, or one that was made anew under its name"),
                  {{{"group", QT_TR_NOOP("Group"), AnswerUnit::LongText},
                    {"topic", QT_TR_NOOP("Topic"), AnswerUnit::LongText},
                    {"topicPartition", QT_TR_NOOP("Part."), AnswerUnit::Number},
                    {"offset", QT_TR_NOOP("Offset"), AnswerUnit::Number},
                    {"commitMs", QT_TR_NOOP("Commit"), AnswerUnit::Time}}}},
    QuestionFacts{TopicQuestion::BackwardCommits,
                  QT_TR_NOOP("Commits that went backwards"),
                  QT_TR_NOOP("somebody reset the offset, or two consumers fight for it"),
                  {{{"group", QT_TR_NOOP("Group"), AnswerUnit::LongText},
                    {"topic", QT_TR_NOOP("Topic"), AnswerUnit::LongText},
                    {"topicPartition", QT_TR_NOOP("Part."), AnswerUnit::Number},
                    {"before", QT_TR_NOOP("From"), AnswerUnit::Number},
                    {"after", QT_TR_NOOP("To"), AnswerUnit::Number},
                    {"timestamp", QT_TR_NOOP("When"), AnswerUnit::Time}}}},
    QuestionFacts{TopicQuestion::BusiestGroups,
                  QT_TR_NOOP("Hottest committers"),
                  QT_TR_NOOP("one record for each partition that a commit names"),
                  {{{"group", QT_TR_NOOP("Group"), AnswerUnit::LongText},
                    {"commits", QT_TR_NOOP("Commits"), AnswerUnit::Number},
                    {"perSecond", QT_TR_NOOP("A second"), AnswerUnit::Rate},
                    {"mostInASecond", QT_TR_NOOP("Most in one"), AnswerUnit::Number},
                    {"firstMs", QT_TR_NOOP("First"), AnswerUnit::Time},
                    {"lastMs", QT_TR_NOOP("Last"), AnswerUnit::Time}}}},
    QuestionFacts{TopicQuestion::RecordTypes,
                  QT_TR_NOOP("Size of each record type"),
                  QT_TR_NOOP("and what a compaction of everything that was read would keep"),
                  {{{"type", QT_TR_NOOP("Record type"), AnswerUnit::LongText},
                    {"records", QT_TR_NOOP("Records"), AnswerUnit::Number},
                    {"bytes", QT_TR_NOOP("Size"), AnswerUnit::Bytes},
                    {"keptRecords", QT_TR_NOOP("Kept"), AnswerUnit::Number},
                    {"keptBytes", QT_TR_NOOP("Size kept"), AnswerUnit::Bytes},
                    {"tombstones", QT_TR_NOOP("Tombstones"), AnswerUnit::Number},
                    {"tombstoneBytes", QT_TR_NOOP("Size of them"), AnswerUnit::Bytes}}}},
    QuestionFacts{
        TopicQuestion::ControlRecords,
        QT_TR_NOOP("Size of control records"),
        QT_TR_NOOP("markers that end transactions, and what the quorum writes for itself"),
        {{{"records", QT_TR_NOOP("Records"), AnswerUnit::Number}, {"bytes", QT_TR_NOOP("Size"), AnswerUnit::Bytes}}}},
};

const QuestionFacts& factsOf(TopicQuestion question) {
    return *std::ranges::find(kQuestionFacts, question, &QuestionFacts::question);
}

int columnsOf(const QuestionFacts& facts) {
    return static_cast<int>(
        std::ranges::count_if(facts.columns, [](const AnswerColumn& one) { return one.title != nullptr; }));
}

const AnswerColumn& columnOf(const TopicAnswer& answer, int column) {
    return factsOf(answer.question).columns[static_cast<std::size_t>(column)];
}

QString numberText(std::int64_t number, AnswerUnit unit) {
    switch (unit) {
        case AnswerUnit::Bytes:
            return bytesCountText(static_cast<std::uint64_t>(std::max<std::int64_t>(number, 0)));
        case AnswerUnit::Time:
            return momentText(number);
        case AnswerUnit::Duration:
            return number < 0 ? QString() : spanText(number);
        case AnswerUnit::Id:
            return QString::number(number);
        default:
            return grouped(number);
    }
}

// Facts that have no column are of other types.
QString cellText(const AnswerValue& value, AnswerUnit unit) {
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        return numberText(*number, unit);
    }
    if (const auto* rate = std::get_if<double>(&value)) {
        return QString::number(*rate, 'f', 1);
    }
    if (const auto* names = std::get_if<std::vector<std::string>>(&value)) {
        QStringList all;
        for (const std::string& name : *names) {
            all.append(QString::fromStdString(name));
        }
        return all.join(QStringLiteral(", "));
    }
    const auto* text = std::get_if<std::string>(&value);
    return text != nullptr ? QString::fromStdString(*text) : QString();
}

}  // namespace

QString questionText(TopicQuestion question) {
    return TopicAnswerModel::tr(factsOf(question).text);
}

QString questionMeaning(TopicQuestion question) {
    return TopicAnswerModel::tr(factsOf(question).meaning);
}

void TopicQuestionModel::setAnswers(TopicAnswers answers) {
    beginResetModel();
    m_answers = std::move(answers);
    endResetModel();
}

const TopicAnswer* TopicQuestionModel::answer(const QModelIndex& index) const {
    return index.isValid() && index.row() < rowCount() ? &m_answers.answers[static_cast<std::size_t>(index.row())]
                                                       : nullptr;
}

QModelIndex TopicQuestionModel::indexOf(TopicQuestion question) const {
    const auto found = std::ranges::find(m_answers.answers, question, &TopicAnswer::question);
    return found == m_answers.answers.end() ? QModelIndex()
                                            : index(static_cast<int>(found - m_answers.answers.begin()), 0);
}

int TopicQuestionModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_answers.answers.size());
}

int TopicQuestionModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant TopicQuestionModel::data(const QModelIndex& index, int role) const {
    const TopicAnswer* found = answer(index);
    if (found == nullptr) {
        return {};
    }
    switch (role) {
        case Qt::DisplayRole:
            if (index.column() == QuestionColumn) {
                return questionText(found->question);
            }
            return found->isKnown ? grouped(static_cast<std::int64_t>(found->rows.size() + found->left))
                                  : QStringLiteral("?");
        case Qt::ToolTipRole:
            return questionMeaning(found->question);
        case Qt::TextAlignmentRole:
            return index.column() == CountColumn ? QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
        case ProblemRole:
            return std::ranges::any_of(found->rows, &AnswerRow::isProblem);
        default:
            return {};
    }
}

QVariant TopicQuestionModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole && section == CountColumn) {
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    }
    const QStringList titles{tr("Question"), tr("Found")};
    return role == Qt::DisplayRole ? QVariant(titles.value(section)) : QVariant();
}

void TopicAnswerModel::setAnswer(const TopicAnswer* answer) {
    beginResetModel();
    m_answer = answer != nullptr ? *answer : TopicAnswer();
    endResetModel();
}

const AnswerRow* TopicAnswerModel::row(const QModelIndex& index) const {
    return index.isValid() && index.row() < rowCount() ? &m_answer.rows[static_cast<std::size_t>(index.row())]
                                                       : nullptr;
}

bool TopicAnswerModel::isNumber(int column) const {
    const AnswerUnit unit = columnOf(m_answer, column).unit;
    return unit != AnswerUnit::Text && unit != AnswerUnit::LongText && unit != AnswerUnit::Time;
}

QString TopicAnswerModel::usualText(int column) const {
    switch (columnOf(m_answer, column).unit) {
        case AnswerUnit::LongText:
            return {};
        case AnswerUnit::Time:
            return QStringLiteral("2000-00-00 00:00:00.000 UTC");
        case AnswerUnit::Text:
            return QStringLiteral("PrepareCommit");
        default:
            return QStringLiteral("1 000 000");
    }
}

int TopicAnswerModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_answer.rows.size());
}

int TopicAnswerModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columnsOf(factsOf(m_answer.question));
}

QVariant TopicAnswerModel::data(const QModelIndex& index, int role) const {
    const AnswerRow* found = row(index);
    if (found == nullptr) {
        return {};
    }
    const AnswerColumn& column = columnOf(m_answer, index.column());
    const AnswerValue* value = found->find(column.fact);
    switch (role) {
        case Qt::DisplayRole:
        case Qt::ToolTipRole:
            return value != nullptr ? cellText(*value, column.unit) : QString();
        case Qt::TextAlignmentRole:
            return isNumber(index.column()) ? QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
        case ProblemRole:
            return found->isProblem;
        default:
            return {};
    }
}

QVariant TopicAnswerModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section >= columnCount()) {
        return {};
    }
    if (role == Qt::TextAlignmentRole && isNumber(section)) {
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    }
    return role == Qt::DisplayRole ? QVariant(tr(columnOf(m_answer, section).title)) : QVariant();
}

}  // namespace brokerscope
