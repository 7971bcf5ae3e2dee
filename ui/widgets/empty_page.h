#pragma once

#include "ui/widgets/status_kind.h"

#include <QWidget>

class QFrame;
class QLabel;
class QPushButton;

namespace brokerscope {

// What stands where there is nothing to show yet: a picture, what is missing, what to do next and a button that does
// it. Each part but the sentence may be left out. Where something went wrong it says that instead: a sign, the cause,
// and words to look for elsewhere, which can be copied. GUI thread.
class EmptyPage : public QWidget {
    Q_OBJECT

public:
    // `iconName`, `title` and `action` empty: left out.
    EmptyPage(const QString& iconName, const QString& title, const QString& nextStep, const QString& action,
              QWidget* parent = nullptr);

    void setNextStep(const QString& nextStep);
    QString nextStep() const;
    void setAction(const QString& action);
    // In the place of the sentence, until clearProblem(). `quote` are the words to look for, `caption` says where;
    // both empty: there are none.
    void setProblem(StatusKind kind, const QString& cause, const QString& caption, const QString& quote);
    void clearProblem();
    bool hasProblem() const { return m_kind != StatusKind::Neutral; }
    // All that is said, in the order in which it stands.
    QString text() const;

Q_SIGNALS:
    void actionWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeQuote();
    void updatePicture();
    void updateSentence();

    QString m_iconName;
    QString m_sentence;
    QString m_cause;
    StatusKind m_kind = StatusKind::Neutral;  // of the problem; Neutral: there is none
    QLabel* m_picture = nullptr;              // null: none
    QLabel* m_sign = nullptr;
    QLabel* m_nextStep = nullptr;
    QLabel* m_caption = nullptr;
    QFrame* m_quoteBox = nullptr;
    QLabel* m_quote = nullptr;
    QPushButton* m_action = nullptr;
};

}  // namespace brokerscope
