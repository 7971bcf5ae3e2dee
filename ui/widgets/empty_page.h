#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace brokerscope {

// What stands where there is nothing to show yet: a picture, what is missing, what to do next and a button that does
// it. Each part but the sentence may be left out. GUI thread.
class EmptyPage : public QWidget {
    Q_OBJECT

public:
    // `iconName`, `title` and `action` empty: left out.
    EmptyPage(const QString& iconName, const QString& title, const QString& nextStep, const QString& action,
              QWidget* parent = nullptr);

    void setNextStep(const QString& nextStep);
    QString nextStep() const;
    void setAction(const QString& action);

Q_SIGNALS:
    void actionWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void updatePicture();

    QString m_iconName;
    QLabel* m_picture = nullptr;  // null: none
    QLabel* m_nextStep = nullptr;
    QPushButton* m_action = nullptr;
};

}  // namespace brokerscope
