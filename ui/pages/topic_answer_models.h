#pragma once

// First: moc cannot read <compare> where nothing of the standard library came before it.
#include <QAbstractTableModel>

#include "core/workbench/topic_answers.h"

namespace brokerscope {

// What a question is called, and what its answer means, as sentences.
QString questionText(TopicQuestion question);
QString questionMeaning(TopicQuestion question);

// The questions that a topic has, each with the number of its rows. GUI thread.
class TopicQuestionModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column : int { QuestionColumn, CountColumn, ColumnCount };
    enum Role : int { ProblemRole = Qt::UserRole + 1 };  // bool: some row of it is amiss

    using QAbstractTableModel::QAbstractTableModel;

    void setAnswers(TopicAnswers answers);
    const TopicAnswers& answers() const { return m_answers; }
    const TopicAnswer* answer(const QModelIndex& index) const;  // null: no such row
    QModelIndex indexOf(TopicQuestion question) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    TopicAnswers m_answers;
};

// The rows of one answer; its columns are those of the question. GUI thread.
class TopicAnswerModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role : int { ProblemRole = Qt::UserRole + 1 };  // bool

    using QAbstractTableModel::QAbstractTableModel;

    void setAnswer(const TopicAnswer* answer);  // null: none
    const AnswerRow* row(const QModelIndex& index) const;
    bool isNumber(int column) const;
    // As wide as the texts of a column usually are; empty: it takes what is left.
    QString usualText(int column) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    TopicAnswer m_answer;
};

}  // namespace brokerscope
