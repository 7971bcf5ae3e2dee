#pragma once

#include <QAbstractButton>
#include <QColor>

namespace brokerscope {

// A name in a rounded outline with a coloured dot before it and a lock behind it, such as a profile. A button too.
class Chip : public QAbstractButton {
    Q_OBJECT

public:
    explicit Chip(const QString& text = {}, QWidget* parent = nullptr);

    // The colour is the user's own mark (of a profile), not one of the palette; an invalid one draws no dot.
    void setDotColour(const QColor& colour);
    // Read-only: a lock is shown, and said to assistive tools.
    void setLocked(bool locked);
    bool isLocked() const { return m_locked; }

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void updateAccessibleText();
    QFont boldFont() const;

    QColor m_dot;
    bool m_locked = false;
};

}  // namespace brokerscope
