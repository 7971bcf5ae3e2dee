#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace brokerscope {

// What an empty page shows: what it is for, what to do next, and a button that does it. GUI thread.
class EmptyPage : public QWidget {
    Q_OBJECT

public:
    EmptyPage(const QString& iconName, const QString& title, const QString& nextStep, const QString& action,
              QWidget* parent = nullptr);

    void setNextStep(const QString& nextStep);

Q_SIGNALS:
    void actionWanted();

private:
    QLabel* m_nextStep = nullptr;
};

}  // namespace brokerscope
