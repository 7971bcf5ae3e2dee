#pragma once

#include "ui/widgets/status_kind.h"

#include <QFrame>

class QHBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace brokerscope {

// A sentence where the work is, instead of a modal box: what happened and why, what to do next, and buttons that do it.
// Hidden until it has something to say.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    explicit MessageBar(QWidget* parent = nullptr);

    // Shows a message and forgets the buttons of the one before. `nextStep` may be empty.
    void showMessage(StatusKind kind, const QString& cause, const QString& nextStep = {});
    // Adds a button that offers the next step; the caller connects to its clicked().
    QPushButton* addAction(const QString& text);
    void clear();

    StatusKind kind() const { return m_kind; }
    QString cause() const;
    QString nextStep() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void buildContents();
    void updateLook();

    QLabel* m_icon;
    QLabel* m_cause;
    QLabel* m_nextStep;
    QHBoxLayout* m_actions;
    QToolButton* m_close;
    StatusKind m_kind = StatusKind::Neutral;
};

}  // namespace brokerscope
