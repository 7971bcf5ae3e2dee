#pragma once

#include <QString>
#include <QWidget>

class QLineEdit;

namespace brokerscope {

// Says that what stands in a field cannot be taken: an outline in the colour of errors, and the reason as the field's
// tool tip and accessible description. It is the field's child and lies over it; the mouse goes through. GUI thread.
class ProblemOutline : public QWidget {
    Q_OBJECT

public:
    explicit ProblemOutline(QLineEdit& field);

    void setProblem(const QString& problem);  // empty: the field is good
    bool hasProblem() const { return !isHidden(); }

    bool eventFilter(QObject* watched, QEvent* event) override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLineEdit& m_field;
};

}  // namespace brokerscope
